import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { fateOf } from '../../hook/signalbox-hook.mjs'
import {
  CLIENTS,
  callClient,
  DEAD,
  DECISION,
  EVERY_BYTE,
  hang,
  hasty,
  json,
  listen,
  need,
  PAYLOAD,
  setUp,
  spooled,
  startedAt,
  TOKEN,
} from '../test/hook-client.js'

beforeAll(() => need('sh', 'curl', 'tee', 'date', 'du', 'wc', 'ps'))

describe.each(CLIENTS)('the hook client (%s)', (_kind, command) => {
  it('sends the payload as it is, with what only it knows, and prints the answer', async () => {
    const { origin, heard } = await listen(json(200, DECISION))
    const home = setUp(origin)
    const ended = await callClient([...command(home), 'gemini'], { input: PAYLOAD })
    expect(ended).toMatchObject({ code: 0, stdout: `${JSON.stringify(DECISION)}\n`, stderr: '' })
    expect(heard).toHaveLength(1)
    expect(heard[0]).toMatchObject({
      method: 'POST',
      path: '/hooks/gemini',
      headers: {
        authorization: `Bearer ${TOKEN}`,
        'content-type': 'application/json',
        'x-signalbox-event-id': expect.stringMatching(/^[\x21-\x7e]{8,128}$/),
        'x-signalbox-pid': String(process.pid),
        'x-signalbox-pid-started': startedAt(process.pid),
        'x-signalbox-host': hostname(),
      },
    })
    expect(heard[0]?.body.toString()).toBe(PAYLOAD)
    expect(heard[0]?.headers).not.toHaveProperty('x-signalbox-wait')
    expect(await spooled(home)).toEqual([])
  })

  it('never has the token on a command line', async () => {
    const lines: string[] = []
    const { origin } = await listen((heard, response) => {
      for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
        try {
          lines.push(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
        } catch {
          // It is gone already.
        }
      }
      json(200, {})(heard, response)
    })
    await callClient([...command(setUp(origin)), 'claude'], { input: PAYLOAD })
    expect(lines.some((line) => line.includes('signalbox-hook'))).toBe(true)
    expect(lines.filter((line) => line.includes(TOKEN))).toEqual([])
  })

  it('keeps the event when the gateway is down', async () => {
    const home = setUp(DEAD)
    const ended = await callClient([...command(home), 'claude'], { input: EVERY_BYTE })
    expect(ended).toMatchObject({ code: 0, stdout: '', stderr: '' })
    const [file, ...more] = await spooled(home)
    expect(more).toEqual([])
    expect(file?.name).toMatch(/^\d{13}-\d+-1\.event$/)
    expect(file?.head.toSorted()).toEqual([
      'agent: claude',
      expect.stringMatching(/^event-id: [\x21-\x7e]{8,128}$/),
      `host: ${hostname()}`,
      `occurred-at: ${file?.name.slice(0, 13)}`,
      `pid-started: ${startedAt(process.pid)}`,
      `pid: ${process.pid}`,
      'version: 1',
    ])
    expect(file?.head[0]).toBe('version: 1')
    expect(Number(file?.name.slice(0, 13))).toBeCloseTo(Date.now(), -5)
    expect(file?.payload.equals(EVERY_BYTE)).toBe(true)
  })

  it('keeps the event when the gateway never answers, under the id it was sent with', async () => {
    const { origin, heard } = await listen(hang)
    const home = setUp(origin, hasty)
    const ended = await callClient([...command(home), 'claude'], { input: PAYLOAD })
    expect(ended).toMatchObject({ code: 0, stdout: '', stderr: '' })
    const [file] = await spooled(home)
    expect(heard).toHaveLength(1)
    expect(file?.head).toContain(`event-id: ${heard[0]?.headers['x-signalbox-event-id']}`)
    expect(file?.payload.toString()).toBe(PAYLOAD)
  })

  it('says nothing where it is given nothing', async () => {
    const { origin } = await listen(json(400, { detail: 'empty' }))
    for (const home of [setUp(DEAD), setUp(origin)]) {
      expect(await callClient([...command(home), 'claude'])).toMatchObject({
        code: 0,
        stdout: '',
        stderr: '',
      })
      expect([await spooled(home), await spooled(home, 'bad')]).toEqual([[], []])
    }
  })

  it('takes five megabytes', async () => {
    const { origin, heard } = await listen()
    const big = JSON.stringify({ session_id: 's', text: 'x'.repeat(5_000_000) })
    const home = setUp(origin)
    const ended = await callClient([...command(home), 'claude'], { input: big })
    expect(ended).toMatchObject({ code: 0, stdout: '', stderr: '' })
    expect(heard.map(({ body }) => body.toString() === big)).toEqual([true])
    writeFileSync(join(home, 'gateway'), DEAD)
    await callClient([...command(home), 'claude'], { input: big })
    expect((await spooled(home)).map(({ payload }) => payload.toString() === big)).toEqual([true])
  })

  it('tells it all the same where it cannot write, and says what is lost', async () => {
    const { origin, heard } = await listen()
    const home = setUp(origin)
    writeFileSync(join(home, 'spool'), 'a file where the folder should be')
    expect(await callClient([...command(home), 'claude'], { input: PAYLOAD })).toMatchObject({
      code: 0,
      stdout: '',
      stderr: '',
    })
    expect(heard[0]?.body.toString()).toBe(PAYLOAD)
    writeFileSync(join(home, 'gateway'), DEAD)
    const lost = await callClient([...command(home), 'claude'], { input: PAYLOAD })
    expect(lost).toMatchObject({ code: 0, stdout: '' })
    expect(lost.stderr).toMatch(/^signalbox-hook: an event of claude is lost: .*spool cannot be written\n$/)
  })

  it('leaves out what no header can hold', async () => {
    const { origin, heard } = await listen()
    const home = setUp(origin)
    const env = { TMUX: '/tmp/a\r\nx-evil: 1,2,3', TMUX_PANE: '%1\nx: y' }
    await callClient([...command(home), 'claude'], { input: PAYLOAD, env })
    expect(heard).toHaveLength(1)
    const names = Object.keys(heard[0]?.headers ?? {})
    expect(names.filter((name) => name === 'x' || name.includes('evil') || name.includes('tmux'))).toEqual([])
  })

  it('takes its argument where there is nothing on stdin', async () => {
    const { origin, heard } = await listen()
    const home = setUp(origin)
    await callClient([...command(home), 'codex', '{"from":"the argument"}'])
    await callClient([...command(home), 'codex', '{"from":"the argument"}'], { input: '{"from":"stdin"}' })
    expect(heard.map(({ body }) => body.toString())).toEqual(['{"from":"the argument"}', '{"from":"stdin"}'])
  })

  it('finds its data directory by the environment, when that says where', async () => {
    const { origin, heard } = await listen()
    const home = setUp(origin)
    const call = (dataDir: string) =>
      callClient([...command(setUp(DEAD)), 'claude'], {
        input: PAYLOAD,
        env: { SIGNALBOX_DATA_DIR: dataDir },
      })
    await call(home)
    await call('not/absolute')
    expect(heard).toHaveLength(1)
  })
})

describe('the spool', () => {
  it('keeps twenty at once apart, whoever writes them', async () => {
    const home = setUp(DEAD)
    const texts = Array.from(
      { length: 20 },
      (_, index) => `{"n":${index},"x":"${'y'.repeat(9_000 * index)}"}`,
    )
    const client = (index: number) => CLIENTS[index % 4 === 0 ? 1 : 0][1](home)
    await Promise.all(texts.map((input, index) => callClient([...client(index), 'claude'], { input })))
    const files = await spooled(home)
    expect(new Set(files.map(({ payload }) => payload.toString()))).toEqual(new Set(texts))
    expect(new Set(files.map(({ head }) => head.find((line) => line.startsWith('event-id')))).size).toBe(20)
  })

  it('has nothing of an event that the disk has no room for', async () => {
    const home = setUp(DEAD)
    const limited = ['sh', '-c', 'ulimit -f 8 && exec "$@"', 'sh', ...CLIENTS[1][1](home), 'claude']
    const ended = await callClient(limited, { input: 'x'.repeat(100_000) })
    expect(ended).toMatchObject({ code: 0, stdout: '' })
    expect(ended.stderr).toMatch(/an event of claude is lost: .*spool cannot be written\n$/)
    expect(await spooled(home)).toEqual([])
    expect(readdirSync(join(home, 'spool'))).toEqual([])
  })

  it('keeps what came first when it is full, and that is said', async () => {
    const home = setUp(DEAD)
    mkdirSync(join(home, 'spool'))
    writeFileSync(join(home, 'spool/1000000000000-1-1.event'), Buffer.alloc(65 * 1024 * 1024, 'x'))
    for (const [, command] of CLIENTS) {
      const ended = await callClient([...command(home), 'claude'], { input: PAYLOAD })
      expect(ended).toMatchObject({ code: 0, stdout: '' })
      expect(ended.stderr).toMatch(/^signalbox-hook: an event of claude is lost: .*spool is full\n$/)
    }
    expect((await spooled(home)).map(({ name }) => name)).toEqual(['1000000000000-1-1.event'])
  })
})

describe('fateOf', () => {
  it.each([
    [200, '{}', 'taken'],
    [202, '{"held":"x"}', 'taken'],
    [200, '<html>', 'kept'],
    [200, '', 'kept'],
    [302, '{}', 'kept'],
    [400, '{"detail":"no"}', 'refused'],
    [404, '{"detail":"no"}', 'refused'],
    [404, 'not here', 'kept'],
    ...[0, 401, 403, 408, 429, 500, 503].map((status) => [status, '{}', 'kept'] as const),
  ] as const)('%i %j is %s', (status, text, fate) => {
    expect(fateOf({ status, text })).toBe(fate)
  })

  it('keeps what nobody was asked to take', () => {
    expect(fateOf(undefined)).toBe('kept')
  })
})
