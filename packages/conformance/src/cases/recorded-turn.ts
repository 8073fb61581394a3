import { canMove, type EventType, isDurable, nameOf, rowOf, type SessionStatus } from '@signalbox/protocol'
import { ANY, type ConformanceCase } from '../case.js'
import { expectMatch, expectSame, expectThat } from '../engine/failure.js'
import { expectInOrder, expectNumbered } from '../engine/in-order.js'
import { is, show } from '../engine/match.js'
import { expectPromptFirst } from '../engine/prompt-first.js'
import { PROMPT, type Recording, recorded } from '../engine/recording.js'
import type { Frame } from '../engine/witness.js'

const TENANT: ReadonlySet<string> = new Set([
  'session_created',
  'session_updated',
  'attention_raised',
  'attention_cleared',
  'watch_state',
])
/** Before these the text so far must have been told as one segment. */
const CUTS: ReadonlySet<string> = new Set([
  'tool_call_start',
  'tool_call',
  'permission_requested',
  'question_requested',
  'turn_complete',
])
const STATES = 'activating ready running waiting running waiting running waiting running ready'

/** A case that looks at the one turn all of them share. */
export function recordedCase(
  id: string,
  verifies: ConformanceCase['verifies'],
  title: string,
  check: (recording: Recording) => void,
): ConformanceCase {
  const run: ConformanceCase['run'] = async (context) => check(await recorded(context))
  return { id, verifies, title, needs: ANY, beside: true, run }
}

const typed = (event: Frame) => event.type as EventType
const textOf = (events: readonly Frame[], type: string) =>
  events.flatMap((event) => (event.type === type ? [String(event.text)] : []))

/** A whole turn: order, durability, form and who hears it. */
export const recordedTurn: readonly ConformanceCase[] = [
  recordedCase(
    'turn-order',
    ['GATEWAY-601', 'GATEWAY-606', 'GATEWAY-412', 'GATEWAY-607', 'GATEWAY-403'],
    'from inactive to the prompt, to the end, to ready: every number, nothing of the turn outside of it',
    ({ joined, kept, turnId }) => {
      expectNumbered('what was heard', joined, 2)
      for (const events of [joined, kept]) expectPromptFirst(events, turnId)
      const [started, prompt, end] = expectInOrder('the turn', joined, [
        { type: 'turn_started', turnId, clientTurnId: 'recorded' },
        { type: 'user_message', turnId, content: PROMPT, via: 'ws', itemId: is.text },
        { type: 'turn_complete', turnId, stopReason: is.absent },
      ]) as [Frame, Frame, Frame]
      const between = joined.slice(joined.indexOf(started) + 1, joined.indexOf(prompt))
      const told = between.filter(
        ({ type }) => !['session_state', 'session_updated', 'watch_state'].includes(type),
      )
      expectSame('nothing is said before the prompt is told', told, [])
      for (const event of joined) {
        const inside = Number(event.seq) >= Number(started.seq) && Number(event.seq) <= Number(end.seq)
        const wanted = inside && rowOf(typed(event)).turn !== undefined ? turnId : is.absent
        expectMatch(`the turnId of ${event.type}`, event.turnId, wanted)
      }
    },
  ),
  recordedCase(
    'turn-states',
    ['GATEWAY-601', 'GATEWAY-501', 'GATEWAY-505', 'GATEWAY-631'],
    'the states of a turn with three requests, each told as status',
    ({ joined }) => {
      const states = joined.filter(({ type }) => type === 'session_state')
      expectSame('the states', states.map(({ state }) => state).join(' '), STATES)
      expectMatch('their reasons', states, [
        { reason: 'run_turn' },
        { reason: 'activated' },
        { reason: 'turn_started' },
        { reason: 'permission' },
        { reason: 'answered' },
        { reason: 'question' },
        { reason: 'answered' },
        { reason: 'permission' },
        { reason: 'answered' },
        { reason: 'turn_complete' },
      ])
      let known: SessionStatus = 'inactive'
      for (const [index, event] of joined.entries()) {
        if (event.type !== 'session_state') continue
        const state = event.state as SessionStatus
        expectThat(`${known} may become ${state}`, canMove(known, state))
        known = state
        const next = joined.slice(index + 1).find(({ type }) => /^session_(state|updated)$/.test(type))
        expectMatch(`what is told of ${state}`, next, { type: 'session_updated', session: { status: state } })
      }
    },
  ),
  recordedCase(
    'turn-segments',
    ['GATEWAY-608', 'GATEWAY-609'],
    'text_delta, message_complete and finalText say the same, cut where something else comes',
    ({ joined }) => {
      let segment = ''
      for (const event of joined) {
        if (event.type === 'text_delta') segment += event.text
        if (event.type === 'message_complete') {
          expectThat('a segment is not empty', event.text !== '')
          expectSame('a segment', event.text, segment)
          segment = ''
        }
        if (CUTS.has(event.type)) expectSame(`the text before ${event.type} was told`, segment, '')
      }
      const segments = textOf(joined, 'message_complete')
      expectThat(`there are several segments: ${show(segments)}`, segments.length > 5)
      const end = joined.find(({ type }) => type === 'turn_complete')
      expectSame('the segments', segments.join(''), end?.finalText)
      expectSame('the pieces', textOf(joined, 'text_delta').join(''), end?.finalText)
      expectMatch('it is all of it', end, { truncated: is.absent, bytes: is.absent })
    },
  ),
  recordedCase(
    'turn-durability',
    ['GATEWAY-611', 'GATEWAY-406'],
    'what is durable is kept as it was heard, what is ephemeral is not kept',
    ({ joined, streamed, kept, rest }) => {
      const durable = joined.filter((event) => isDurable(typed(event)))
      const ephemeral = new Set(joined.filter((event) => !isDurable(typed(event))).map(({ type }) => type))
      expectThat(`there is both: ${[...ephemeral]}`, ephemeral.size >= 10 && durable.length > 50)
      expectMatch('the first that is kept', kept[0], { type: 'session_created', seq: 1 })
      expectSame('get_events', kept.slice(1), durable)
      expectSame('over REST', rest, kept)
      expectSame('live over SSE', streamed, joined)
    },
  ),
  recordedCase(
    'turn-gaps',
    ['GATEWAY-612', 'GATEWAY-611', 'GATEWAY-304', 'GATEWAY-305'],
    'a replay has what is kept, and one gap for each run of numbers that is not',
    ({ kept, joined, resumptions }) => {
      const head = Number(joined.at(-1)?.seq)
      for (const { afterSeq, frames } of resumptions) {
        expectSame(`after ${afterSeq}`, frames, withGaps(kept, afterSeq, head))
      }
      const gaps = resumptions.flatMap(({ frames }) => frames.filter(({ type }) => type === 'gap'))
      expectThat('there are gaps, one of them from the middle of a run', gaps.length > 10)
    },
  ),
  recordedCase(
    'turn-naming-dot',
    ['GATEWAY-407'],
    'under naming=dot the same events, each by its other name where it has one',
    ({ joined, dotted }) => {
      const renamed = joined.map((event) => ({ ...event, type: nameOf(typed(event), 'dot') }))
      expectSame('what is heard', dotted, renamed)
      for (const type of ['message.delta', 'message.complete', 'thinking.progress', 'terminal.stream']) {
        expectInOrder(type, dotted, [{ type }])
      }
      for (const type of ['plan.created', 'plan.step_started', 'plan.step_completed', 'plan.revised']) {
        expectInOrder(type, dotted, [{ type }])
      }
    },
  ),
  recordedCase(
    'turn-scope',
    ['GATEWAY-410', 'GATEWAY-409', 'GATEWAY-408'],
    'who has not joined hears of status and attention, and not a word of the turn',
    ({ joined, idle }) => {
      expectSame(
        'what the idle one hears',
        idle,
        joined.filter(({ type }) => TENANT.has(type)),
      )
      for (const type of ['attention_raised', 'attention_cleared', 'session_updated']) {
        expectInOrder(type, idle, [{ type }])
      }
    },
  ),
  recordedCase(
    'turn-history',
    ['GATEWAY-213', 'GATEWAY-684'],
    'the prompt and the whole answer, with the interface it drew',
    ({ joined, history, turnId, after }) => {
      const end = joined.find(({ type }) => type === 'turn_complete')
      const drawn = joined.find(({ type }) => type === 'ui.spec_complete')
      const items = [
        { role: 'user', content: PROMPT, turnId, createdAt: is.number, id: is.text },
        {
          role: 'assistant',
          content: end?.finalText,
          turnId,
          metadata: { uiSpecs: [{ uiId: drawn?.uiId, spec: drawn?.spec }] },
        },
      ]
      expectMatch('the history', history, items)
      expectMatch('recentHistory of the snapshot', after.recentHistory, items)
    },
  ),
  recordedCase(
    'turn-names-the-session',
    ['GATEWAY-622'],
    'a session nobody named is named after its first prompt, when the turn has ended',
    ({ joined, turnId, after }) => {
      const [, , delta, complete, updated] = expectInOrder('the name', joined, [
        { type: 'turn_complete', turnId },
        { type: 'session_state', state: 'ready' },
        { type: 'thread.name_delta', delta: is.text },
        { type: 'thread.name_complete', name: is.text, by: 'prompt' },
        { type: 'session_updated', session: { name: is.text } },
      ])
      expectSame('the pieces', delta?.delta, complete?.name)
      expectMatch('the session', updated?.session, { name: complete?.name })
      expectMatch('the snapshot', after.session, { name: complete?.name })
    },
  ),
]

/** What a replay from a cursor must be: the kept events, and between them what is missing. */
function withGaps(kept: readonly Frame[], afterSeq: number, head: number): object[] {
  const sessionId = kept[0]?.sessionId
  const frames: object[] = []
  let last = afterSeq
  const gapTo = (toSeq: number) => {
    if (toSeq > last) frames.push({ type: 'gap', sessionId, fromSeq: last, toSeq, reason: 'ephemeral' })
  }
  for (const event of kept) {
    const seq = Number(event.seq)
    if (seq <= afterSeq) continue
    gapTo(seq - 1)
    frames.push(event)
    last = seq
  }
  gapTo(head)
  return frames
}
