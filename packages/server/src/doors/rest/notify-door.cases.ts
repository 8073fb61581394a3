/** One row of the notify contract, as a request and the answer it must get. */
export interface NotifyCase {
  /** The row of the contract. */
  id: string
  why: string
  /** Default mode unless said. */
  strict?: boolean
  /** Sessions that exist already. */
  sessions?: string[]
  /** Accepted before the request, to the same path. */
  before?: object[]
  path?: string
  headers?: Record<string, string>
  /** An object is sent as JSON. */
  body?: object | string | Buffer
  status: number
  code?: string
  detail?: string
  field?: string
}

/** The two examples of the notify contract, word for word. */
export const CODEX_EXAMPLE = {
  session_id: 'Codex 1',
  occurred_at: '2026-01-28T20:17:42Z',
  payload: { type: 'agent-turn-complete', turn_id: 'turn-42', model: 'gpt-5' },
  raw: '{"type":"agent-turn-complete","turn_id":"turn-42","model":"gpt-5"}',
  event_id: 'codex-notify:turn-42',
}
export const PLAN_EXAMPLE = {
  session_id: 'Codex 1',
  occurred_at: '2026-01-28T20:17:42Z',
  payload: {
    type: 'plan-L1-wip',
    plan_file: '.gestalt/plans/gestalt-notify.org',
    heading: 'Route session events via gestalt-notify',
    state: 'wip',
    level: 1,
  },
  event_id: 'manual:plan-L1-wip:gestalt-notify',
}

export const DEFAULT_PATH = '/api/sessions/Codex%201/notify'
const json = { 'content-type': 'application/json' }
const good = { session_id: 'Codex 1', payload: { type: 'x' } }
const MEBIBYTE = 1024 * 1024
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const filled = (bytes: number) => {
  const empty = JSON.stringify({ ...good, raw: '' })
  return JSON.stringify({ ...good, raw: 'x'.repeat(bytes - empty.length) })
}
const withText = (members: string) => `{"session_id":"Codex 1","payload":{"type":"x"},${members}}`

const rows = (
  id: string,
  answer: Pick<NotifyCase, 'status' | 'code' | 'detail' | 'field'>,
  cases: Partial<NotifyCase>[],
) => cases.map((one): NotifyCase => ({ id, why: '', headers: json, ...answer, ...one }))

const invalid = { status: 400, code: 'invalid_request' }
const unprocessable = { status: 422, code: 'invalid_payload' }

export const NOTIFY_CASES: readonly NotifyCase[] = [
  ...rows('notify-01', { status: 401, code: 'unauthorized' }, [
    { why: 'a wrong token', headers: { authorization: 'Bearer wrong' }, body: good },
    {
      why: 'a wrong token before a wrong media type',
      headers: { authorization: 'Bearer x', 'content-type': 'text/x' },
    },
    { why: 'another scheme', headers: { ...json, authorization: 'Basic b3duZXI6' }, body: good },
  ]),
  ...rows('notify-02', { status: 415, code: 'unsupported_media_type' }, [
    { why: 'a form', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: good },
    { why: 'plain text', headers: { 'content-type': 'text/plain' }, body: good },
    { why: 'no media type at all', headers: { 'content-type': 'garbage' }, body: good },
    {
      why: 'NDJSON belongs to another door',
      headers: { 'content-type': 'application/x-ndjson' },
      body: good,
    },
    { why: 'before the size', headers: { 'content-type': 'text/plain' }, body: filled(MEBIBYTE + 1) },
    { why: 'before the JSON', headers: { 'content-type': 'text/plain' }, body: '{' },
  ]),
  ...rows('notify-03', { status: 413, code: 'payload_too_large' }, [
    { why: 'one byte over 1 MiB', body: filled(MEBIBYTE + 1) },
    { why: 'before the JSON', body: '{'.repeat(MEBIBYTE + 1) },
    { why: 'much over it', body: Buffer.alloc(8 * MEBIBYTE, 'x') },
  ]),
  ...rows('notify-04', invalid, [
    { why: 'no body' },
    { why: 'an empty body', body: '' },
    { why: 'half an object', body: '{"session_id":"Codex 1"' },
    { why: 'something after the object', body: `${JSON.stringify(good)} x` },
    { why: 'bytes that are no UTF-8', body: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]) },
    { why: 'binary', body: Buffer.from([0, 1, 2, 3, 0x80, 0x90]) },
    { why: 'null', body: 'null', detail: 'the body must be a JSON object' },
    { why: 'an array', body: '[]', detail: 'the body must be a JSON object' },
    { why: 'a string', body: '"x"', detail: 'the body must be a JSON object' },
    { why: 'NaN', body: withText('"raw":NaN') },
    { why: 'a number as session_id', body: { ...good, session_id: 7 }, field: 'session_id' },
    { why: 'a number as event_id', body: { ...good, event_id: 7 }, field: 'event_id' },
    { why: 'an object as raw', body: { ...good, raw: {} }, field: 'raw' },
    { why: 'a number as occurred_at', body: { ...good, occurred_at: 1769631462 }, field: 'occurred_at' },
    { why: 'an empty occurred_at', body: { ...good, occurred_at: '' }, field: 'occurred_at' },
    { why: 'a date as occurred_at', body: { ...good, occurred_at: '2026-01-28' }, field: 'occurred_at' },
    {
      why: 'a time that is none',
      body: { ...good, occurred_at: '2026-13-28T20:17:42Z' },
      field: 'occurred_at',
    },
    ...['agent_id', 'agent_name', 'source', 'event_type', 'Session_ID', '__proto__'].map((field) => ({
      why: `the unknown field ${field}`,
      body: withText(`"${field}":"x"`),
      field,
      detail: `unknown field ${field}`,
    })),
    { why: 'an unknown field before a missing session_id', body: { source: 'x' }, field: 'source' },
    { why: '65 levels', body: withText(`"raw":${nested(64)}`), detail: 'nested deeper than 64 levels' },
    {
      why: '100,000 levels',
      body: withText(`"payload":${nested(100_000)}`),
      detail: 'nested deeper than 64 levels',
    },
    {
      why: 'a NUL in session_id',
      path: '/api/sessions/a%00b/notify',
      body: { ...good, session_id: 'a\0b' },
      field: 'session_id',
    },
    { why: 'half a character in event_id', body: withText('"event_id":"\\ud800"'), field: 'event_id' },
  ]),
  ...rows('notify-05', { ...invalid, detail: 'missing session id', field: 'session_id' }, [
    { why: 'no session_id', body: { payload: { type: 'x' } } },
    { why: 'a null one', body: { ...good, session_id: null } },
    { why: 'a blank one', body: { ...good, session_id: ' \t' } },
    { why: 'an empty object', body: {} },
    { why: 'before the payload', body: { payload: [] } },
  ]),
  ...rows(
    'notify-06',
    { status: 422, code: 'missing_payload', detail: 'missing payload', field: 'payload' },
    [
      { why: 'no payload', body: { session_id: 'Codex 1' } },
      { why: 'before the mismatch', body: { session_id: 'Codex 2' } },
    ],
  ),
  ...rows('notify-07', { ...unprocessable, detail: 'payload must be a JSON object', field: 'payload' }, [
    { why: 'null', body: { ...good, payload: null } },
    { why: 'an array', body: { ...good, payload: [{ type: 'x' }] } },
    { why: 'a string', body: { ...good, payload: 'x' } },
    { why: 'a number', body: { ...good, payload: 0 } },
  ]),
  ...rows('notify-08', { ...unprocessable, detail: 'missing payload type', field: 'payload.type' }, [
    { why: 'no type', body: { ...good, payload: {} } },
    { why: 'a number', body: { ...good, payload: { type: 1 } } },
    { why: 'null', body: { ...good, payload: { type: null } } },
    { why: 'blank', body: { ...good, payload: { type: ' \n' } } },
    { why: 'before the mismatch', body: { session_id: 'Codex 2', payload: {} } },
  ]),
  ...rows('notify-09', { ...invalid, detail: 'session id mismatch', field: 'session_id' }, [
    { why: 'another session', body: { ...good, session_id: 'Codex 2' } },
    { why: 'another case', body: { ...good, session_id: 'codex 1' } },
    { why: 'white space around it', body: { ...good, session_id: ' Codex 1' } },
    { why: 'before the strict mode', strict: true, body: { ...good, session_id: 'Codex 2' } },
  ]),
  ...rows('notify-10', { status: 404, code: 'session_not_found', detail: 'session not found' }, [
    { why: 'an unknown session in strict mode', strict: true, body: good },
    {
      why: 'an unknown uuid in strict mode',
      strict: true,
      path: '/api/sessions/01994f3a-0000-7000-8000-000000000001/notify',
      body: { ...good, session_id: '01994f3a-0000-7000-8000-000000000001' },
    },
    { why: 'before the plan file', strict: true, body: { ...good, payload: { type: 'progress' } } },
  ]),
  ...rows('notify-11', { ...unprocessable, detail: 'missing plan_file', field: 'payload.plan_file' }, [
    {
      why: 'progress without plan_file',
      strict: true,
      sessions: ['Codex 1'],
      body: { ...good, payload: { type: 'progress' } },
    },
    {
      why: 'a blank one',
      strict: true,
      sessions: ['Codex 1'],
      body: { ...good, payload: { type: 'Progress!', plan_file: ' ' } },
    },
    {
      why: 'a number',
      strict: true,
      sessions: ['Codex 1'],
      body: { ...good, payload: { type: 'progress', plan_file: 1 } },
    },
  ]),
  ...rows('notify-12', { status: 409, code: 'conflict', field: 'event_id' }, [
    {
      why: 'the event_id with another payload',
      before: [{ ...good, event_id: 'e' }],
      body: { ...good, event_id: 'e', payload: { type: 'y' } },
    },
  ]),
  ...rows('notify-14', { status: 204 }, [
    { why: "the contract's Codex example", body: CODEX_EXAMPLE },
    { why: "the contract's plan example", body: PLAN_EXAMPLE },
    { why: 'in strict mode too', strict: true, sessions: ['Codex 1'], body: PLAN_EXAMPLE },
    {
      why: 'strict progress with plan-file',
      strict: true,
      sessions: ['Codex 1'],
      body: { ...good, payload: { type: 'progress', 'plan-file': 'p' } },
    },
    { why: 'progress without plan_file in default mode', body: { ...good, payload: { type: 'progress' } } },
    { why: 'a duplicate', before: [CODEX_EXAMPLE], body: CODEX_EXAMPLE },
    {
      why: 'the same keys in another order',
      before: [{ ...good, event_id: 'e', payload: { type: 'x', a: 1 } }],
      body: { ...good, event_id: 'e', payload: { a: 1, type: 'x' } },
    },
    { why: 'no media type', headers: {}, body: good },
    { why: 'an empty media type', headers: { 'content-type': '' }, body: good },
    { why: 'a charset', headers: { 'content-type': 'application/json; charset=utf-8' }, body: good },
    { why: 'upper case', headers: { 'content-type': 'Application/JSON' }, body: good },
    { why: 'a +json type', headers: { 'content-type': 'application/cloudevents+json' }, body: good },
    { why: 'exactly 1 MiB', body: filled(MEBIBYTE) },
    { why: '64 levels', body: `{"session_id":"Codex 1","payload":{"type":"x","a":${nested(62)}}}` },
    { why: 'null and blank options are none', body: { ...good, occurred_at: null, raw: ' ', event_id: '' } },
    { why: 'the last of two keys', body: withText('"payload":{"type":"y"}') },
    { why: 'a type nobody knows', body: { ...good, payload: { type: '🦊 !!' } } },
    { why: 'a slash in the id', path: '/api/sessions/a%2Fb/notify', body: { ...good, session_id: 'a/b' } },
    {
      why: 'a percent sign in the id',
      path: '/api/sessions/100%25/notify',
      body: { ...good, session_id: '100%' },
    },
    { why: 'a plus is a plus', path: '/api/sessions/a+b/notify', body: { ...good, session_id: 'a+b' } },
    {
      why: 'other alphabets',
      path: `/api/sessions/${encodeURIComponent('Кодекс 1 ✨')}/notify`,
      body: { ...good, session_id: 'Кодекс 1 ✨' },
    },
    {
      why: '__proto__ inside the payload is only a name',
      body: '{"session_id":"Codex 1","payload":{"type":"x","__proto__":{"a":1}}}',
    },
  ]),
]
