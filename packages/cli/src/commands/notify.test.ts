import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { main } from '../main.js'
import { hang, json, listen } from '../test/hook-client.js'
import { start, tempDir } from '../test/signalbox.js'

const DEAD = 'http://127.0.0.1:9'
const PAYLOAD = '{"type":"progress"}'
const TOLD = { id: 'evt_1', session_id: 'Codex 1', seq: 4, type: 'notify_progress' }
let dataDir: string
let said: { out: string[]; err: string[] }

beforeEach(() => {
  dataDir = tempDir()
  process.stdout.setMaxListeners(100) // every call of main listens for its errors
  writeFileSync(join(dataDir, 'token'), 'the-token\n')
  for (const name of ['URL', 'TOKEN', 'HOST', 'PORT', 'DEV']) vi.stubEnv(`SIGNALBOX_${name}`, undefined)
  vi.stubEnv('SIGNALBOX_DATA_DIR', dataDir)
  said = { out: [], err: [] }
  vi.spyOn(console, 'log').mockImplementation((line: string) => void said.out.push(line))
  vi.spyOn(console, 'error').mockImplementation((line: string) => void said.err.push(line))
})
afterEach(() => {
  process.exitCode = undefined
  vi.unstubAllEnvs()
})

/** Its exit code. */
async function notify(...args: string[]): Promise<number> {
  process.exitCode = undefined
  await main(['notify', '--session-id', 'Codex 1', '--timeout', '15s', ...args])
  return Number(process.exitCode ?? 0)
}
const files = (...path: string[]) => {
  const directory = join(dataDir, ...path)
  return existsSync(directory) ? readdirSync(directory).filter((name) => name.endsWith('.event')) : []
}

describe('signalbox notify', () => {
  it('tells the gateway, silently', async () => {
    const { origin, heard } = await listen(json(200, TOLD))
    expect(await notify('--url', origin, '--event-id', 'e 1', PAYLOAD)).toBe(0)
    expect(said).toEqual({ out: [], err: [] })
    expect(heard[0]).toMatchObject({ method: 'POST', path: '/api/sessions/Codex%201/notify' })
    expect(heard[0]?.headers.authorization).toBe('Bearer the-token')
    expect(JSON.parse(String(heard[0]?.body))).toEqual({
      session_id: 'Codex 1',
      event_id: 'e 1',
      payload: { type: 'progress' },
      raw: PAYLOAD,
    })
    expect(readdirSync(dataDir).filter((name) => name === 'spool')).toEqual([])
  })

  it('prints what became of it with --json', async () => {
    const { origin } = await listen(json(200, TOLD))
    await notify('--url', origin, '--json', PAYLOAD)
    expect(said.out.map((line) => JSON.parse(line))).toEqual([TOLD])
  })

  it('keeps it for the gateway of its data directory when that is down', async () => {
    writeFileSync(join(dataDir, 'config.json'), '{"port": 9}')
    expect(await notify('--json', PAYLOAD)).toBe(3)
    expect(said.out).toEqual(['{"kept":true}'])
    expect(said.err[0]).toMatch(
      /^No gateway took it at http:\/\/127\.0\.0\.1:9; it is kept in .*spool until "signalbox up" runs\.$/,
    )
    expect(files('spool')).toHaveLength(1)
  })

  it.each([
    ['hangs', hang, '50ms'],
    ['cannot write', json(503, { detail: 'full' }), '15s'],
    ['is full', json(507, { detail: 'full' }), '15s'],
    ['fails', json(500, { detail: 'oops' }), '15s'],
    ['breaks off', (_call: unknown, response: ServerResponse) => void response.destroy(), '15s'],
    ['is another program', (_call: unknown, response: ServerResponse) => void response.end('<html>'), '15s'],
  ])('keeps it when the gateway %s', async (_what, answer, timeout) => {
    const { origin } = await listen(answer)
    expect(await notify('--url', origin, '--timeout', timeout, PAYLOAD)).toBe(3)
    expect(files('waiting', encodeURIComponent(origin))).toHaveLength(1)
  })

  it('takes no longer than it may, however many wait', async () => {
    const now = performance.now.bind(performance)
    let ahead = 0
    vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead)
    let answer = json(503, { detail: 'not yet' })
    const { origin, heard } = await listen((call, response) => answer(call, response))
    const types = ['first', 'second', 'third', 'fourth']
    for (const type of types.slice(0, 3)) await notify('--url', origin, `{"type":"${type}"}`)
    // Each is in time; together the first two take more than there is, and nobody answers after them.
    answer = (call, response) => {
      ahead += 60_000
      if (ahead <= 120_000) json(200, TOLD)(call, response)
    }
    expect(await notify('--url', origin, '--timeout', '100s', '{"type":"fourth"}')).toBe(3)
    expect(said.err.at(-1)).toMatch(/^No gateway took it at \S+ in time; it is kept in/)
    const kept = files('waiting', encodeURIComponent(origin)).sort()
    const typesKept = kept.map((name) => {
      const text = readFileSync(join(dataDir, 'waiting', encodeURIComponent(origin), name), 'utf8')
      return types.filter((type) => text.includes(type))
    })
    expect(typesKept).toEqual([['third'], ['fourth']])
    expect(heard.length).toBeLessThanOrEqual(6)
  })

  it('does not wait for a name that is never found', async () => {
    const never = 'import dns from "node:dns"; dns.lookup = () => void setTimeout(() => {}, 60_000)'
    const env = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(never)}` }
    const args = ['notify', '--session-id', 'x', '--url', 'http://box.example', '--timeout', '50ms', PAYLOAD]
    const { ended } = start([...args, '--data-dir', dataDir], env)
    expect(await ended).toMatchObject({ code: 3, stderr: expect.stringContaining('in time; it is kept in') })
  })

  it('does not wait for a stdin that stays open, and keeps nothing of it', async () => {
    const { ended, child } = start(
      ['notify', '--session-id', 'x', '--timeout', '50ms', '--data-dir', dataDir, '-'],
      {},
    )
    child.stdin.write('{"type":"progress"}')
    expect(await ended).toEqual({
      code: 5,
      stdout: '',
      stderr:
        'Nothing was sent: stdin was still open after 50ms, so the payload is not whole. Close it sooner, or give it longer with --timeout.\n',
    })
    expect(files('spool')).toEqual([])
  })

  it('does not change a payload on stdin that is not UTF-8: it is not sent', async () => {
    const { origin, heard } = await listen(json(200, TOLD))
    const args = ['notify', '--session-id', 'x', '--timeout', '15s', '--url', origin, '--data-dir', dataDir]
    const { ended, child } = start([...args, '-'], {})
    child.stdin.end(Buffer.from('{"type":"x","text":"caf\xe9"}', 'latin1'))
    expect(await ended).toEqual({
      code: 5,
      stdout: '',
      stderr: 'Nothing was sent: what is on stdin is not valid UTF-8.\n',
    })
    expect([heard, existsSync(join(dataDir, 'waiting'))]).toEqual([[], false])
  })

  it('takes 204 for an answer', async () => {
    const { origin } = await listen((_call, response) => void response.writeHead(204).end())
    expect(await notify('--url', origin, '--json', PAYLOAD)).toBe(0)
    expect(said).toEqual({ out: ['{"session_id":"Codex 1"}'], err: [] })
  })

  it('needs no token to keep it, and says which is missing when it is asked for one', async () => {
    rmSync(join(dataDir, 'token'))
    writeFileSync(join(dataDir, 'config.json'), '{"port": 9}')
    expect(await notify(PAYLOAD)).toBe(3)
    expect(files('spool')).toHaveLength(1)
    const { origin, heard } = await listen(json(401, { detail: 'Token required' }))
    expect(await notify('--url', origin, '--verbose', PAYLOAD)).toBe(2)
    expect(heard[0]?.headers.authorization).toBeUndefined()
    expect(said.err).toContain('token: none')
    expect(said.err.at(-1)).toMatch(/refused the token.*--token/)
  })

  it('keeps one whose id was left half written before', async () => {
    writeFileSync(join(dataDir, 'config.json'), '{"port": 9}')
    mkdirSync(join(dataDir, 'spool'))
    writeFileSync(join(dataDir, 'spool', '.tmp-mine'), 'version: 1\n')
    expect(await notify('--event-id', 'mine', PAYLOAD)).toBe(3)
    expect(files('spool')).toHaveLength(1)
  })

  it('sends what waits for another gateway with the next call that gets through', async () => {
    let answer = json(503, { detail: 'not yet' })
    const { origin, heard } = await listen((call, response) => answer(call, response))
    await notify('--url', origin, '{"type":"first"}')
    await notify('--url', origin, '{"type":"second"}')
    answer = json(200, TOLD)
    expect(await notify('--url', origin, '{"type":"third"}')).toBe(0)
    const sent = heard.slice(2).map(({ body }) => JSON.parse(String(body)))
    expect(sent.map(({ payload }) => payload.type)).toEqual(['first', 'second', 'third'])
    expect(sent[0]?.event_id).toBe(JSON.parse(String(heard[0]?.body)).event_id)
    expect([files('waiting', encodeURIComponent(origin)), files('spool')]).toEqual([[], []])
  })

  it.each([
    [400, { detail: 'unknown field x', code: 'invalid_request' }, 2, /refused: unknown field x\.$/],
    [409, { detail: 'conflict', code: 'conflict' }, 2, /refused/],
    [404, { detail: 'session not found', code: 'session_not_found' }, 4, /session not found/],
    [401, { detail: 'no', code: 'unauthorized' }, 2, /refused the token.*--token/],
    [403, { detail: 'host not allowed', code: 'forbidden_host' }, 2, /refused: host not allowed\.$/],
    [429, { detail: 'Wait.', code: 'auth_rate_limited' }, 2, /refused: Wait\.$/],
    [413, { detail: 'It is too large.', code: 'payload_too_large' }, 2, /refused: It is too large\.$/],
    [415, { detail: 'not JSON', code: 'unsupported_media_type' }, 2, /refused/],
    [422, { detail: 'missing plan_file', code: 'invalid_payload' }, 5, /refused: missing plan_file\.$/],
  ])('exits after %i %j with %i', async (status, body, code, sentence) => {
    const { origin } = await listen(json(status, body))
    expect(await notify('--url', origin, PAYLOAD)).toBe(code)
    expect(said.err.join()).toMatch(sentence)
    expect(files('waiting', encodeURIComponent(origin))).toEqual([])
  })

  it('says that it is lost where it cannot be kept', async () => {
    writeFileSync(join(dataDir, 'waiting'), 'a file')
    expect(await notify('--url', DEAD, '--json', PAYLOAD)).toBe(3)
    expect(said.out).toEqual(['{"kept":false}'])
    expect(said.err[0]).toMatch(/it is lost: .*cannot be written\.$/)
  })

  it.each([
    ['{"type"', 5, /must be valid JSON/],
    ['[]', 5, /JSON object/],
  ])('does not send %s', async (payload, code, sentence) => {
    mkdirSync(join(dataDir, 'spool'))
    expect(await notify('--url', DEAD, payload)).toBe(code)
    expect(said.err[0]).toMatch(sentence)
    expect(files('spool')).toEqual([])
  })

  it.each([
    [['--timeout', 'soon', PAYLOAD], /--timeout takes/],
    [['--session-id', ' ', PAYLOAD], /Which session\?/],
    [['--session-id', 'a\nb', PAYLOAD], /one line/],
    [[], /needs PAYLOAD/],
  ])('says what to type instead of %j', async (args, sentence) => {
    expect(await notify(...args)).toBe(1)
    expect(said.err[0]).toMatch(sentence)
  })
})
