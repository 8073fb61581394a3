import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Gateway, resolveConfig, startGateway } from '@signalbox/server'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { runInProcess } from '../test/in-process.js'

// One data directory, three times: a gateway, none, and a strict one. What is told in between is told late.
const dataDir = mkdtempSync(join(tmpdir(), 'signalbox-notify-'))
let gateway: Gateway | undefined
let port = 0

async function begin(strict: boolean): Promise<void> {
  const flags = { port: String(port), dataDir, strict }
  gateway = await startGateway(resolveConfig({ flags, env: {}, homeDir: dataDir, readFile: () => undefined }))
  port = Number(new URL(gateway.url).port)
}
async function end(): Promise<void> {
  await gateway?.close('test')
  gateway = undefined
}
beforeAll(() => begin(false))
afterAll(async () => {
  await end()
  rmSync(dataDir, { recursive: true, force: true })
})

const notify = (...args: string[]) =>
  runInProcess(['notify', '--data-dir', dataDir, '--port', String(port), '--timeout', '15s', ...args])
const told = async (session: string, ...args: string[]) => {
  const { code, stdout } = await notify('--session-id', session, '--json', ...args)
  return { code, ...JSON.parse(stdout) }
}

/** The notifications of a session as the log has them. */
async function logged(session: string): Promise<{ seq: number; notify: Record<string, unknown> }[]> {
  const { events } = await read(`/api/sessions/${encodeURIComponent(session)}/events?limit=1000`).then(
    (answer) => answer.json() as Promise<{ events: { seq: number; notify?: Record<string, unknown> }[] }>,
  )
  return events.flatMap(({ seq, notify: said }) => (said === undefined ? [] : [{ seq, notify: said }]))
}
function read(path: string): Promise<Response> {
  const authorization = `Bearer ${readFileSync(join(dataDir, 'token'), 'utf8').trim()}`
  return fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization } })
}
const waiting = (folder = 'spool') =>
  readdirSync(join(dataDir, folder)).filter((name) => name.endsWith('.event'))

const KNOWN = ['--session-id', 'Codex 1']
const BIG = `{"type":"x","text":"${'y'.repeat(1024 * 1024)}"}`

/** Every documented way to end: what is typed, and the exit code by default and in strict mode. */
const CASES: readonly (readonly [what: string, args: string[], code: number, strict: number])[] = [
  ['a session that is known', [...KNOWN, '{"type":"new-plan"}'], 0, 0],
  ['blanks around its name', ['--session-id', ' Codex 1 ', '{"type":"x"}'], 0, 0],
  ['progress with its plan', [...KNOWN, '{"type":"progress","plan_file":"a.org"}'], 0, 0],
  ['progress with its plan in dashes', [...KNOWN, '{"type":"progress","plan-file":"a.org"}'], 0, 0],
  ['no payload at all', [...KNOWN], 1, 1],
  ['two payloads', [...KNOWN, '{}', '{}'], 1, 1],
  ['no session', ['{"type":"x"}'], 1, 1],
  ['a blank session', ['--session-id', ' ', '{"type":"x"}'], 1, 1],
  ['an unknown flag', [...KNOWN, '--agent-id', 'a', '{"type":"x"}'], 1, 1],
  ['a timeout that is none', [...KNOWN, '--timeout', '2', '{"type":"x"}'], 1, 1],
  ['an address that is none', [...KNOWN, '--url', 'nowhere', '{"type":"x"}'], 1, 1],
  ['a wrong token', [...KNOWN, '--token', 'wrong', '{"type":"x"}'], 2, 2],
  ['too much', [...KNOWN, BIG], 2, 2],
  ['an id that another event has', [...KNOWN, '--event-id', 'taken', '{"type":"other"}'], 2, 2],
  ['a session nobody knows', ['--session-id', 'Nobody', '{"type":"x"}'], 0, 4],
  ['an empty payload', [...KNOWN, ''], 5, 5],
  ['what is not JSON', [...KNOWN, '{"type"'], 5, 5],
  ['JSON that is no object', [...KNOWN, '["x"]'], 5, 5],
  ['no type', [...KNOWN, '{}'], 5, 5],
  ['a type that is no text', [...KNOWN, '{"type":7}'], 5, 5],
  ['a blank type', [...KNOWN, '{"type":" "}'], 5, 5],
  ['progress without its plan', [...KNOWN, '{"type":"progress"}'], 0, 5],
]

describe('signalbox notify and a gateway', () => {
  it('takes an event', async () => {
    expect(await notify(...KNOWN, '--event-id', 'taken', '{"type":"x"}')).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    })
  })

  it.each(CASES)('%s', async (_what, args, code) => {
    const ended = await notify(...args)
    expect([ended.code, ended.stdout, waiting()]).toEqual([code, '', []])
    expect(ended.stderr.split('\n')).toHaveLength(code === 0 ? 1 : 2)
  })

  it('sends what the argument says: raw, time and id', async () => {
    const payload = ' {"type":"agent-turn-complete", "turn-id":"t 42", "timestamp":"2026-01-28T20:17:42Z"}'
    const first = await told('Codex 2', payload)
    expect(first).toMatchObject({ code: 0, session_id: 'Codex 2', type: 'notify_event', duplicate: false })
    expect(await told('Codex 2', payload)).toMatchObject({ code: 0, id: first.id, duplicate: true })
    const [event, ...others] = await logged('Codex 2')
    expect(others).toEqual([])
    expect(event?.notify).toMatchObject({
      eventId: 'codex-notify:t 42',
      occurredAt: '2026-01-28T20:17:42Z',
      payload: { 'turn-id': 't 42' },
    })
    expect(await read(`/api/sessions/Codex%202/events/${event?.seq}/raw`).then((raw) => raw.text())).toBe(
      payload,
    )
  })

  it('says with --verbose what goes where, and shows two ends of the token', async () => {
    const token = readFileSync(join(dataDir, 'token'), 'utf8').trim()
    const { code, stdout, stderr } = await notify(...KNOWN, '--verbose', '--event-id', 'v', '{"type":"x"}')
    expect([code, stdout]).toEqual([0, ''])
    const [post, as, body, answer] = stderr.split('\n')
    expect(post).toBe(`POST http://127.0.0.1:${port}/api/sessions/Codex%201/notify`)
    expect(as).toBe(`token: ${token.slice(0, 2)}…${token.slice(-2)}`)
    expect(body).toBe(
      'body: {"session_id":"Codex 1","event_id":"v","payload":{"type":"x"},"raw":"{\\"type\\":\\"x\\"}"}',
    )
    expect(answer).toMatch(/^after \d+ ms: 200 \{"id":.*\}$/)
    expect(stderr).not.toContain(token)
  })
})

describe('while no gateway is there', () => {
  beforeAll(end)

  it('keeps what is told, and says so', async () => {
    for (const n of [1, 2, 3]) {
      const { code, stderr } = await notify(...KNOWN, '--event-id', `late:${n}`, `{"type":"x","n":${n}}`)
      expect([code, stderr]).toEqual([
        3,
        expect.stringMatching(/^No gateway took it at .*kept in .*spool until/),
      ])
    }
    const { code } = await notify(...KNOWN, '{"type":"agent-turn-complete","turn-id":"away"}')
    expect([code, waiting().length]).toEqual([3, 4])
  })

  it('refuses what no gateway would take, and keeps none of it', async () => {
    const refusedHere = CASES.filter(([what, , one]) => one === 1 || one === 5 || what === 'too much')
    for (const [, args, code] of refusedHere) expect((await notify(...args)).code).toBe(code)
    expect(waiting()).toHaveLength(4)
  })
})

describe('signalbox notify and the next one, a strict one', () => {
  beforeAll(() => begin(true))

  it('has been told what waited: in order, once, by the same ids', async () => {
    await vi.waitFor(() => expect(waiting()).toEqual([]), 10_000)
    const ids = (await logged('Codex 1')).map(({ notify: { eventId } }) => String(eventId))
    const late = ['late:1', 'late:2', 'late:3', 'codex-notify:away']
    expect(ids.filter((id) => late.includes(id))).toEqual(late)
    expect(await told('Codex 1', '--event-id', 'late:2', '{"type":"x","n":2}')).toMatchObject({
      duplicate: true,
    })
  })

  it.each(CASES.filter(([what]) => what !== 'a session nobody knows'))(
    '%s',
    async (_what, args, _code, code) => {
      const ended = await notify(...args)
      expect([ended.code, ended.stdout, waiting()]).toEqual([code, '', []])
      expect(ended.stderr.split('\n')).toHaveLength(code === 0 ? 1 : 2)
    },
  )

  it('a session nobody knows', async () => {
    const { code, stderr } = await notify('--session-id', 'Who', '{"type":"x"}')
    expect([code, stderr]).toEqual([4, 'The gateway refused: session not found.\n'])
    expect((await read('/api/sessions/Who')).status).toBe(404)
  })
})
