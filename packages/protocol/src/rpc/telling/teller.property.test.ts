import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../event.js'
import { type EventType, isDurable, isNumbered, REGISTRY, rowOf } from '../../registry/registry.js'
import { commanded, happens, type Step } from '../../session/story.fixture.js'
import { type Item, itemsOf } from './items-of.js'
import { encodeLine, type HeardEvent, type RpcLine } from './line.js'
import { Teller } from './teller.js'
import {
  DRIVEN_META,
  durable,
  EPOCH,
  fit,
  heardOf,
  linesOf,
  OBSERVED_META,
  type Timed,
} from './told.fixture.js'

const pick = fc.constantFrom
const RUNS = { numRuns: 100 }
const TYPES = (Object.keys(REGISTRY) as EventType[]).filter(isNumbered)

/** Events in any order, of any data: what no log would have. */
const odd: fc.Arbitrary<HeardEvent[]> = fc
  .array(
    fc.record({
      type: pick(...TYPES),
      sessionId: pick('01994f3a-1000-7000-8000-000000000001', 'odd'),
      turnId: pick(undefined, 'turn_01994f3a-2000-7000-8000-000000000001', 'turn_1'),
      after: fc.nat(100),
      example: fc.boolean(),
      data: fc.dictionary(
        pick(
          'toolCallId',
          'requestId',
          'text',
          'planId',
          'steps',
          'fromSeq',
          'content',
          'parts',
          'state',
          'notify',
        ),
        fc.oneof(pick('c', 'r', 1, 2, 3), fc.jsonValue()),
      ),
    }),
    { maxLength: 60 },
  )
  .map((all) => {
    let ts = 0
    return all.map(({ type, sessionId, turnId, after, example, data }, at) => {
      ts += after
      const told = JSON.stringify(example ? { ...rowOf(type).example, ...data } : data)
      return {
        type,
        sessionId,
        seq: at + 1,
        offset: at,
        ts,
        data: told,
        ...(turnId === undefined ? {} : { turnId }),
      }
    })
  })

const text = fc.string({ unit: 'binary', maxLength: 5 })
const toolCallId = pick('c1', 'c2')
const requestId = pick('r1', 'r2')
const own = pick({}, {}, { nativeTurnId: 'native-turn-1' }, { nativeTurnId: 'native-turn-2' })
const plan = fc.record({
  planId: pick('p1', 'p2'),
  title: text,
  steps: fc.array(fc.record({ id: pick('s0', 's1'), title: text, status: pick('pending', 'completed') }), {
    maxLength: 2,
  }),
})
const by = { userId: 'u', via: 'ws' }

/** What agents and people do, in any order; the log makes of it what can be. */
const SAID: Partial<Record<EventType, fc.Arbitrary<JsonObject>>> = {
  text_delta: fc.record({ text }),
  message_complete: fc.record({ text }),
  thinking_start: fc.constant({}),
  thinking_progress: fc.record({ text }),
  thinking_complete: fc.constant({}),
  tool_call: fc.record({
    toolCallId,
    toolName: pick('exec', 'grep'),
    args: fc.jsonValue() as fc.Arbitrary<JsonObject>,
  }),
  tool_result: fc.record({ toolCallId, status: pick('success', 'error'), output: text }),
  tool_error: fc.record({ toolCallId, error: text }),
  terminal_stream: fc.oneof(fc.record({ data: text, toolCallId }), fc.record({ data: text })),
  terminal_complete: fc.oneof(
    fc.record({ exitCode: pick(0, 1), toolCallId }),
    fc.record({ exitCode: pick(0, 1) }),
  ),
  permission_requested: fc.record({ requestId, toolName: pick('exec'), description: text }),
  approval_resolved: fc.record({ requestId, approved: fc.boolean(), by: fc.constant(by) }),
  request_closed: fc.record({ requestId, reason: pick('withdrawn', 'expired', 'resolved_elsewhere') }),
  plan_created: plan,
  plan_revised: plan,
  plan_step_started: fc.record({ planId: pick('p1', 'p2'), stepId: pick('s0', 's1'), title: text }),
  user_message: fc.record({ content: text, via: pick('ws') }),
  steer_sent: fc.record({ steerId: pick('s'), content: text }),
  stop_acknowledged: fc.record({ reason: text }),
  turn_started: fc.constant({}),
  turn_complete: fc.record({
    finalText: text,
    stopReason: pick('', 'user_stopped', 'aborted'),
    backgroundTasks: pick(0, 1),
  }),
  turn_error: fc.record({ message: text, code: pick('AGENT_ERROR') }),
  agent_notification: fc.record({ message: text }),
  file_changed: fc.record({ path: text, iteration: pick(1), size: fc.nat() }),
  session_state: fc.record({ state: pick('ready', 'inactive', 'activating') }),
  session_archived: fc.constant({}),
  session_unarchived: fc.constant({}),
  usage_context: fc.constant({ contextTokens: 1, maxContextTokens: 2 }),
}

const step: fc.Arbitrary<Step> = fc
  .oneof(
    // What makes turns, more often than the rest.
    { weight: 1, arbitrary: pick<EventType>('turn_started', 'turn_complete', 'user_message', 'text_delta') },
    { weight: 2, arbitrary: pick(...(Object.keys(SAID) as EventType[])) },
  )
  .chain((type) =>
    fc
      .tuple(SAID[type] ?? fc.constant({}), own, fc.boolean())
      .map(([data, more, command]) => (command ? commanded(type, data) : happens(type, data, more))),
  )

const timed: fc.Arbitrary<Timed> = fc.tuple(pick(1, 10, 60), step).map(([after, one]): Timed => [after, one])

const story: fc.Arbitrary<HeardEvent[]> = fc
  .tuple(pick(DRIVEN_META, OBSERVED_META), fc.array(timed, { minLength: 10, maxLength: 60 }))
  .map(([meta, steps]) =>
    heardOf(
      [
        commanded('session_state', { state: 'activating' }),
        happens('session_state', { state: 'ready' }),
        ...steps,
      ],
      meta,
    ),
  )

const contentOf = ({ params }: RpcLine) => params.content as JsonObject | undefined
const idOf = ({ params }: RpcLine) => String(params.item_id)

/** Each item is created before anything else is said of it, and once as long as it is there. */
function checkLives(lines: readonly RpcLine[]): void {
  const living = new Set<string>()
  const over: unknown[] = []
  for (const line of lines) {
    const { turn_id } = line.params
    if (line.method === 'turn/completed' || line.method === 'turn/interrupted') over.push(turn_id)
    // Of turns that were over long ago it is not known any more what was told.
    if (!line.method.startsWith('item/') || over.slice(0, -2).includes(turn_id ?? '')) continue
    // A request that was answered may be asked again.
    const asked = line.method === 'item/created' && contentOf(line)?.type === 'request'
    const known = living.has(idOf(line)) && !asked
    if (known === (line.method === 'item/created')) throw new Error(`not in order: ${encodeLine(line)}`)
    if (line.method === 'item/deleted') living.delete(idOf(line))
    else living.add(idOf(line))
  }
}

describe('of any events', () => {
  it('every line fits, nothing throws, and nothing that is owed stays so', () => {
    fc.assert(
      fc.property(odd, (events) => {
        const teller = new Teller(EPOCH)
        for (const event of events) {
          teller.hear(event)
          if (event.seq % 3 === 0) continue
          for (const line of teller.lines()) fit(line, event)
          if (event.seq % 7 === 0)
            for (const { event: last, lines } of teller.owed()) for (const line of lines) fit(line, last)
          for (const { event: last, line } of teller.open()) fit(line, last)
        }
        teller.owed()
        expect(teller.owes).toBe(false)
      }),
      { numRuns: 150 },
    )
  })
})

describe('of whatever the log decides', () => {
  it('items are created, then changed; and none is open when its turn is over', () => {
    fc.assert(
      fc.property(story, (events) => {
        checkLives(linesOf(events))
        checkLives(linesOf(durable(events)))
      }),
      RUNS,
    )
  })

  it('what is told live of what is kept is what a replay tells', () => {
    fc.assert(
      fc.property(story, (events) => {
        const [live, replay] = [new Teller(EPOCH), new Teller(EPOCH)]
        for (const event of events) {
          const lines = linesOf([event], live)
          if (isDurable(event.type)) expect(kept(lines)).toEqual(kept(linesOf([event], replay)))
        }
        const [heard, replayed] = [itemsOf(linesOf(events)), itemsOf(linesOf(durable(events)))]
        expect(lasting(heard)).toEqual(lasting(replayed))
      }),
      RUNS,
    )
  })

  it('who resumes at any line is told the rest, and nothing twice', () => {
    fc.assert(
      fc.property(story, fc.nat(), (events, at) => {
        const teller = new Teller(EPOCH)
        const live = events.map((event) => ({ event, lines: linesOf([event], teller) }))
        const places = live.flatMap(({ lines }, index) => (lines.length > 0 ? [index] : []))
        const cut = places[at % places.length] ?? 0
        const { seq, sessionId } = live[cut]?.event ?? { seq: 0, sessionId: '' }
        const before = durable(events.slice(0, cut + 1))
        const turn = before.findLastIndex(
          ({ type, data }) => type === 'turn_started' && !data.includes('past'),
        )
        const resumed = new Teller(EPOCH)
        for (const event of before.slice(Math.max(turn, 0))) resumed.hear(event)
        resumed.resumedAt(sessionId, seq)
        const rest = linesOf(durable(events.slice(cut + 1)), resumed)
        const seen = live.slice(0, cut + 1).flatMap(({ lines }) => lines)
        const created = new Set(seen.filter(({ method }) => method === 'item/created').map(idOf))
        for (const line of seen) if (line.method === 'item/deleted') created.delete(idOf(line))
        const known = [...before.slice(Math.max(turn, 0)), ...events.slice(cut + 1)]
        const turns = new Set(known.flatMap(({ type, turnId }) => (type === 'turn_started' ? [turnId] : [])))
        const again = rest.filter((line) => line.method === 'item/created' && created.has(idOf(line)))
        // What is told late of turns before the one that was resumed in may have been told.
        expect(again.filter((line) => isOnce(line) && turns.has(String(line.params.turn_id)))).toEqual([])
      }),
      RUNS,
    )
  })
})

/** What outlives a turn may be asked or planned again under its id. */
function isOnce(line: RpcLine): boolean {
  const { type } = contentOf(line) ?? {}
  return type !== 'request' && type !== 'plan'
}

/** What of the lines of a kept event follows from kept events alone. */
function kept(lines: readonly RpcLine[]): JsonObject[] {
  return lines
    .filter((line) => {
      const content = contentOf(line)
      const born = line.method === 'item/created' && content?.role === 'assistant'
      const taken = line.method === 'item/updated' && content === undefined
      const lost = line.method === 'item/deleted' && !String(line.params.turn_id).startsWith('req')
      return content?.type !== 'reasoning' && !born && !taken && !lost
    })
    .map(({ method, params }) => {
      return { method, ...params, content: unprinted((params.content ?? {}) as JsonObject) }
    })
}

/** What was printed is kept only where it is told as the result. */
function unprinted({ result, output: _printed, ...content }: JsonObject): JsonObject {
  const { output: _output, ...rest } = (result ?? {}) as JsonObject
  return { ...content, rest }
}

/** What stays of items: of thoughts, steps, what was printed and texts that go on nothing is kept. */
function lasting(items: ReturnType<typeof itemsOf>): unknown[] {
  const isLive = ({ content, status }: Item) =>
    ['reasoning', 'plan'].includes(String(content.type)) ||
    (status === 'active' && content.role === 'assistant')
  return items
    .filter((item) => !isLive(item))
    .map(({ item_id, status, content }) => ({
      item_id,
      // A piece shows that the agent has what was said to it, and is not kept.
      ...(content.role === 'assistant' || content.role === undefined ? { status } : {}),
      content: unprinted(content),
    }))
    .sort((a, b) => (a.item_id < b.item_id ? -1 : 1))
}
