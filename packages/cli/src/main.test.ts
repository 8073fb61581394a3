import { execFileSync, spawn } from 'node:child_process'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runInProcess } from './test/in-process.js'
import { BIN, listeningUrl, start, startUp, tempDir } from './test/signalbox.js'

async function takePort(): Promise<{ port: number; server: Server }> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { server, port: (server.address() as { port: number }).port }
}

describe('signalbox up', () => {
  it('serves, prints the pairing link and the first curl, and stops with exit code 0', async () => {
    const dataDir = tempDir()
    const { child, ended, url } = await startUp(['--data-dir', dataDir])
    expect(await (await fetch(`${url}/health`)).json()).toMatchObject({ status: 'ok' })
    expect(statSync(join(dataDir, 'token')).mode & 0o777).toBe(0o600)
    const stopping = Date.now()
    child.kill('SIGTERM')
    const { code, stdout, stderr } = await ended
    expect(Date.now() - stopping).toBeLessThan(5000)
    expect(code).toBe(0)
    expect(stderr).toBe('')
    expect(stdout).toMatch(/\/pair#[0-9A-Z-]{8,}/)
    expect(stdout).toContain('curl -X POST')
  })

  it.each([
    [
      'a taken port',
      async () => ['--port', String((await takePort()).port)],
      /Port \d+ is taken by another program\. Start with --port \d+/,
    ],
    ['a directory that cannot be', async () => ['--data-dir', '/dev/null/x'], /\/dev\/null\/x.*--data-dir/],
    [
      'a host that is not ours',
      async () => ['--host', '203.0.113.7', '--port', '0'],
      /203\.0\.113\.7.*--host/,
    ],
  ])('says what to do about %s, in one sentence', async (_name, args, sentence) => {
    const { code, stdout, stderr } = await start(['up', '--data-dir', tempDir(), ...(await args())]).ended
    expect(code).toBe(1)
    expect(stdout).toBe('')
    expect(stderr).toMatch(sentence)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(stderr).not.toMatch(/at .*:\d+:\d+/)
  })

  it.each([
    ['a bad flag', ['--prot', '1'], /--prot.*--help/],
    ['a bad port', ['--port', 'x'], /--port/],
    ['a word too many', ['now'], /now.*--help/],
    ['dev beyond loopback', ['--dev', '--host', '0.0.0.0'], /--dev.*--host/],
  ])('does not begin with %s, and says so in one sentence', async (_name, args, sentence) => {
    const { code, stdout, stderr } = await runInProcess(['up', '--data-dir', tempDir(), ...args])
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(sentence)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })

  it('says where it listens for programs', async () => {
    const up = start(['up', '--port', '0', '--data-dir', tempDir(), '--json'])
    const [line] = await up.until(/^.*\n/)
    const { url, link } = JSON.parse(line)
    expect((await fetch(`${url}/livez`)).status).toBe(200)
    expect(link).toMatch(/\/pair#[0-9A-Z-]{8,}$/)
    up.child.kill('SIGTERM')
    expect(await up.ended).toMatchObject({ code: 0, stdout: line })
  })

  it('stops in time though a client it refused keeps its side open', async () => {
    const { child, ended, url } = await startUp(['--data-dir', tempDir()])
    const { hostname, port } = new URL(url)
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true }).resume()
    onTestFinished(() => void socket.destroy())
    socket.write(
      'GET /ws HTTP/1.1\r\nHost: evil.example\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    )
    await new Promise((resolve) => socket.once('end', resolve))
    child.kill('SIGTERM')
    expect((await ended).code).toBe(0)
  })

  it('says what is wrong with a token file, and ends', async () => {
    const dataDir = tempDir()
    writeFileSync(join(dataDir, 'token'), 'my token')
    const { code, stderr } = await start(['up', '--port', '0', '--data-dir', dataDir]).ended
    expect(code).toBe(1)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })

  it('goes on when nobody reads its journal any more', async () => {
    const { child, url } = await startUp(['--dev', '--data-dir', tempDir()])
    child.stderr.destroy()
    const hook = async () => {
      const body = JSON.stringify({ session_id: 's', hook_event_name: 'Unknown' })
      const headers = { 'content-type': 'application/json' }
      return (await fetch(`${url}/hooks/claude`, { method: 'POST', headers, body })).status
    }
    expect([await hook(), await hook(), await hook()]).toEqual([200, 200, 200])
  })

  it('knows a full disk until it takes a write again, and loses nothing it acknowledged', async () => {
    const dataDir = tempDir()
    const limited = spawn(
      'bash',
      ['-c', `ulimit -Sf 1200; exec ${process.execPath} ${BIN} up --port 0 --data-dir ${dataDir}`],
      {
        env: { PATH: process.env.PATH ?? '', HOME: dataDir },
      },
    )
    const ended = new Promise((resolve) => limited.once('close', resolve))
    onTestFinished(async () => {
      limited.kill('SIGKILL')
      await ended
    })
    const url = await listeningUrl(limited.stdout)
    const token = readFileSync(join(dataDir, 'token'), 'utf8').trim()
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const post = async (n: number) => {
      const body = JSON.stringify({ session_id: 's', payload: { type: 'x', n, text: 'x'.repeat(20_000) } })
      return (await fetch(`${url}/api/sessions/s/notify`, { method: 'POST', headers, body })).status
    }
    const statuses: number[] = []
    for (let n = 0; n < 200 && statuses.at(-1) !== 503; n++) statuses.push(await post(n))
    expect(statuses.at(-1)).toBe(503)
    const ready = async () => (await fetch(`${url}/readyz`, { headers })).status
    expect(await ready()).toBe(503)
    // Reading goes on, through the writing thread too, and does not make anybody believe that writing does.
    const stream = await fetch(`${url}/api/sessions/s/events/stream`, { headers })
    let told = ''
    for await (const chunk of stream.body ?? []) {
      told += Buffer.from(chunk)
      if (told.includes('replay_complete')) break
    }
    expect(told.slice(-200)).toContain('replay_complete')
    expect(await ready()).toBe(503)
    execFileSync('prlimit', ['--pid', String(limited.pid), '--fsize=unlimited'])
    await expect.poll(ready).toBe(200)
    expect(await post(999)).toBe(204)
    const events = (await (await fetch(`${url}/api/sessions/s/events?limit=1000`, { headers })).json()) as {
      events: { type: string }[]
    }
    const kept = events.events.filter(({ type }) => type === 'notify_event').length
    expect(kept).toBe(statuses.filter((status) => status === 204).length + 1)
  })

  it('keeps a second process off the same directory and damages nothing', async () => {
    const dataDir = tempDir()
    const first = await startUp(['--data-dir', dataDir])
    const { code, stderr } = await start(['up', '--port', '0', '--data-dir', dataDir]).ended
    expect(code).toBe(1)
    expect(stderr).toMatch(/^Another Signalbox is using .*--data-dir\.\n$/)
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
  })

  it('starts on a damaged log, says so, answers 503 and leaves the file alone', async () => {
    const dataDir = tempDir()
    const before = await startUp(['--data-dir', dataDir])
    before.child.kill('SIGTERM')
    await before.ended
    const path = join(dataDir, 'events.db')
    writeFileSync(path, 'x'.repeat(50_000))
    const { url, child, ended } = await startUp(['--data-dir', dataDir])
    expect((await fetch(`${url}/readyz`)).status).toBe(503)
    const token = readFileSync(join(dataDir, 'token'), 'utf8').trim()
    const refused = await fetch(`${url}/api/sessions/s/notify`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ session_id: 's', payload: { type: 'x' } }),
    })
    expect(refused.status).toBe(503)
    expect(await refused.json()).toMatchObject({ code: 'service_unavailable' })
    child.kill('SIGTERM')
    expect((await ended).stderr).toMatch(/damaged/)
    expect(readFileSync(path, 'utf8')).toBe('x'.repeat(50_000))
    expect(readdirSync(dataDir)).not.toContain('events.db-wal')
  })
})

describe('signalbox', () => {
  it.each([
    [['--help'], 0, /signalbox pair/],
    [['--version'], 0, /^\d+\.\d+\.\d+/],
    [['upp'], 1, /no command "upp".*up, run, .*pair, token/],
  ])('%j as a process', async (args, code, said) => {
    const ended = await start(args).ended
    expect(ended.code).toBe(code)
    expect(code === 0 ? ended.stdout : ended.stderr).toMatch(said)
  })

  it.each([
    [[], 0, /signalbox up/],
    [['up', '--help'], 0, /--port .*\n--host .*\n--data-dir .*\n--dev .*\n--strict .*\n--restored /],
    [['sessions', '--help'], 0, /\[--dev\]/],
    [['run', '--help'], 0, /Exit codes: 0 done;/],
    [['clean', '--help'], 0, /the exit code is 0 then, too/],
  ])('%j', async (args, code, said) => {
    const ended = await runInProcess(args)
    expect(ended.code).toBe(code)
    expect(ended.stdout).toMatch(said)
  })

  it.each(['run', 'sessions', 'tail', 'requests', 'approve', 'deny', 'answer', 'rpc', 'pair', 'token'])(
    '%s takes what every command that talks to a gateway takes',
    async (name) => {
      const flags = [
        '--url',
        'http://127.0.0.1:9',
        '--token',
        'x',
        '--data-dir',
        tempDir(),
        '--dev',
        '--json',
      ]
      const { code, stderr, stdout } = await runInProcess([name, ...flags, '--help'])
      expect([code, stderr]).toEqual([0, ''])
      expect(stdout).toContain('[--json] [--url URL] [--token TOKEN] [--data-dir DIR] [--dev]')
    },
  )

  it('prints the token and a new pairing link of a running gateway', async () => {
    const dataDir = tempDir()
    const { url } = await startUp(['--data-dir', dataDir])
    const token = await start(['token', '--data-dir', dataDir]).ended
    expect(token.stdout.trim()).toBe(readFileSync(join(dataDir, 'token'), 'utf8').trim())
    const pair = await start(['pair', '--url', url, '--data-dir', dataDir]).ended
    expect(pair.stdout).toMatch(new RegExp(`^${url}/pair#[0-9A-Z-]+\n$`))
    const json = ['--url', url, '--data-dir', dataDir, '--json']
    expect(JSON.parse((await runInProcess(['token', ...json])).stdout)).toEqual({
      token: token.stdout.trim(),
    })
    expect(JSON.parse((await runInProcess(['pair', ...json])).stdout)).toEqual({
      link: expect.stringMatching(new RegExp(`^${url}/pair#[0-9A-Z-]+$`)),
    })
    const wrong = await runInProcess(['pair', '--url', url, '--token', 'wrong', '--data-dir', dataDir])
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('refused')])
    const nobody = await runInProcess(['pair', '--url', 'http://127.0.0.1:9', '--token', 'x'])
    expect([nobody.code, nobody.stderr]).toEqual([1, expect.stringContaining('signalbox up')])
    const typo = await runInProcess(['pair', '--url', 'notaurl', '--token', 'x'])
    expect([typo.code, typo.stderr]).toEqual([
      1,
      expect.stringMatching(/"notaurl" is not the address.*--url/),
    ])
    const page = createHttpServer((_request, response) => response.end('<html>'))
    await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void page.close())
    const { port } = page.address() as { port: number }
    const stranger = await runInProcess(['pair', '--url', `http://127.0.0.1:${port}`, '--token', 'x'])
    expect([stranger.code, stranger.stderr]).toEqual([1, expect.stringContaining('no Signalbox')])
    const fresh = await runInProcess(['token', '--data-dir', tempDir()])
    expect([fresh.code, fresh.stderr]).toEqual([1, expect.stringContaining('signalbox up')])
  })
})
