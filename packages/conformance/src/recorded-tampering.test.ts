import { setMaxListeners } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CASES } from './cases/all-cases.js'
import { Context } from './engine/context.js'
import { type OwnGateway, startOwnGateway } from './engine/own-gateway.js'
import { keepRecording, type Recording, recorded } from './engine/recording.js'
import { contentOf, type RpcLine } from './engine/rpc-line.js'
import { runCase } from './engine/run-case.js'
import type { Target } from './engine/target.js'
import { type Frame, Witness } from './engine/witness.js'

// A turn of a real gateway with one thing made wrong in it afterwards: the cases must see it by themselves, without
// the witness that judges single frames.

let own: OwnGateway
let right: Recording
beforeAll(async () => {
  own = await startOwnGateway()
  const target: Target = { url: own.url, token: own.token, has: new Set() }
  const signal = AbortSignal.timeout(20_000)
  // Every socket listens to it.
  setMaxListeners(0, signal)
  const context = new Context(target, new Witness(), signal, startOwnGateway)
  right = await recorded(context)
})
afterAll(() => own.stop())

type Change = (frame: Frame) => Frame[]
const only = (type: string, change: Change): Change => {
  return (frame) => (frame.type === type ? change(frame) : [frame])
}
/** The first frame of a type, in every list it is in. */
const first = (type: string, change: Change): Change => {
  const seqs = new Set<unknown>()
  return (frame) => {
    if (frame.type !== type) return [frame]
    seqs.add(frame.seq ?? frame.fromSeq ?? frame.lastSeq)
    const [seq] = seqs
    return (frame.seq ?? frame.fromSeq ?? frame.lastSeq) === seq ? change(frame) : [frame]
  }
}
const none: Change = () => []
const set =
  (fields: object): Change =>
  (frame) => [{ ...frame, ...fields }]
const without =
  (field: string): Change =>
  ({ [field]: _, ...frame }) => [frame as Frame]
const twice: Change = (frame) => [frame, frame]

/** The same change wherever the frame was heard. */
function changed(recording: Recording, change: Change): Recording {
  const one = (frame: Frame) => change(frame)[0] as Frame
  return {
    ...recording,
    joined: recording.joined.flatMap(change),
    dotted: recording.dotted.flatMap(change),
    streamed: recording.streamed.flatMap(change),
    idle: recording.idle.flatMap(change),
    kept: recording.kept.flatMap(change),
    rest: recording.rest.flatMap(change),
    late: recording.late.map(({ snapshot, stream, live }) => ({
      snapshot: one(snapshot),
      stream: stream && one(stream),
      live: live.flatMap(change),
    })),
    resumptions: recording.resumptions.map(({ afterSeq, frames }) => ({
      afterSeq,
      frames: frames.flatMap(change),
    })),
    after: one(recording.after),
  }
}

function run(id: string, recording: Recording) {
  const one = CASES.find((known) => known.id === id) ?? expect.fail(`there is no case ${id}`)
  const target: Target = { url: 'http://127.0.0.1:9', token: '', has: new Set() }
  keepRecording(target, Promise.resolve({ recording, witness: new Witness() }))
  return runCase(one, [target], startOwnGateway)
}

const WRONG: readonly (readonly [what: string, cases: string, change: Change])[] = [
  ['a lost number', 'turn-order', first('text_delta', none)],
  ['an event twice', 'turn-order', first('tool_call', twice)],
  ['no prompt', 'turn-order', only('user_message', none)],
  ['a prompt from nowhere', 'turn-order', only('user_message', set({ via: 'notify' }))],
  ['a plan of no turn', 'turn-order', only('plan_created', without('turnId'))],
  ['a request of another turn', 'turn-order', first('permission_requested', set({ turnId: 'turn_x' }))],
  ['a stop nobody wished', 'turn-order', only('turn_complete', set({ stopReason: 'user_stopped' }))],
  ['another clientTurnId', 'turn-order', only('turn_started', without('clientTurnId'))],
  ['a state that is missing', 'turn-states', first('session_state', none)],
  ['a state without reason', 'turn-states', first('session_state', without('reason'))],
  ['another state', 'turn-states', only('session_state', set({ state: 'ready' }))],
  ['a status nobody is told', 'turn-states', first('session_updated', none)],
  ['another piece of text', 'turn-segments', first('text_delta', set({ text: 'other ' }))],
  ['a segment that is missing', 'turn-segments', first('message_complete', none)],
  ['a segment cut short', 'turn-segments', first('message_complete', set({ text: 'I' }))],
  ['another finalText', 'turn-segments', only('turn_complete', set({ finalText: 'Done.' }))],
  ['a truncated answer', 'turn-segments', only('turn_complete', set({ truncated: true }))],
  ['a gap that is missing', 'turn-gaps', first('gap', none)],
  ['a gap in two', 'turn-gaps', first('gap', twice)],
  ['another reason', 'turn-gaps', only('gap', set({ reason: 'retention' }))],
  ['a gap that ends elsewhere', 'turn-gaps', first('gap', set({ toSeq: 1 }))],
  ['snake names under dot', 'turn-naming-dot', only('message.delta', set({ type: 'text_delta' }))],
  ['dot names elsewhere', 'turn-naming-dot', only('plan.revised', set({ type: 'plan_revised' }))],
  ['no attention', 'turn-scope', only('attention_raised', none)],
  ['a name that is not the one', 'turn-names-the-session', only('thread.name_complete', set({ name: 'X' }))],
  ['no pieces of the name', 'turn-names-the-session', only('thread.name_delta', none)],
  ['a name nobody is told', 'turn-names-the-session', only('session_updated', none)],
  ['no text so far', 'late-snapshot', only('stream_snapshot', set({ textSoFar: '' }))],
  ['no thoughts so far', 'late-snapshot', only('stream_snapshot', set({ thinkingSoFar: '' }))],
  ['no calls so far', 'late-snapshot', only('stream_snapshot', set({ toolCalls: [] }))],
  ['no turn so far', 'late-snapshot', only('state_snapshot', set({ currentTurn: null }))],
  ['a live event lost', 'late-live', first('turn_complete', none)],
  ['no request', 'late-request', only('state_snapshot', set({ pendingRequests: [] }))],
  ['no attention in it', 'late-request', only('state_snapshot', set({ attention: [] }))],
  ['no plan', 'late-plan', only('state_snapshot', set({ plan: null }))],
  ['another step', 'late-plan', only('plan_step_completed', set({ status: 'pending' }))],
  ['no usage', 'late-usage', only('state_snapshot', set({ usage: { total: {}, turns: [], context: null } }))],
  ['a turn that does not end', 'late-after-the-end', only('state_snapshot', set({ currentTurn: {} }))],
  ['arguments that differ', 'work-tools', first('tool_call_delta', set({ delta: '{' }))],
  ['a call without end', 'work-tools', first('tool_result', none)],
  ['a result without output', 'work-tools', first('tool_result', without('output'))],
  ['a failure without why', 'work-tools', only('tool_error', none)],
  ['thinking that does not end', 'work-thinking', only('thinking_complete', none)],
  ['no thoughts', 'work-thinking', only('thinking_progress', set({ text: '' }))],
  ['another exit code', 'work-terminal', only('terminal_complete', set({ exitCode: 7 }))],
  ['output of no call', 'work-terminal', only('terminal_stream', without('toolCallId'))],
  ['steps that do not begin', 'work-plan', only('plan_step_started', none)],
  ['a change without why', 'work-plan', only('plan_revised', set({ reason: null }))],
  ['another plan', 'work-plan', first('plan_step_started', set({ planId: 'x' }))],
  ['no cost', 'work-usage', first('usage_update', set({ costMicroDollars: null }))],
  ['no context', 'work-usage', only('usage_context', none)],
  ['another iteration', 'work-files', first('file_changed', set({ iteration: 9 }))],
  ['another catalogue', 'work-interface', only('ui.spec_start', set({ catalogId: 'x' }))],
  ['a lost patch', 'work-interface', first('ui.spec_delta', none)],
  ['interface that is not complete', 'work-interface', only('ui.spec_complete', none)],
  ['another interface', 'work-interface', only('ui.spec_complete', set({ uiId: 'ui-9' }))],
  ['a fault nobody is told', 'work-broken-interface', only('ui.spec_error', none)],
  ['a fault without its line', 'work-broken-interface', only('ui.spec_error', set({ message: 'no' }))],
  ['a fence in the text', 'work-interface', first('message_complete', set({ text: '```spec' }))],
]

type LineChange = (line: RpcLine) => RpcLine[]
/** The lines of items of a type. */
const items = (type: string, change: LineChange): LineChange => {
  return (line) => (contentOf(line).type === type ? change(line) : [line])
}
const final = (type: string, change: LineChange): LineChange =>
  items(type, (line) => (line.params?.status === 'completed' ? change(line) : [line]))
const content =
  (more: object): LineChange =>
  (line) => [{ ...line, params: { ...line.params, content: { ...contentOf(line), ...more } } }]
const params =
  (more: object): LineChange =>
  (line) => [{ ...line, params: { ...line.params, ...more } }]
const noLine: LineChange = () => []
const twoLines: LineChange = (line) => [line, line]
const named = (method: string, change: LineChange): LineChange => {
  return (line) => (line.method === method ? change(line) : [line])
}
/** Only the first that fits, of each list. */
const once = (change: LineChange) => {
  let done = false
  return (line: RpcLine) => {
    if (done) return [line]
    const lines = change(line)
    done = lines.length !== 1 || lines[0] !== line
    return lines
  }
}

type Lists = 'told' | 'conversed' | 'late' | 'after' | 'read'

/** The same change in some of the lists. */
function changedLines(recording: Recording, lists: readonly Lists[], change: () => LineChange): Recording {
  const { rpc } = recording
  const now = (list: Lists, lines: RpcLine[]) => (lists.includes(list) ? lines.flatMap(change()) : lines)
  const asLine = (params: object): RpcLine => ({ jsonrpc: '2.0', params: { ...params } })
  const read = now('read', (rpc.read.items as object[]).map(asLine)).map((line) => line.params)
  return {
    ...recording,
    rpc: {
      told: now('told', rpc.told),
      conversed: now('conversed', rpc.conversed),
      late: rpc.late.map((lines) => now('late', lines)),
      resumptions: rpc.resumptions.map((one) => ({ ...one, after: now('after', one.after) })),
      read: { ...rpc.read, items: read },
    },
  }
}

const LIVE: readonly Lists[] = ['told', 'conversed']
const WRONG_LINES: readonly (readonly [
  what: string,
  cases: string,
  lists: readonly Lists[],
  change: () => LineChange,
])[] = [
  ['a message nobody told', 'rpc-story', LIVE, () => once(items('message', noLine))],
  ['another text', 'rpc-story', LIVE, () => final('message', content({ text: 'x' }))],
  [
    'a call without its output',
    'rpc-story',
    LIVE,
    () => final('command', content({ result: {}, output: undefined })),
  ],
  ['steps that are not done', 'rpc-story', LIVE, () => final('plan', noLine)],
  ['requests nobody answered', 'rpc-story', LIVE, () => final('request', noLine)],
  ['a turn without end', 'rpc-story', LIVE, () => named('turn/completed', noLine)],
  [
    'a turn that was interrupted',
    'rpc-story',
    LIVE,
    () => named('turn/completed', params({ state: 'interrupted' })),
  ],
  ['a line less for one of them', 'rpc-same-lines', ['conversed'], () => once(final('tool_call', noLine))],
  [
    'a line more for one of them',
    'rpc-same-lines',
    ['conversed'],
    () => once(named('turn/started', twoLines)),
  ],
  ['an item twice', 'rpc-same-lines', LIVE, () => once(items('tool_call', twoLines))],
  ['no files', 'rpc-item-types', LIVE, () => items('file_change', noLine)],
  ['an item of no turn', 'rpc-item-types', LIVE, () => items('plan', params({ turn_id: undefined }))],
  ['an id of another form', 'rpc-item-types', LIVE, () => items('plan', params({ item_id: 'plan-1' }))],
  [
    'text that shrinks',
    'rpc-item-text',
    LIVE,
    () =>
      once((line) =>
        line.method === 'item/updated' ? items('message', content({ text: '' }))(line) : [line],
      ),
  ],
  ['an answer cut short', 'rpc-item-text', LIVE, () => final('message', content({ text: 'I' }))],
  [
    'text all at once',
    'rpc-item-text',
    LIVE,
    () => (line) => (line.method === 'item/updated' && line.params?.status === 'active' ? [] : [line]),
  ],
  [
    'a result too early',
    'rpc-item-calls',
    LIVE,
    () => named('item/created', items('tool_call', content({ result: {} }))),
  ],
  ['no result', 'rpc-item-calls', LIVE, () => final('tool_call', content({ result: undefined }))],
  [
    'another exit code',
    'rpc-item-calls',
    LIVE,
    () => final('command', content({ result: { exit_code: 9 } })),
  ],
  ['no output while it runs', 'rpc-item-calls', LIVE, () => items('command', content({ output: undefined }))],
  ['a plan in two', 'rpc-item-plan', LIVE, () => final('plan', params({ item_id: 'item_other' }))],
  [
    'a change that is not told',
    'rpc-item-plan',
    LIVE,
    () => once(named('item/updated', items('plan', noLine))),
  ],
  ['another outcome', 'rpc-item-requests', LIVE, () => final('request', content({ outcome: 'approved' }))],
  ['an item that stays open', 'rpc-item-open', LIVE, () => final('reasoning', noLine)],
  ['items that are not read', 'rpc-thread-read', ['read'], () => once(items('request', noLine))],
  [
    'another id where it is read',
    'rpc-thread-read',
    ['read'],
    () => once(items('message', params({ item_id: 'item_other' }))),
  ],
  [
    'another text where it is read',
    'rpc-thread-read',
    ['read'],
    () => once(items('message', content({ text: 'x' }))),
  ],
  ['nothing of what is open', 'rpc-late', ['late'], () => named('item/created', items('message', noLine))],
  ['no first line', 'rpc-late', ['late'], () => once(named('thread/started', noLine))],
  ['one line less', 'rpc-late', ['late'], () => once(final('request', noLine))],
  ['another end of an item', 'rpc-late', ['late'], () => final('message', params({ status: 'failed' }))],
  ['a line lost', 'rpc-resumed', ['after'], () => once(final('request', noLine))],
  ['a line repeated', 'rpc-resumed', ['after'], () => once(named('turn/completed', twoLines))],
  [
    'another id in a replay',
    'rpc-resumed',
    ['after'],
    () => items('command', params({ item_id: 'item_other' })),
  ],
  ['no end in a replay', 'rpc-resumed', ['after'], () => named('turn/completed', noLine)],
]

describe('a recorded turn that is wrong', () => {
  it.each(WRONG_LINES)('%s: %s', async (_what, id, lists, change) => {
    const result = await run(id, changedLines(right, lists, change))
    expect(result).toMatchObject({ outcome: 'failed' })
    expect(result.why).not.toMatch(/^\w*Error:/)
  })

  it.each([...new Set(WRONG_LINES.map(([, id]) => id))])(
    'is not found where nothing is wrong: %s',
    async (id) => {
      const same = changedLines(right, ['told', 'conversed', 'late', 'after', 'read'], () => (line) => [line])
      expect(await run(id, same)).toMatchObject({ why: '', outcome: 'passed' })
    },
  )

  it.each(WRONG)('%s: %s', async (_what, id, change) => {
    const result = await run(id, changed(right, change))
    expect(result).toMatchObject({ outcome: 'failed' })
    expect(result.why).not.toMatch(/^\w*Error:/)
  })

  it.each([
    ['an ephemeral event that is kept', 'turn-durability', { kept: 'joined' }],
    ['other events over REST', 'turn-durability', { rest: 'joined' }],
    ['fewer over SSE', 'turn-durability', { streamed: 'idle' }],
    ['everything for everyone', 'turn-scope', { idle: 'joined' }],
    ['no other names', 'turn-naming-dot', { dotted: 'joined' }],
  ] as const)('%s: %s', async (_what, id, mixed) => {
    const lists = Object.entries(mixed).map(([to, from]) => [to, right[from as 'joined']])
    const result = await run(id, { ...right, ...Object.fromEntries(lists) })
    expect(result).toMatchObject({ outcome: 'failed' })
  })

  it('no interface in the history: turn-history', async () => {
    const history = right.history.map(({ metadata: _, ...item }) => item)
    expect(await run('turn-history', { ...right, history })).toMatchObject({ outcome: 'failed' })
  })

  it.each([...new Set(WRONG.map(([, id]) => id))])('is not found where nothing is wrong: %s', async (id) => {
    const same = changed(right, (frame) => [frame])
    expect(await run(id, same)).toMatchObject({ why: '', outcome: 'passed' })
  })
})
