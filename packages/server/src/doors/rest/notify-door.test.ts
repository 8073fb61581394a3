import { once } from 'node:events'
import { connect } from 'node:net'
import { SignalboxError } from '@signalbox/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SECURITY_HEADERS } from '../../http/security-headers.js'
import { DamagedLog } from '../../log/damaged-log.js'
import type { Log } from '../../log/log.js'
import { ingest, readEvents } from '../../log/testing.js'
import {
  CODEX_EXAMPLE,
  DEFAULT_PATH,
  notify,
  openDoors,
  openRequest,
  PLAN_EXAMPLE,
  receive,
  send,
} from './testing.js'

const json = { 'content-type': 'application/json' }
const REPRESENTATION = { prefer: 'return=representation' }

// The rows of the contract are in packages/conformance; here is what a client cannot see or bring about.
describe('the notify door', () => {
  it('answers an accepted envelope with nothing but the headers every answer has', async () => {
    const { port, faults } = await openDoors()
    const answer = await notify(port, PLAN_EXAMPLE)
    expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([204, '', undefined])
    expect(answer.headers).toMatchObject(SECURITY_HEADERS)
    expect(faults).toEqual([])
  })

  it('refuses a body that grows over 1 MiB while it arrives', async () => {
    const { port } = await openDoors()
    const request = openRequest(port, { method: 'POST', path: DEFAULT_PATH, headers: json })
    const answer = receive(request)
    for (let sent = 0; sent < 4; sent++) request.write(Buffer.alloc(512 * 1024, ' '))
    request.end('{}')
    expect((await answer).status).toBe(413)
  })

  it('keeps the connection of a refused body usable', async () => {
    const { port } = await openDoors()
    const socket = connect(port, '127.0.0.1')
    const head = `POST ${DEFAULT_PATH} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer the-token-of-the-tests\r\n`
    const body = JSON.stringify(PLAN_EXAMPLE)
    socket.write(`${head}Content-Length: 3000000\r\n\r\n`)
    socket.write(Buffer.alloc(3_000_000, 'x'))
    socket.write(`${head}Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`)
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString()
    })
    await once(socket, 'close')
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 204'])
  })

  it.each<[string, (log: Log) => Log]>([
    ['the file is damaged', () => new DamagedLog('test')],
    [
      'the disk is full',
      (log) =>
        Object.assign(Object.create(log), {
          commit: () => Promise.reject(new SignalboxError('unavailable')),
        }),
    ],
  ])('answers 503 when %s', async (_why, wrap) => {
    const { port, faults } = await openDoors({ wrap })
    const answer = await notify(port, PLAN_EXAMPLE)
    expect([answer.status, JSON.parse(answer.text).code]).toEqual([503, 'service_unavailable'])
    expect(faults).toEqual([])
  })
})

describe('Prefer: return=representation', () => {
  it('tells what became of it, the same for a duplicate', async () => {
    const { port, log } = await openDoors()
    const first = await notify(port, CODEX_EXAMPLE, REPRESENTATION)
    expect([first.status, first.headers['preference-applied']]).toEqual([200, 'return=representation'])
    const told = JSON.parse(first.text)
    const sessionId = (await log.reader.resolve('local', 'Codex 1')) ?? ''
    const [, event] = await readEvents(log, sessionId)
    expect(told).toEqual({
      id: event?.id,
      session_id: 'Codex 1',
      seq: 2,
      type: 'notify_event',
      dispatch: 'queued',
      duplicate: false,
    })
    const again = await notify(port, CODEX_EXAMPLE, { prefer: 'wait=10, Return = "representation"; x=y' })
    expect(JSON.parse(again.text)).toEqual({ ...told, duplicate: true })
  })

  it('is the only preference that is known', async () => {
    const { port } = await openDoors()
    for (const prefer of ['return=minimal', 'xreturn=representation', 'respond-async', '']) {
      const answer = await notify(port, PLAN_EXAMPLE, { prefer })
      expect([answer.status, answer.headers['preference-applied']], prefer).toEqual([204, undefined])
    }
  })

  it('tells the canonical type', async () => {
    const { port } = await openDoors()
    const types = {
      'New Plan': 'notify_new_plan',
      progress: 'notify_progress',
      FINISH: 'notify_finish',
      'plan-L1-wip': 'notify_event',
    }
    for (const [type, canonical] of Object.entries(types)) {
      const answer = await notify(port, { session_id: 's', payload: { type } }, REPRESENTATION)
      expect(JSON.parse(answer.text).type).toBe(canonical)
    }
  })
})

describe('what is stored', () => {
  it('is the payload as it was written, and raw beside it', async () => {
    const { port, log } = await openDoors()
    const payload =
      '{ "type" : "x",\r\n"id": 12345678901234567890, "n": [1.0, -0, 1e400], "s": "a b\\u000a" }'
    const body = `{"session_id":"s","raw":"r\\n","occurred_at":"2026-01-28T20:17:42Z","event_id":"e 1","payload":${payload}}`
    expect(
      (await send(port, { method: 'POST', path: '/api/sessions/s/notify', headers: json, body })).status,
    ).toBe(204)
    const sessionId = (await log.reader.resolve('local', 's')) ?? ''
    const [, event] = await readEvents(log, sessionId)
    expect(event?.data).toBe(
      '{"notify":{"type":"x","eventId":"e 1","occurredAt":"2026-01-28T20:17:42Z","payload":' +
        '{"type":"x","id":12345678901234567890,"n":[1.0,-0,1e400],"s":"a b\\u000a"}}}',
    )
    expect(await log.reader.raw(sessionId, 2)).toBe('r\n')
  })

  it('goes to the session any of its names means', async () => {
    const { port, log } = await openDoors()
    const { sessionId } = await log.commit(
      ingest('Codex 1', [], { bind: [{ namespace: 'codex', id: 'thread 9' }] }),
    )
    for (const id of ['Codex 1', sessionId, `thread_${sessionId}`, 'thread 9']) {
      const answer = await notify(port, { session_id: id, payload: { type: 'x', id } }, REPRESENTATION)
      expect(JSON.parse(answer.text).session_id).toBe(id)
    }
    expect((await readEvents(log, sessionId)).filter(({ type }) => type === 'notify_event')).toHaveLength(4)
    expect(
      (await log.reader.sessions({ tenantId: 'local', includeArchived: true, limit: 10 })).sessions,
    ).toHaveLength(1)
  })

  it('opens a new session when the old one was deleted', async () => {
    const { port, log } = await openDoors({ sessions: ['s'] })
    const post = async () =>
      JSON.parse((await notify(port, { session_id: 's', payload: { type: 'x' } }, REPRESENTATION)).text)
    expect((await post()).seq).toBe(2)
    await log.deleteSession('local', (await log.reader.resolve('local', 's')) ?? '')
    expect((await post()).seq).toBe(2)
    expect((await post()).seq).toBe(3)
  })
})

describe('hostile bodies', () => {
  it('are answered, never with a fault of ours', async () => {
    const { port, faults } = await openDoors()
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.json(), fc.string())
    const part = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom('Codex 1', '', null, { type: 'x' }, { type: 'agent-turn-complete' }),
    )
    const envelope = fc
      .dictionary(
        fc.constantFrom('session_id', 'payload', 'raw', 'event_id', 'occurred_at', 'x', '__proto__'),
        part,
      )
      .map((value) => JSON.stringify(value))
    await fc.assert(
      fc.asyncProperty(fc.oneof(text, envelope), async (body) => {
        const { status } = await send(port, { method: 'POST', path: DEFAULT_PATH, headers: json, body })
        expect([204, 400, 409, 422]).toContain(status)
      }),
      { numRuns: 150 },
    )
    expect(faults).toEqual([])
    expect((await notify(port, PLAN_EXAMPLE)).status).toBe(204)
  })
})
