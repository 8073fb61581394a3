import type { ConformanceCase } from '../case.js'
import { type Context, sessionPath } from '../engine/context.js'
import { expectProblem } from '../engine/exchange.js'
import { expectMatch, expectSame, expectThat, Failure } from '../engine/failure.js'
import { is } from '../engine/match.js'

const NDJSON = { 'content-type': 'application/x-ndjson' }
const JSON_TYPE = { 'content-type': 'application/json' }
const MEBIBYTE = 1024 * 1024

type Result = Record<string, unknown> & { index: number; status: number }

const envelope = (session: string, n: number, more: object = {}) => ({
  session_id: session,
  event_id: `e${n}`,
  payload: { type: 'x', n },
  ...more,
})

const lines = (records: readonly (object | string)[]) =>
  records.map((record) => `${typeof record === 'string' ? record : JSON.stringify(record)}\n`).join('')

const post = (context: Context, body: string | Buffer, headers: Record<string, string> = NDJSON) =>
  context.http({ method: 'POST', path: '/api/events', headers, body })

async function results(context: Context, body: string, headers = NDJSON): Promise<Result[]> {
  const answer = await post(context, body, headers)
  const { results } = (answer.json ?? {}) as { results?: Result[] }
  if (answer.status === 200 && Array.isArray(results)) return results
  throw new Failure(`a batch was answered by ${answer.status} ${answer.text.slice(0, 300)}`)
}

async function expectNothingKept(context: Context, name: string): Promise<void> {
  const { status } = await context.http({ path: sessionPath(name) })
  expectMatch('nothing of it was kept: the session', status, 404)
}

/** What a line says, and the result it must have: as alone. */
const BAD_LINES = (name: string): readonly (readonly [line: object | string, result: object])[] => [
  [envelope(name, 1), { status: 204, duplicate: false }],
  ['{"session_id"', { status: 400, code: 'invalid_request' }],
  ['[]', { status: 400, code: 'invalid_request' }],
  [
    { ...envelope(name, 2), source: 'x' },
    { status: 400, code: 'invalid_request', field: 'source' },
  ],
  [{ payload: { type: 'x' } }, { status: 400, field: 'session_id', detail: 'missing session id' }],
  [{ session_id: name }, { status: 422, code: 'missing_payload', field: 'payload' }],
  [
    { session_id: name, payload: 1 },
    { status: 422, field: 'payload' },
  ],
  [
    { session_id: name, payload: {} },
    { status: 422, field: 'payload.type', detail: 'missing payload type' },
  ],
  [envelope(name, 1, { payload: { type: 'y' } }), { status: 409, code: 'conflict', field: 'event_id' }],
  [envelope(name, 1), { status: 204, duplicate: true }],
  [envelope(name, 3), { status: 204, duplicate: false }],
]

/** Many envelopes in one call. */
export const notifyBatch: readonly ConformanceCase[] = [
  {
    id: 'batch-ndjson-and-array',
    verifies: ['NOTIFY-100', 'NOTIFY-101'],
    title: 'NDJSON and an array get the same answer for the same envelopes',
    async run(context) {
      const [one, other] = [context.name(), context.name()]
      const records = [envelope(one, 1), envelope(other, 1, { payload: { type: 'finish' } })]
      const first = await results(context, lines(records))
      expectMatch('the results', first, [
        { index: 0, status: 204, id: is.uuid, session_id: one, seq: is.atLeast(1), type: 'notify_event' },
        { index: 1, status: 204, session_id: other, type: 'notify_finish', duplicate: false },
      ])
      const second = await results(context, JSON.stringify(records, null, 2), JSON_TYPE)
      expectSame(
        'the same as an array',
        second,
        first.map((result) => ({ ...result, duplicate: true })),
      )
    },
  },
  {
    id: 'batch-1000',
    verifies: ['NOTIFY-100', 'NOTIFY-108'],
    title: '1,000 envelopes of several sessions keep the order of each',
    async run(context) {
      const names = [context.name(), context.name(), context.name()]
      const records = Array.from({ length: 1000 }, (_, n) => envelope(names[n % 3] ?? '', n))
      const all = await results(context, lines(records))
      expectThat('all are accepted', all.length === 1000 && all.every(({ status }) => status === 204))
      expectThat(
        'each has its index',
        all.every(({ index }, n) => index === n),
      )
      for (const [at, name] of names.entries()) {
        const told = (await context.events(name)).flatMap(({ notify }) =>
          notify ? [(notify as { payload: { n: number } }).payload.n] : [],
        )
        const sent = records.flatMap((_, n) => (n % 3 === at ? [n] : []))
        expectSame('the order of a session', told, sent)
      }
    },
  },
  {
    id: 'batch-bad-lines',
    verifies: ['NOTIFY-102', 'NOTIFY-100'],
    title: 'good lines are kept when others fail',
    async run(context) {
      const name = context.name()
      const rows = BAD_LINES(name)
      const told = await results(context, lines(rows.map(([line]) => line)))
      expectMatch(
        'the results',
        told,
        rows.map(([, result], index) => ({ index, ...result })),
      )
      expectThat(
        'every refusal says why',
        told.every(({ status, detail, code }) => status === 204 || (Boolean(detail) && Boolean(code))),
      )
      const kept = (await context.events(name)).filter(({ type }) => type === 'notify_event')
      expectMatch('what was kept', kept, [{ notify: { eventId: 'e1' } }, { notify: { eventId: 'e3' } }])
    },
  },
  {
    id: 'batch-over-1000',
    verifies: ['NOTIFY-103'],
    title: '1,001 envelopes are refused as a whole, as lines and as an array',
    async run(context) {
      const name = context.name()
      const many = Array.from({ length: 1001 }, (_, n) => envelope(name, n))
      const refused = { status: 413, code: 'payload_too_large' }
      expectProblem(await post(context, lines(many)), refused)
      expectProblem(await post(context, JSON.stringify(many), JSON_TYPE), refused)
      await expectNothingKept(context, name)
    },
  },
  {
    id: 'batch-long-line',
    verifies: ['NOTIFY-104'],
    title: 'a line over 1 MiB fails alone',
    async run(context) {
      const name = context.name()
      const long = envelope(name, 1, { raw: 'x'.repeat(MEBIBYTE) })
      const told = await results(context, lines([envelope(name, 0), long, envelope(name, 2)]))
      expectMatch('the results', told, [
        { status: 204 },
        { index: 1, status: 413, code: 'payload_too_large' },
        { status: 204 },
      ])
    },
  },
  {
    id: 'batch-over-16-mib',
    verifies: ['NOTIFY-105'],
    title: 'a body over 16 MiB is refused as a whole',
    async run(context) {
      const name = context.name()
      const body = Buffer.alloc(16 * MEBIBYTE + 1, '\n')
      body.write(lines([envelope(name, 1)]))
      expectProblem(await post(context, body), { status: 413, code: 'payload_too_large' })
      await expectNothingKept(context, name)
    },
  },
  {
    id: 'batch-blank-lines',
    verifies: ['NOTIFY-106'],
    title: 'blank lines count for nothing; nothing but blank lines is no error',
    async run(context) {
      const name = context.name()
      const told = await results(
        context,
        `\n\r\n${lines([envelope(name, 1)])}\n \n${lines([envelope(name, 2)])}\n`,
      )
      expectMatch('the results', told, [
        { index: 0, status: 204 },
        { index: 1, status: 204 },
      ])
      expectSame('an empty batch', await results(context, '\n'), [])
      expectSame('an empty array', await results(context, '[]', JSON_TYPE), [])
    },
  },
  {
    id: 'batch-results-as-lines',
    verifies: ['NOTIFY-107'],
    title: 'the results are lines when NDJSON is asked for',
    async run(context) {
      const headers = { ...NDJSON, accept: 'application/x-ndjson' }
      const answer = await post(context, lines([envelope(context.name(), 1), 'x']), headers)
      expectMatch('the media type', answer.headers['content-type'], is.like(/^application\/x-ndjson/))
      const told = answer.text.trimEnd().split('\n')
      expectMatch(
        'the lines',
        told.map((line) => JSON.parse(line)),
        [
          { index: 0, status: 204 },
          { index: 1, status: 400 },
        ],
      )
    },
  },
  {
    id: 'batch-not-a-batch',
    verifies: ['NOTIFY-109'],
    title: 'JSON that is no array, and half an array',
    async run(context) {
      const name = context.name()
      const good = JSON.stringify(envelope(name, 1))
      for (const body of [good, '', `[${good},`, `[${good},{"a":}]`, `[${good}] x`]) {
        expectProblem(await post(context, body, JSON_TYPE), { status: 400, code: 'invalid_request' })
      }
      await expectNothingKept(context, name)
    },
  },
  {
    id: 'batch-guards',
    verifies: ['NOTIFY-110'],
    title: 'token, media type and method of a batch',
    needs: ['token'],
    async run(context) {
      const body = lines([envelope(context.name(), 1)])
      const path = '/api/events'
      const anonymous = await context.http({ method: 'POST', path, headers: NDJSON, body, anonymous: true })
      expectProblem(anonymous, { status: 401, code: 'unauthorized' })
      const csv = await post(context, body, { 'content-type': 'text/csv' })
      expectProblem(csv, { status: 415, code: 'unsupported_media_type' })
      const read = await context.http({ path })
      expectProblem(read, { status: 405, code: 'method_not_allowed' })
      expectMatch('Allow', read.headers.allow, 'POST')
    },
  },
  {
    id: 'batch-strict',
    verifies: ['NOTIFY-111'],
    title: 'strict mode line by line',
    needs: ['strict'],
    async run(context) {
      const client = await context.client()
      const { sessionId } = await client.ask({ type: 'create_session', agentType: 'demo' })
      const known = String(sessionId)
      const progress = { payload: { type: 'progress' } }
      const told = await results(
        context,
        lines([envelope(context.name(), 1), envelope(known, 1), envelope(known, 2, progress)]),
      )
      expectMatch('the results', told, [
        { status: 404, code: 'session_not_found', detail: 'session not found' },
        { status: 204 },
        { status: 422, detail: 'missing plan_file' },
      ])
    },
  },
]
