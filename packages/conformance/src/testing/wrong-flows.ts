import type { Answer } from '../engine/http-call.js'
import type { Tampering } from './tampering-proxy.js'

type Row = readonly [what: string, tampering: Tampering, cases: readonly string[]]
type Json = Record<string, unknown>
type Attribute = { key: string; value: Record<string, unknown> }

/** Tampers with what JSON answers say that have this member. */
const said = (member: string, change: (json: Json) => Json): Tampering => ({
  answer: (answer) => {
    if (answer.status >= 300 || !answer.text.startsWith('{')) return answer
    const json = JSON.parse(answer.text) as Json
    return member in json ? { ...answer, text: JSON.stringify(change(json)) } : answer
  },
})
const status = (from: number, to: number): Tampering => ({
  answer: (answer: Answer) => (answer.status === from ? { ...answer, status: to } : answer),
})
const text = (from: string | RegExp, to: string): Tampering => ({
  answer: (answer) => ({ ...answer, text: answer.text.replace(from, to) }),
})
const header = (name: string, value: string | undefined): Tampering => ({
  answer: (answer) => {
    const { [name]: _, ...headers } = answer.headers
    return { ...answer, headers: value === undefined ? headers : { ...headers, [name]: value } }
  },
})
const items = (member: string, change: (all: Json[]) => Json[]): Tampering =>
  said(member, (json) => ({ ...json, [member]: change(json[member] as Json[]) }))
const fields = (change: (fields: Json) => Json): Tampering =>
  said('fields', (json) => ({ ...json, fields: change(json.fields as Json) }))
/** Every trigger that is tried matches, or none does. */
const judged = (from: 'matches' | 'unmatched', to: 'matches' | 'unmatched'): Tampering =>
  said('matches', (json) => ({
    ...json,
    [to]: [...(json[to] as Json[]), ...(json[from] as Json[])],
    [from]: [],
  }))

/** Tampers with the attributes of records, in lists and on streams. */
function attributes(change: (all: Attribute[]) => Attribute[]): Tampering {
  const changed = (record: Json) => ({ ...record, attributes: change(record.attributes as Attribute[]) })
  return {
    ...items('records', (all) => all.map(changed)),
    block: inBlocks((record) => ('attributes' in record ? [changed(record)] : [record])),
  }
}
const valued = (key: string, stringValue: string): Tampering =>
  attributes((all) => all.map((one) => (one.key === key ? { key, value: { stringValue } } : one)))
const lacking = (key: string | RegExp): Tampering =>
  attributes((all) => all.filter((one) => !(typeof key === 'string' ? one.key === key : key.test(one.key))))

function inBlocks(change: (frame: Json) => Json[]): NonNullable<Tampering['block']> {
  return (block) => {
    const [head, data] = block.split('data: ')
    if (data === undefined) return block
    return change(JSON.parse(data) as Json)
      .map((frame) => `${head}data: ${JSON.stringify(frame)}`)
      .join('\n\n')
  }
}
const block = (from: string | RegExp, to: string): Tampering => ({ block: (one) => one.replace(from, to) })
/** Of what a stream tells, one record is lost, or told twice. */
function seventh(times: 0 | 2): Tampering {
  const isSeventh = (record: Json) =>
    'attributes' in record &&
    (record.attributes as Attribute[]).some(({ key, value }) => key === 'n' && value.stringValue === '7')
  return { block: inBlocks((record) => (isSeventh(record) ? Array(times).fill(record) : [record])) }
}
const delivery = (change: Json): Tampering =>
  items('deliveries', (all) => all.map((row) => ({ ...row, ...change })))

/** What a gateway can do wrong with flows and logs, and the cases that see it. One after the other: some replace all flows. */
export const WRONG_FLOWS: readonly Row[] = [
  ['no session.id', fields(({ 'session.id': _, ...rest }) => rest), ['flow-fields-plan']],
  ['the uuid instead of the name', fields((all) => ({ ...all, session_id: 'x' })), ['flow-fields-session']],
  ['a payload that overwrites', fields((all) => ({ ...all, timestamp: 'evil' })), ['flow-fields-protected']],
  [
    'an event id of the payload',
    fields((all) => ({ ...all, 'notify.event_id': 'evil' })),
    ['flow-fields-protected-event-id'],
  ],
  ['kebab alone', fields(({ turn_id: _, ...rest }) => rest), ['flow-fields-kebab']],
  ['lists as fields', fields((all) => ({ ...all, list: '["a"]' })), ['flow-fields-no-scalars']],
  [
    'colours in fields',
    fields((all) => ({ ...all, summary: '\u001b[31mred' })),
    ['flow-fields-clean', 'flow-fields-recorded'],
  ],
  ['numbers as numbers', fields((all) => ({ ...all, n: 7 })), ['flow-fields-scalars']],
  ['an exponent', fields((all) => ({ ...all, large: '1e+21' })), ['flow-fields-numbers']],
  [
    'everything matches',
    judged('unmatched', 'matches'),
    [
      'flow-where-other-type',
      'flow-where-one-of-two',
      'flow-where-present-absent',
      'flow-where-session-stem',
      'flow-where-pattern',
    ],
  ],
  [
    'nothing matches',
    judged('matches', 'unmatched'),
    [
      'flow-where-nothing',
      'flow-where-lower-case',
      'flow-where-session-ids',
      'flow-template-key',
      'flow-config-aliases',
    ],
  ],
  ['no reason', items('unmatched', (all) => all.map((one) => ({ ...one, reason: '' }))), ['flow-where-part']],
  [
    'a value rendered again',
    text(/"message":"\{\{summary\}\}/, '"message":"A Plan'),
    ['flow-template-single-pass', 'flow-template-escape'],
  ],
  [
    'an unknown name that stays',
    text('"message":"[||||]"', '"message":"[{{nothing}}]"'),
    ['flow-template-unknown'],
  ],
  ['quotes that break out', text('\\\\\\"', '\\"'), ['flow-template-json']],
  [
    'a line end that is typed',
    text('"message":"Review one', '"message":"Review \\none'),
    ['flow-template-terminal'],
  ],
  [
    'a dry run that is kept',
    { answer: (one) => (one.status === 404 ? { ...one, status: 200 } : one) },
    ['flow-dry-run-refused'],
  ],
  [
    '400 as 200',
    status(400, 200),
    [
      'flow-dry-run-refused',
      'flow-config-level',
      'flow-import-wrong',
      'log-bad-values',
      'flow-doors-parameter',
    ],
  ],
  ['422 as 400', status(422, 400), ['flow-dry-run-refused']],
  [
    'a refusal that names another field',
    text(/"field":"[^"]*"/, '"field":"x"'),
    ['flow-config-unknown-of-trigger', 'flow-trigger-refused', 'flow-doors-parameter'],
  ],
  ['a config that comes back otherwise', text('"label":"New plan created",', ''), ['flow-config-example']],
  ['no warning', text('"warnings"', '"notes"'), ['flow-config-example']],
  ['409 as 400', status(409, 400), ['flow-config-twice', 'flow-import-twice', 'flow-each-for-itself']],
  ['412 as 200', status(412, 200), ['flow-config-if-match']],
  ['an ETag that stays', header('etag', '"x"'), ['flow-config-if-match']],
  ['201 as 200', status(201, 200), ['flow-trigger-put', 'flow-trigger-names']],
  ['204 as 200', status(204, 200), ['flow-trigger-put']],
  ['415 as 400', status(415, 400), ['flow-import', 'flow-config-bodies']],
  ['another line', text(/"line":\d+/, '"line":2'), ['flow-import-wrong']],
  ['413 as 400', status(413, 400), ['flow-import-bomb']],
  ['an export in the page', header('content-disposition', 'inline'), ['flow-export']],
  ['an activity too many', text(/^\[\{/, '[{"id":"run_command","fields":[]},{'), ['flow-activities']],
  [
    'a type without sample',
    said('samples', (json) => ({ ...json, samples: {} })),
    ['flow-event-types', 'flow-dry-run-sample'],
  ],
  ['events of others', items('events', (all) => [...all].reverse()), ['flow-recent-events']],
  ['a toast of another level', block('"level":"warning"', '"level":"info"'), ['flow-toast']],
  [
    'a toast that is no event',
    { frame: (frame) => [frame.type === 'toast' ? { ...frame, message: 'x' } : frame] },
    ['flow-toast'],
  ],
  ['a delivery of another key', delivery({ id: 'x' }), ['flow-toast']],
  ['no chain', delivery({ chain: [] }), ['flow-toast', 'flow-loop']],
  [
    'a duplicate that is delivered',
    items('deliveries', (all) => all.map((row) => ({ ...row, event_id: all.at(-1)?.event_id }))),
    ['flow-duplicate'],
  ],
  [
    'the oldest first',
    items('deliveries', (all) => [...all].reverse()),
    ['flow-deliveries-list', 'flow-changed'],
  ],
  [
    'what failed is done',
    text(/"status":"dead"/g, '"status":"done"'),
    ['flow-each-for-itself', 'flow-deliveries-list'],
  ],
  ['stopped without a word', delivery({ error: undefined }), ['flow-loop', 'flow-each-for-itself']],
  [
    'another prompt',
    { frame: (frame) => [frame.type === 'user_message' ? { ...frame, content: 'x' } : frame] },
    ['flow-type-to-agent'],
  ],
  ['flow_unavailable', text('"dispatch":"queued"', '"dispatch":"flow_unavailable"'), ['flow-toast']],
  ['401 as 403', status(401, 403), ['flow-doors-token']],
  ['another Allow', header('allow', 'GET'), ['flow-doors-method']],

  ['raw in records', valued('n', 'only-in-raw'), ['log-raw']],
  ['a bad line that is told', valued('n', '3'), ['flow-batch']],
  ['a record where there is none', text('"records":[]', '"records":[{}]'), ['log-filters', 'log-raw']],
  ['another category', valued('gestalt.category', 'event'), ['log-record', 'log-protected']],
  ['a dispatch that is not told', lacking('notify.dispatch'), ['log-record']],
  ['aliases one way', lacking(/^notify\.(summary|n)$/), ['log-record']],
  ['a duplicate like others', lacking('notify.duplicate'), ['log-duplicate']],
  [
    'a duplicate that is not told',
    items('records', (all) => all.filter((one) => !JSON.stringify(one).includes('notify.duplicate'))),
    ['log-duplicate'],
  ],
  [
    'a record of a kind of its own',
    items('records', (all) => all.map((one) => ({ ...one, type: 'log' }))),
    ['log-record'],
  ],
  ['a secret', valued('kept', 'ghp_0123456789abcdefghijABCDEFGHIJ012345'), ['log-redaction']],
  ['colours in records', valued('summary', '\u001b[31mred'), ['log-protected']],
  [
    'the newest first',
    items('records', (all) => [...all].reverse()),
    ['log-filters', 'log-paging', 'log-duplicate'],
  ],
  [
    'a page that repeats',
    items('records', (all) => [...all.slice(0, 1), ...all.slice(0, 1)]),
    ['log-paging', 'log-filters'],
  ],
  [
    'next that is none',
    said('next', (json) => ('records' in json ? { ...json, next: null } : json)),
    ['log-paging'],
  ],
  ['another retry', block('retry: 5000', 'retry: 1000'), ['log-stream', 'notifications-stream']],
  ['no ids', block(/^id: .*\n/m, ''), ['log-stream', 'log-stream-resume', 'notifications-stream']],
  ['a window that is not told', lacking('gestalt.replay_window'), ['log-stream', 'log-stream-windows']],
  ['a record lost on the way', seventh(0), ['log-stream-resume', 'log-stream-joined']],
  ['a record told twice', seventh(2), ['log-stream-resume', 'log-stream-joined']],
  ['no gap', { block: (one) => (one.includes('event: gap') ? '' : one) }, ['log-stream-gap']],
  [
    'notices of everything',
    {
      block: inBlocks((frame) =>
        frame.type === 'attention_raised' ? [frame, { ...frame, type: 'notify_event' }] : [frame],
      ),
    },
    ['notifications-stream'],
  ],
  [
    'attention that stays',
    { block: (one) => (one.includes('attention_cleared') ? '' : one) },
    ['notifications-stream'],
  ],
]

/** The same of webhooks, on a gateway to which 127.0.0.1 is open. */
export const WRONG_WEBHOOKS: readonly Row[] = [
  ['another secret', text(/whsec_..../, 'whsec_AAAA'), ['flow-webhook', 'flow-webhook-secret']],
  [
    'no response',
    delivery({ response: undefined }),
    ['flow-webhook', 'flow-webhook-gone', 'flow-webhook-again'],
  ],
  ['one attempt too many', delivery({ attempts: 3 }), ['flow-webhook-gone', 'flow-webhook-redirect']],
  [
    'dead as done',
    text(/"status":"dead"/g, '"status":"done"'),
    ['flow-webhook-gone', 'flow-webhook-redirect'],
  ],
  ['a dry run that keeps sessions', status(404, 200), ['flow-dry-run-sends-nothing', 'flow-webhook-secret']],
]

/** What shows on gateways that a case starts itself. */
export const WRONG_FLOWS_OWN: readonly Row[] = [
  ['files that cannot be read', text('"state":"ready"', '"state":"unreadable"'), ['flow-files']],
  ['queued with flows off', text('flow_unavailable', 'queued'), ['flow-off']],
  ['a delivery that is another', delivery({ id: 'x' }), ['flow-restart']],
  ['queued and unreadable', text('flow_unavailable', 'queued'), ['flow-unreadable']],
]
