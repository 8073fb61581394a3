import { describe, expect, it } from 'vitest'
import { readEvents } from '../../log/testing.js'
import {
  CODEX_EXAMPLE,
  type DoorsOptions,
  openDoors,
  openRequest,
  PLAN_EXAMPLE,
  receive,
  send,
} from './testing.js'

const ndjson = { 'content-type': 'application/x-ndjson' }
const json = { 'content-type': 'application/json' }
const envelope = (session: string, n: number, more: object = {}) => ({
  session_id: session,
  event_id: `e${n}`,
  payload: { type: 'x', n },
  ...more,
})
const lines = (records: readonly (object | string)[]) =>
  records.map((record) => `${typeof record === 'string' ? record : JSON.stringify(record)}\n`).join('')

async function open(options: DoorsOptions = {}) {
  const doors = await openDoors(options)
  const post = async (body: string | Buffer, headers: Record<string, string> = ndjson) => {
    const answer = await send(doors.port, { method: 'POST', path: '/api/events', headers, body })
    return { ...answer, results: () => JSON.parse(answer.text).results as Record<string, unknown>[] }
  }
  const total = async () => (await doors.log.reader.readAll('local', 0, 10_000)).events.length
  return { ...doors, post, total }
}

describe('POST /api/events', () => {
  it('takes the same envelopes as NDJSON and as an array, and tells of each what became of it', async () => {
    const { post, log } = await open()
    const first = await post(lines([CODEX_EXAMPLE, PLAN_EXAMPLE]))
    expect([first.status, first.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
    const second = await post(JSON.stringify([CODEX_EXAMPLE, PLAN_EXAMPLE], null, 2), json)
    expect(first.results()).toMatchObject([
      { index: 0, status: 204, session_id: 'Codex 1', seq: 2, type: 'notify_event', duplicate: false },
      { index: 1, status: 204, session_id: 'Codex 1', type: 'notify_event', duplicate: false },
    ])
    expect(second.results()).toEqual(first.results().map((result) => ({ ...result, duplicate: true })))
    const sessionId = (await log.reader.resolve('local', 'Codex 1')) ?? ''
    const notifies = (await readEvents(log, sessionId)).filter(({ type }) => type === 'notify_event')
    expect(notifies.map(({ id, seq }) => ({ id, seq }))).toEqual(
      first.results().map(({ id, seq }) => ({ id, seq })),
    )
  })

  it('keeps good lines when others fail, each with the status it would have got alone', async () => {
    const { post, log } = await open()
    const answer = await post(
      lines([
        envelope('a', 1),
        '{"session_id"',
        '[]',
        { ...envelope('a', 2), source: 'x' },
        { payload: { type: 'x' } },
        { session_id: 'a' },
        { session_id: 'a', payload: 1 },
        envelope('a', 1, { payload: { type: 'other' } }),
        `{"session_id":"a","payload":{"type":"x"},"raw":"${'x'.repeat(1024 * 1024)}"}`,
        `{"session_id":"a","payload":{"type":"x","deep":${'['.repeat(70)}${']'.repeat(70)}}}`,
        '',
        envelope('b', 1),
        envelope('a', 1),
      ]),
    )
    expect(
      answer
        .results()
        .map(({ index, status, code, field, duplicate }) => [index, status, code ?? duplicate, field]),
    ).toEqual([
      [0, 204, false, undefined],
      [1, 400, 'invalid_request', undefined],
      [2, 400, 'invalid_request', undefined],
      [3, 400, 'invalid_request', 'source'],
      [4, 400, 'invalid_request', 'session_id'],
      [5, 422, 'missing_payload', 'payload'],
      [6, 422, 'invalid_payload', 'payload'],
      [7, 409, 'conflict', 'event_id'],
      [8, 413, 'payload_too_large', undefined],
      [9, 400, 'invalid_request', undefined],
      [10, 204, false, undefined],
      [11, 204, true, undefined],
    ])
    expect(answer.results().every(({ status, detail }) => status === 204 || typeof detail === 'string')).toBe(
      true,
    )
    expect(
      (await log.reader.readAll('local', 0, 100)).events.filter(({ type }) => type === 'notify_event'),
    ).toHaveLength(2)
  })

  it('answers a line each when NDJSON is asked for', async () => {
    const { post } = await open()
    const answer = await post(lines([envelope('a', 1), 'x']), {
      ...ndjson,
      accept: 'text/html, application/x-ndjson;q=0.9',
    })
    expect(answer.headers['content-type']).toBe('application/x-ndjson; charset=utf-8')
    const results = answer.text.trimEnd().split('\n')
    expect(results.map((line) => JSON.parse(line))).toMatchObject([
      { index: 0, status: 204 },
      { index: 1, status: 400 },
    ])
  })

  it('keeps the order of each session, new and known ones mixed', async () => {
    const { post, log } = await open({ sessions: ['s1'] })
    const records = Array.from({ length: 1000 }, (_, n) => envelope(`s${n % 7}`, n))
    expect((await post(lines(records))).results().every(({ status }) => status === 204)).toBe(true)
    for (const name of ['s0', 's1', 's6']) {
      const events = await readEvents(log, (await log.reader.resolve('local', name)) ?? '')
      const told = events
        .filter(({ type }) => type === 'notify_event')
        .map(({ data }) => JSON.parse(data).notify.payload.n)
      expect(told).toEqual(
        records.filter(({ session_id }) => session_id === name).map(({ payload }) => payload.n),
      )
    }
  })

  it('checks the strict mode line by line', async () => {
    const { post } = await open({ strict: true, sessions: ['known'] })
    const progress = { payload: { type: 'progress' } }
    const answer = await post(
      lines([envelope('new', 1), envelope('known', 1), envelope('known', 2, progress)]),
    )
    expect(answer.results()).toMatchObject([
      { status: 404, code: 'session_not_found', detail: 'session not found' },
      { status: 204 },
      { status: 422, detail: 'missing plan_file' },
    ])
  })

  it('does nothing at all when the call as a whole is wrong', async () => {
    const { post, total, faults } = await open()
    const good = envelope('a', 1)
    const many = Array.from({ length: 1001 }, (_, n) => envelope('a', n))
    const cases: [
      why: string,
      body: string | Buffer,
      headers: Record<string, string>,
      status: number,
      code: string,
    ][] = [
      ['1,001 lines', lines(many), ndjson, 413, 'payload_too_large'],
      ['1,001 elements', JSON.stringify(many), json, 413, 'payload_too_large'],
      ['over 16 MiB', Buffer.alloc(16 * 1024 * 1024 + 1, '\n'), ndjson, 413, 'payload_too_large'],
      ['an object', JSON.stringify(good), json, 400, 'invalid_request'],
      ['no body', '', json, 400, 'invalid_request'],
      ['half an array', `[${JSON.stringify(good)},`, json, 400, 'invalid_request'],
      ['an element that is no JSON', `[${JSON.stringify(good)},{"a":}]`, json, 400, 'invalid_request'],
      ['no media type means JSON', lines([good]), {}, 400, 'invalid_request'],
      ['another media type', lines([good]), { 'content-type': 'text/csv' }, 415, 'unsupported_media_type'],
    ]
    for (const [why, body, headers, status, code] of cases) {
      const answer = await post(body, headers)
      expect([answer.status, JSON.parse(answer.text).code], why).toEqual([status, code])
    }
    expect(await total()).toBe(0)
    expect(faults).toEqual([])
    expect((await post('', ndjson)).results()).toEqual([])
    expect((await post('[]', json)).results()).toEqual([])
    expect((await post(JSON.stringify([good]), {})).results()).toMatchObject([{ status: 204 }])
  })

  it('takes a body that arrives in pieces, and forgets one that breaks off', async () => {
    const { port, total, post } = await open()
    const text = lines([envelope('ä', 1, { raw: '€' }), envelope('ä', 2)])
    const request = openRequest(port, { method: 'POST', path: '/api/events', headers: ndjson })
    const answer = receive(request)
    for (const byte of Buffer.from(text)) request.write(Buffer.from([byte]))
    request.end()
    expect(JSON.parse((await answer).text).results).toMatchObject([{ status: 204 }, { status: 204 }])
    const before = await total()

    const broken = openRequest(port, {
      method: 'POST',
      path: '/api/events',
      headers: { ...ndjson, 'content-length': '5000' },
    })
    const ended = new Promise((resolve) => broken.once('error', resolve))
    broken.write(lines([envelope('ä', 3)]), () => broken.destroy(new Error('gone')))
    await ended
    await post(lines([envelope('ä', 1)]))
    expect(await total()).toBe(before)
  })
})
