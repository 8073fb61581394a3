import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../event.js'
import { happens, type Step } from '../../session/story.fixture.js'
import { utf8Length } from '../../session/text.js'
import { itemsOf } from './items-of.js'
import { encodeLine, type HeardEvent, type RpcLine } from './line.js'
import { Teller } from './teller.js'
import {
  BEGAN,
  brief,
  durable,
  EPOCH,
  heardOf,
  linesOf,
  prompted,
  ready,
  SESSION,
  type Timed,
} from './told.fixture.js'

const says = (text: string) => happens('text_delta', { text })
const thinks = (text: string) => happens('thinking_progress', { text })
const prints = (data: string) => happens('terminal_stream', { toolCallId: 'c', data })
const call = happens('tool_call', { toolCallId: 'c', toolName: 'exec', args: { command: 'ls' } })
const done = happens('turn_complete')
const turn = (...middle: Timed[]) => heardOf([...ready, ...prompted(), ...middle])
const of = ({ params }: RpcLine) => (params.content ?? {}) as JsonObject

/** A teller that has heard all of it; and what it said. */
function told(events: readonly HeardEvent[]): { teller: Teller; lines: RpcLine[] } {
  const teller = new Teller(EPOCH)
  return { teller, lines: linesOf(events, teller) }
}

describe('ids and times', () => {
  const events = turn(says('One'), call, prints('x'), done)
  const lines = linesOf(events)
  const turnId = events.find(({ type }) => type === 'turn_started')?.turnId

  it('are those of the session and the turn on every line', () => {
    expect(new Set(lines.map(({ params }) => params.thread_id))).toEqual(new Set([`thread_${SESSION}`]))
    expect(new Set(lines.slice(1).map(({ params }) => params.turn_id))).toEqual(new Set([turnId]))
    expect(lines[0]?.params.started_at).toBe(new Date(BEGAN).toISOString())
    const started = lines
      .filter(({ method }) => method.startsWith('turn/'))
      .map(({ params }) => params.started_at)
    expect(new Set(started).size).toBe(1)
  })

  it('of items follow from the events: a replay gives the same', () => {
    const ids = (from: RpcLine[]) => new Set(from.flatMap(({ params }) => params.item_id ?? []))
    expect(ids(linesOf(durable(events)))).toEqual(ids(lines))
    for (const id of ids(lines)) expect(id).toMatch(/^item_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab]/)
  })

  it('of input are its own where these are ids of ours', () => {
    const itemId = 'item_01994f3a-3000-7000-8000-000000000003'
    const input = linesOf(heardOf([...ready, ...prompted('Hi', { itemId })]))[2]
    expect(input?.params.item_id).toBe(itemId)
    const other = linesOf(heardOf([...ready, ...prompted('Hi', { itemId: 'item_1' })]))[2]
    expect(other?.params.item_id).toMatch(/^item_[0-9a-f]{8}-/)
  })
})

describe('what a person said', () => {
  const input = (content: string, more: JsonObject) =>
    of(linesOf(heardOf([...ready, ...prompted(content, more)]))[2] ?? { method: 'item/created', params: {} })

  it('has the role and the parts it was said in', () => {
    const parts = [
      { type: 'input_text', text: 'One' },
      { type: 'input_text', text: 'Two' },
    ]
    expect(input('One\nTwo', { role: 'developer', parts: ['One', 'Two'] })).toEqual({
      type: 'message',
      role: 'developer',
      text: 'One\nTwo',
      content: parts,
      metadata: {},
    })
  })

  it('has one part where its parts are not what it says any more', () => {
    expect(input('Two', { parts: ['<tag>One</tag>', 'Two'] })).toMatchObject({
      role: 'user',
      content: [{ type: 'input_text', text: 'Two' }],
    })
  })
})

describe('growth', () => {
  const stream = (pieces: number, every: number, size: number): Timed[] =>
    Array.from({ length: pieces }, () => [every, says('x'.repeat(size))])

  it('is told now and then; what is held back is owed, and told when asked for', () => {
    const { teller, lines } = told(turn(says('a'), [10, says('b')], [10, says('c')]))
    expect(lines.map(brief).slice(3)).toEqual(['updated completed', 'created message assistant active a'])
    expect(teller.owes).toBe(true)
    const [owed, ...others] = teller.owed()
    expect(others).toEqual([])
    expect(owed?.lines.map(brief)).toEqual(['updated message assistant active abc'])
    expect(owed?.lines[0]?.params.seq).toBe(owed?.event.seq)
    expect([teller.owes, teller.owed()]).toEqual([false, []])
  })

  it('that is told late stands behind what was told before it', () => {
    const { teller, lines } = told(turn(says('a'), says('b'), thinks('Hm')))
    const [owed] = teller.owed()
    const last = lines.at(-1)?.params
    expect(owed?.lines.map(brief)).toEqual(['updated message assistant active ab'])
    expect(owed?.lines[0]?.params).toMatchObject({ seq: last?.seq, offset: last?.offset })
    expect(owed?.event).toMatchObject({ type: 'text_delta', seq: last?.seq })
  })

  it('is owed until its time has come, where one is given', () => {
    const events = turn(says('a'), [10, says('b')])
    const { teller } = told(events)
    const at = events.at(-1)?.ts ?? 0
    expect(teller.owed(at + 20)).toEqual([])
    expect(teller.owes).toBe(true)
    expect(teller.owed(at + 60)).toHaveLength(1)
    expect(teller.owes).toBe(false)
  })

  it('is owed no longer when the text is finished', () => {
    const { teller, lines } = told(turn(says('a'), says('b'), done))
    expect(teller.owes).toBe(false)
    expect(lines.map(brief).at(-2)).toBe('updated message assistant completed ab')
  })

  it('costs a megabyte a second at most, however long the text is', () => {
    const events = turn(...stream(400, 25, 500))
    const lines = linesOf(events)
    const bytes = lines.reduce((sum, line) => sum + utf8Length(encodeLine(line)), 0)
    const seconds = ((events.at(-1)?.ts ?? 0) - (events[0]?.ts ?? 0)) / 1000
    expect(bytes).toBeLessThan(1_050_000 * seconds)
    expect(lines.length).toBeGreaterThan(30)
  })

  it('that nobody asked for is told with the next that is', () => {
    const teller = new Teller(EPOCH)
    const events = turn(says('a'), says('b'), [60, says('c')])
    for (const event of events.slice(0, -1)) teller.hear(event)
    expect(teller.owes).toBe(false)
    expect(linesOf(events.slice(-1), teller).map(brief)).toEqual(['updated message assistant active abc'])
  })
})

describe('what is open', () => {
  it('is what no replay has: texts and thoughts as created, output and steps as updated', () => {
    const plan = { planId: 'p', title: 'Tokens', steps: [{ id: 's0', title: 'Look', status: 'pending' }] }
    const step = happens('plan_step_started', {
      planId: 'p',
      stepId: 's0',
      title: 'Look',
      status: 'in_progress',
    })
    const events = turn(
      happens('plan_created', plan),
      step,
      call,
      prints('out'),
      prints('put'),
      says('Te'),
      says('xt'),
      thinks('Hm'),
    )
    const { teller } = told(events)
    const open = teller.open(SESSION)
    expect(open.map(({ line }) => brief(line))).toEqual([
      'updated plan active in_progress',
      'updated command active name="exec" output="output"',
      'created message assistant active Text',
      'created reasoning active Hm',
    ])
    const firstOf = (type: string) => events.find((event) => event.type === type)?.seq
    expect(open.map(({ firstSeq }) => firstSeq)).toEqual(
      ['plan_created', 'tool_call', 'text_delta', 'thinking_progress'].map(firstOf),
    )
    // The pieces that are held back were seen by nobody.
    const stepped = firstOf('plan_step_started')
    expect(open.map(({ seenAt }) => seenAt)).toEqual([stepped, undefined, undefined, events.at(-1)?.seq])
    const { seq, offset } = events.at(-1) ?? {}
    for (const { event, line } of open) {
      expect(event).toMatchObject({ seq, offset, sessionId: SESSION })
      expect(line.params).toMatchObject({ seq, offset })
    }
    expect(teller.open()).toEqual(open)
    const folded = itemsOf([...linesOf(durable(events)), ...open.map(({ line }) => line)])
    expect(folded.map(({ content }) => content.type)).toEqual([
      'message',
      'plan',
      'command',
      'message',
      'reasoning',
    ])
  })

  it('is what was stepped of a plan also after the turn, for who asks for that session', () => {
    const steps = [{ id: 's0', title: 'Look', status: 'pending' }]
    const stepped = happens('plan_step_completed', {
      planId: 'p',
      stepId: 's0',
      title: 'Look',
      status: 'completed',
    })
    const { teller } = told(
      turn(happens('plan_created', { planId: 'p', title: 'Tokens', steps }), stepped, done),
    )
    expect(teller.open(SESSION).map(({ line }) => brief(line))).toEqual(['updated plan completed completed'])
    expect(teller.open()).toEqual([])
  })

  it('is nothing after the turn, in a session nobody knows, and in a replay', () => {
    const events = turn(thinks('Hm'), says('Text'), done)
    expect(told(events).teller.open()).toEqual([])
    expect(told(durable(turn(says('Text')))).teller.open()).toEqual([])
    expect(new Teller(EPOCH).open('nobody')).toEqual([])
  })
})

describe('a reader that resumes', () => {
  const events = turn(says('One'), [60, says(' two')], call, done)
  /** What is told to one who saw everything up to the event of this type. */
  const resumed = (type: string) => {
    const cut = events.findIndex((event) => event.type === type)
    const teller = new Teller(EPOCH)
    for (const event of durable(events.slice(0, cut + 1))) teller.hear(event)
    teller.resumedAt(SESSION, events[cut]?.seq ?? 0)
    return linesOf(durable(events.slice(cut + 1)), teller).map(brief)
  }
  const rest = [
    'created command active name="exec"',
    'updated command failed name="exec" result={"error":"the turn ended first"}',
    'turn/completed',
  ]

  it('after the prompt hears that it was taken, and the text from its beginning', () => {
    expect(resumed('user_message')).toEqual([
      'updated completed',
      'created message assistant active One two',
      'updated message assistant completed One two',
      ...rest,
    ])
  })

  it('in the middle of a text hears how it ended', () => {
    expect(resumed('text_delta')).toEqual(['updated message assistant completed One two', ...rest])
  })

  it('is told by what is open that its prompt was taken, once', () => {
    const { teller: live } = told(turn(says('One')))
    const teller = new Teller(EPOCH)
    for (const event of durable(turn(says('One')))) teller.hear(event)
    const [open] = live.open(SESSION)
    if (!open) throw new Error('nothing is open')
    const aside = () => teller.aside(open.event).map(brief)
    expect([aside(), aside(), teller.open()]).toEqual([['updated completed'], [], []])
  })

  it('at a place that does not tell of pieces never hears that what it said failed', () => {
    const broken = turn(says('One'), happens('turn_error', { message: 'gone', code: 'AGENT_ERROR' }))
    const cut = broken.findIndex(({ type }) => type === 'user_message')
    const end = broken.filter(({ type }) => type === 'turn_error')
    const resume = (maySeeMore: boolean) => {
      const teller = new Teller(EPOCH)
      for (const event of broken.slice(0, cut + 1)) teller.hear(event)
      teller.resumedAt(SESSION, broken[cut]?.seq ?? 0, maySeeMore)
      return linesOf(end, teller).map(brief)[0]
    }
    expect([resume(true), resume(false)]).toEqual(['updated completed', 'updated failed'])
  })

  it('after the text hears the rest', () => {
    expect(resumed('message_complete')).toEqual(rest)
  })
})

describe('a teller that comes late', () => {
  const late = (events: readonly HeardEvent[], from: string) =>
    linesOf(events.slice(events.findIndex(({ type }) => type === from))).map(brief)

  it('makes no story up about what it has not heard', () => {
    const result = happens('tool_result', { toolCallId: 'c', status: 'success', output: 'x' })
    const end = happens('turn_complete', { finalText: 'Said before' })
    expect(late(turn(call, prints('x'), result, end), 'terminal_stream')).toEqual([
      'updated completed',
      'turn/completed',
    ])
  })

  it('tells the end of a request without its content', () => {
    const asks: Step = happens('permission_requested', {
      requestId: 'r',
      toolName: 'bash',
      description: 'ls',
    })
    expect(late(turn(asks, done), 'request_closed')).toEqual(['deleted deleted', 'turn/completed'])
  })
})

describe('memory', () => {
  const event = (sessionId: string, type: HeardEvent['type'], data: JsonObject, ts = 1): HeardEvent => ({
    type,
    sessionId,
    seq: ts,
    offset: ts,
    ts,
    turnId: 'turn_1',
    data: JSON.stringify(data),
  })

  it('is kept of so many sessions; those with a turn under way are forgotten last', () => {
    const teller = new Teller(EPOCH, 100)
    teller.hear(event('busy', 'text_delta', { text: 'first' }))
    for (let at = 0; at < 120; at++) teller.hear(event(`s${at}`, 'session_created', {}, at + 2))
    teller.hear(event('busy', 'text_delta', { text: ' second' }, 200))
    expect(teller.open('busy').map(({ line }) => of(line).text)).toEqual(['first second'])
    for (let at = 0; at < 120; at++) linesOf([event(`t${at}`, 'text_delta', { text: 'x' }, at + 300)], teller)
    const open = teller.open().map(({ event: last }) => last.sessionId)
    expect(open.length).toBeLessThanOrEqual(100)
    expect([open.includes('t119'), open.includes('busy')]).toEqual([true, false])
  })

  it('of a deleted session is gone', () => {
    const teller = new Teller(EPOCH)
    for (const one of ['a', 'b'])
      linesOf([event('s', 'text_delta', { text: one }, one.charCodeAt(0))], teller)
    expect(teller.owes).toBe(true)
    teller.hear(event('s', 'session_deleted', {}, 200))
    expect(teller.lines().map(brief)).toEqual(['thread/closed closed the session was deleted'])
    expect([teller.owes, teller.open()]).toEqual([false, []])
  })
})

it('a piece of a turn long over makes no other turn forgotten, as a replay has no pieces', () => {
  const turnId = (n: number) => `turn_01994f3a-100${n}-7000-8000-000000000001`
  const call = { toolCallId: 'c', toolName: 'bash', args: {} }
  const told = [1, 2, 3, 4, 5].flatMap((n) => [
    { type: 'turn_started', turnId: turnId(n), data: {} },
    { type: 'tool_call', turnId: turnId(n), data: call },
    { type: 'turn_complete', turnId: turnId(n), data: { finalText: '' } },
  ])
  const late = [
    { type: 'text_delta', turnId: turnId(1), data: { text: 'late' } },
    { type: 'tool_call', turnId: turnId(2), data: call },
  ]
  const events = [...told, ...late].map(
    ({ data, ...event }, at) =>
      ({
        ...event,
        sessionId: '01994f3a-0000-7000-8000-000000000001',
        seq: at + 1,
        offset: at + 1,
        ts: at,
        data: JSON.stringify(data),
      }) as HeardEvent,
  )
  expect(linesOf(events).at(-1)).toEqual(linesOf(durable(events)).at(-1))
})
