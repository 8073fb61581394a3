import { contentOf, paramsOf, type RpcLine } from '../engine/rpc-line.js'
import type { Tampering } from './tampering-proxy.js'

type Row = readonly [what: string, tampering: Tampering, cases: readonly string[]]
type Line = NonNullable<Tampering['line']>

const lines = (change: Line): Tampering => ({ line: change })
/** Tampers with the notifications of one name. */
const told = (method: string, change: Line): Tampering =>
  lines((line) => (line.method === method ? change(line) : [line]))
const none: Line = () => []
const twice: Line = (line) => [line, line]
/** Other params. */
const params =
  (more: object): Line =>
  (line) => [{ ...line, params: { ...line.params, ...more } }]
const without =
  (name: string): Line =>
  ({ params: { [name]: _, ...rest } = {}, ...line }) => [{ ...line, params: rest }]
/** Another content of items. */
const content =
  (more: object): Line =>
  (line) => [{ ...line, params: { ...line.params, content: { ...contentOf(line), ...more } } }]
/** Another result or error, on both ways. */
const answers = (change: (line: RpcLine) => RpcLine): Tampering => ({
  line: (line) => (line.method === undefined ? [change(line)] : [line]),
  answer: (answer) => {
    const line = /^\{"jsonrpc":"2.0","id":/.test(answer.text)
      ? (JSON.parse(answer.text) as RpcLine)
      : undefined
    return line ? { ...answer, text: JSON.stringify(change(line)) } : answer
  },
})
const results = (has: string, more: object): Tampering =>
  answers((line) =>
    line.result && has in line.result ? { ...line, result: { ...line.result, ...more } } : line,
  )
const errors = (code: number, change: object): Tampering =>
  answers((line) => (line.error?.code === code ? { ...line, error: { ...line.error, ...change } } : line))
const field = (from: string, to: string): Tampering =>
  answers((line) =>
    line.error?.data?.field === from
      ? { ...line, error: { ...line.error, data: { ...line.error.data, field: to } } }
      : line,
  )
const status = (from: number, to: number): Tampering => ({
  answer: (answer) => (answer.status === from ? { ...answer, status: to } : answer),
})

/** Notifications of a name come after the answer they should come before. */
function late(method: string): Line {
  const held: RpcLine[] = []
  return (line) => {
    if (line.method === method) held.push(line)
    return line.method === method ? [] : line.method === undefined ? [line, ...held.splice(0)] : [line]
  }
}

/** What a gateway can do wrong on its JSON-RPC door, and the cases that see it at once. */
export const WRONG_RPC: readonly Row[] = [
  ['400 as 200', status(400, 200), ['rpc-bad-not-json-post', 'rpc-bad-batch-post']],
  ['413 as 400', status(413, 400), ['rpc-large-post']],
  ['204 as 200', status(204, 200), ['rpc-no-id-post']],
  ['406 as 400', status(406, 400), ['rpc-accept-post', 'rpc-accept-stream']],
  ['405 as 404', status(405, 404), ['rpc-verbs']],
  ['401 as 403', status(401, 403), ['rpc-no-token']],
  ['404 as 400', status(404, 400), ['rpc-bad-query-post']],
  ['another id', answers((line) => ({ ...line, id: 7 })), ['rpc-refusal-post', 'rpc-bad-not-json-stream']],
  [
    'an id that was read as a number',
    { ...answers((line) => (typeof line.id === 'number' ? { ...line } : line)) },
    ['rpc-ids-post', 'rpc-ids-stream'],
  ],
  ['-32700 as -32600', errors(-32700, { code: -32600 }), ['rpc-bad-not-json-post', 'rpc-bad-no-utf8-stream']],
  ['-32600 as -32700', errors(-32600, { code: -32700 }), ['rpc-bad-empty', 'rpc-bad-no-method-stream']],
  [
    '-32601 as -32600',
    errors(-32601, { code: -32600 }),
    ['rpc-unknown-method-post', 'rpc-unknown-method-stream'],
  ],
  [
    '-32002 as -32602',
    errors(-32002, { code: -32602 }),
    ['rpc-thread-unknown-post', 'rpc-request-unknown-stream'],
  ],
  [
    'a refusal without data',
    errors(-32602, { data: undefined }),
    ['rpc-input-steer-post', 'rpc-thread-folder-stream'],
  ],
  ['another field', field('input[0].content', 'input'), ['rpc-input-start-post', 'rpc-input-start-stream']],
  ['other words', errors(-32603, { message: 'no' }), ['rpc-thread-pause-post', 'rpc-thread-pause-stream']],
  ['a line twice', lines(twice), ['rpc-both-ways', 'rpc-line-ends', 'rpc-pieces']],
  [
    'a dot in a name',
    lines((line) => [line.method ? { ...line, method: line.method.replace('/', '.') } : line]),
    ['rpc-both-ways'],
  ],
  ['no seq', told('thread/started', without('seq')), ['rpc-both-ways']],
  ['no epoch', told('thread/started', without('epoch')), ['rpc-both-ways']],
  ['a field of the log', told('thread/started', params({ causeId: 'x' })), ['rpc-both-ways']],
  ['no first line', told('thread/started', none), ['rpc-body-empty']],
  ['no last line', told('stream/closed', none), ['rpc-body-empty', 'rpc-body-one-line']],
  ['a last line without cursor', told('stream/closed', without('cursor')), ['rpc-body-empty']],
  [
    'thread/started after the answer',
    lines(late('thread/started')),
    ['rpc-both-ways', 'rpc-thread-start-stream'],
  ],
  [
    'thread/paused after the answer',
    lines(late('thread/paused')),
    ['rpc-thread-pause-stream', 'rpc-many-calls'],
  ],
  [
    'session_id of its own',
    results('session_id', { session_id: 'x' }),
    ['rpc-thread-start-post', 'rpc-thread-known-stream'],
  ],
  ['another state', results('state', { state: 'running' }), ['rpc-thread-pause-post']],
  ['no next page', results('next', { next: null }), ['rpc-thread-list-post', 'rpc-thread-list-stream']],
  ['no methods', results('openrpc', { methods: [] }), ['rpc-discover-post']],
  ['no stream_id', results('stream_id', { stream_id: '' }), ['rpc-log-stream-post']],
  ['no events', results('events_processed', { events_processed: 0 }), ['rpc-status-stream']],
  [
    'thread/paused as thread/resumed',
    told('thread/paused', (line) => [
      { ...line, method: 'thread/resumed', params: { ...line.params, type: 'resumed', state: 'running' } },
    ]),
    ['rpc-thread-pause-elsewhere-post'],
  ],
  [
    'lines of another thread',
    told('thread/closed', params({ thread_id: 'thread_x' })),
    ['rpc-everyone', 'rpc-thread-deleted-post'],
  ],
  [
    'another reason of the end',
    told('stream/closed', params({ reason: 'slow' })),
    ['rpc-thread-deleted-post'],
  ],
  ['no gap', told('stream/gap', none), ['rpc-cursor-gap-post', 'rpc-cursor-gap-stream']],
  ['a gap without head', told('stream/gap', without('head')), ['rpc-cursor-gap-stream']],
  [
    'a note lost',
    lines((line) => (contentOf(line).message === 'n1' ? [] : [line])),
    ['rpc-cursor-log-stream'],
  ],
  [
    'a note twice',
    lines((line) => (contentOf(line).message === 'm7' ? [line, line] : [line])),
    ['rpc-cursor-under-load-post'],
  ],
  ['other words of a note', told('item/created', content({ message: 'x' })), ['rpc-thread-ended-stream']],
  [
    'a turn that fails without a word',
    told('turn/interrupted', params({ message: 'x' })),
    ['rpc-turn-undispatched-post', 'rpc-turn-undispatched-stream'],
  ],
  ['an answer lost', lines((line) => (line.id === 'n500' ? [] : [line])), ['rpc-many-calls']],
]

/** What shows when an agent runs. */
export const WRONG_RPC_TURNS: readonly Row[] = [
  ['no completed_at', told('turn/completed', without('completed_at')), ['rpc-body-turn']],
  [
    'inputs that are taken at once',
    lines((line) => (paramsOf(line).status === 'pending' ? params({ status: 'completed' })(line) : [line])),
    ['rpc-turn-order-post'],
  ],
  [
    'trimmed text',
    told('item/created', (line) => [
      JSON.parse(JSON.stringify(line).replaceAll('  Be brief. ', 'Be brief.')),
    ]),
    ['rpc-turn-order-stream'],
  ],
  ['items after the answer', lines(late('item/created')), ['rpc-turn-order-stream']],
  ['fewer accepted', results('accepted_items', { accepted_items: 1 }), ['rpc-turn-steer-post']],
  [
    'no reason',
    told('turn/interrupted', params({ message: 'Turn interrupted' })),
    ['rpc-turn-interrupt-post'],
  ],
  ['interrupted twice', told('turn/interrupted', twice), ['rpc-turn-one-end-stream']],
  ['a failure without code', told('turn/interrupted', without('error')), ['rpc-turn-error-post']],
  ['another code', told('turn/interrupted', params({ error: { code: 'X' } })), ['rpc-turn-crash-stream']],
  [
    'not active in other words',
    errors(-32602, { message: 'no', data: { field: 'turn_id', reason: 'no' } }),
    ['rpc-turn-interrupt-stream'],
  ],
  ['a decision of nobody', errors(-32003, { data: {} }), ['rpc-request-permission-post']],
  ['-32003 as -32002', errors(-32003, { code: -32002 }), ['rpc-request-denied-stream']],
  ['another outcome', results('outcome', { outcome: 'approved' }), ['rpc-request-dismissed-post']],
  ['a request that never goes', results('requests', { requests: [] }), ['rpc-request-question-post']],
  [
    'withdrawn as answered',
    told('item/deleted', (line) => [
      { ...line, method: 'item/updated', params: { ...line.params, type: 'updated', status: 'completed' } },
    ]),
    ['rpc-request-withdrawn-post'],
  ],
  [
    'closed before the turn ends',
    lines(swapped('turn/interrupted', 'thread/closed')),
    ['rpc-thread-close-stream'],
  ],
  ['another turn', told('turn/started', params({ turn_id: 'turn_x' })), ['rpc-turn-both-doors-post']],
]

/** What shows on gateways that a case starts itself. */
export const WRONG_RPC_OWN: readonly Row[] = [
  ['a pause that is not kept', results('paused_at', { state: 'running' }), ['rpc-pause']],
  ['no shutdown', told('stream/closed', params({ reason: 'done' })), ['rpc-pause']],
  [
    'a turn that completed',
    told('turn/interrupted', (line) => [{ ...line, params: { ...line.params, message: 'Turn failed' } }]),
    ['rpc-killed'],
  ],
]

/** Two names in the other order. */
function swapped(early: string, then: string): Line {
  const held: RpcLine[] = []
  return (line) => {
    if (line.method === early) held.push(line)
    return line.method === early ? [] : line.method === then ? [line, ...held.splice(0)] : [line]
  }
}
