import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { main } from '../main.js'
import { hang, json, listen } from '../test/hook-client.js'
import { tempDir } from '../test/signalbox.js'

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
  ])('keeps it when the gateway %s', async (_what, answer, timeout) => {
    const { origin } = await listen(answer)
    expect(await notify('--url', origin, '--timeout', timeout, PAYLOAD)).toBe(3)
    expect(files('outbox', encodeURIComponent(origin))).toHaveLength(1)
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
    expect([files('outbox', encodeURIComponent(origin)), files('spool')]).toEqual([[], []])
  })

  it.each([
    [400, { detail: 'unknown field x', code: 'invalid_request' }, 2, /refused: unknown field x\.$/],
    [409, { detail: 'conflict', code: 'conflict' }, 2, /refused/],
    [404, { detail: 'session not found', code: 'session_not_found' }, 4, /session not found/],
    [401, { detail: 'no', code: 'unauthorized' }, 1, /refused the token.*--token/],
  ])('exits after %i %j with %i', async (status, body, code, sentence) => {
    const { origin } = await listen(json(status, body))
    expect(await notify('--url', origin, PAYLOAD)).toBe(code)
    expect(said.err.join()).toMatch(sentence)
    expect(files('outbox', encodeURIComponent(origin))).toEqual([])
  })

  it('says that it is lost where it cannot be kept', async () => {
    writeFileSync(join(dataDir, 'outbox'), 'a file')
    expect(await notify('--url', DEAD, '--json', PAYLOAD)).toBe(3)
    expect(said.out).toEqual(['{"kept":false}'])
    expect(said.err[0]).toMatch(/it is lost: .*cannot be written\.$/)
  })

  it.each([
    ['{"type"', 5, /not JSON/],
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
