import type { SessionEvent } from '@signalbox/client'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Entry, eventEntry } from './entry.js'
import type { Item } from './item.js'
import {
  anySession,
  isDurable,
  joinedAt,
  type PlayedSession,
  playSession,
  type Step,
} from './played-session.fixture.js'
import { partsOf } from './split-text.js'
import { itemOf, OPENING, opened, seedEntry, type Transcript, withNewer, withOlder } from './transcript.js'

const start = opened(OPENING, { lastSeq: 0, epoch: 'e' })
const heard = (events: readonly SessionEvent[]) => withNewer(start, events.map(eventEntry))
const textOf = (item: Item) => (item.kind === 'answer' ? partsOf(item.text).join('') : '')

/**
 * What of the items does not depend on having been there when it happened. What is said beside an answer while it is
 * written stands after where that began for who was there, before it for who was not: its end is what is kept.
 */
function kept({ written }: Transcript): unknown[] {
  const items = written.items.filter(({ kind }) => kind !== 'thinking').sort((a, b) => a.seq - b.seq)
  return items.flatMap<unknown>((item, index) => {
    const { kind, seq, seqs, turnId } = item
    const place = { kind, seq, seqs, turnId }
    if (item.kind === 'answer') {
      const pieces = items.filter((other) => other.kind === 'answer' && other.seq === seq)
      const text = pieces.map(textOf).join('')
      return items[index - 1]?.seq === seq ? [] : [{ ...place, text, open: item.open }]
    }
    if (item.kind === 'call') {
      const { toolName, args, state, output, error, terminal, endedAt } = item
      return [{ ...place, toolName, args, state, output, error, exitCode: terminal?.exitCode, endedAt }]
    }
    const { key: _key, ts: _ts, ...rest } = item
    return [rest]
  })
}

/** Reads the kept events up to a number in pages, newest page first. */
function readAll(transcript: Transcript, { events }: PlayedSession, page: number): Transcript {
  let read = transcript
  do {
    const after = Math.max(0, read.loadedAfter - page)
    const older = events.filter(
      (event) => isDurable(event) && event.seq > after && event.seq <= read.loadedAfter,
    )
    read = withOlder(read, older, after)
  } while (read.loadedAfter > 0)
  return read
}

const batches = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 8 })

describe('a transcript', () => {
  it('is the same whether events come one by one or many at once', () => {
    fc.assert(
      fc.property(anySession, batches, ({ events }, sizes) => {
        const oneByOne = events.reduce((read, event) => withNewer(read, [eventEntry(event)]), start)
        let inBatches = start
        let rest = events.map(eventEntry)
        for (let turn = 0; rest.length > 0; turn++) {
          const size = sizes[turn % sizes.length] ?? 1
          inBatches = withNewer(inBatches, rest.slice(0, size))
          rest = rest.slice(size)
        }
        expect(inBatches.written.items).toEqual(oneByOne.written.items)
        expect(inBatches.entries).toEqual(oneByOne.entries)
        expect(heard(events).written.items).toEqual(oneByOne.written.items)
      }),
      { numRuns: 60 },
    )
  })

  it('says the same to who was there as to who reads it later, in pages of any size', () => {
    fc.assert(
      fc.property(anySession, fc.integer({ min: 1, max: 40 }), (session, page) => {
        const last = session.events.at(-1)?.seq ?? 0
        const later = readAll(opened(OPENING, { lastSeq: last, epoch: 'e' }), session, page)
        expect(kept(later)).toEqual(kept(heard(session.events)))
      }),
      { numRuns: 60 },
    )
  })

  it('goes on in the middle of a turn without a word lost or said twice', () => {
    fc.assert(
      fc.property(anySession, fc.nat(), fc.integer({ min: 1, max: 40 }), (session, point, page) => {
        const { events, states } = session
        const at = point % events.length
        const state = states[at]
        if (!state) return
        const { snapshot, stream } = joinedAt(state)
        const seeds = stream ? [seedEntry(stream, snapshot)] : []
        let read: Transcript = withNewer(opened(OPENING, snapshot), seeds)
        read = readAll(read, session, page)
        if (state.turn) {
          const ofTurn = read.written.items.filter(({ turnId }) => turnId === state.turn?.turnId)
          expect(ofTurn.map(textOf).join('')).toBe(state.turn.text)
        }
        for (const event of events.slice(at + 1)) read = withNewer(read, [eventEntry(event)])
        expect(kept(read)).toEqual(kept(heard(events)))
      }),
      { numRuns: 100 },
    )
  })

  it('catches up after a cut, in place', () => {
    fc.assert(
      fc.property(anySession, fc.nat(), fc.nat(), (session, first, second) => {
        const { events, states } = session
        const [from, to] = [first % events.length, second % events.length].sort((a, b) => a - b)
        const state = states[to ?? 0]
        if (!state) return
        let read = heard(events.slice(0, (from ?? 0) + 1))
        const keys = read.written.items.map(({ key }) => key)
        const { snapshot, stream } = joinedAt(state)
        read = opened(read, snapshot)
        const missed: Entry[] = events
          .slice((from ?? 0) + 1, (to ?? 0) + 1)
          .filter(isDurable)
          .map(eventEntry)
        read = withNewer(read, [...missed, ...(stream ? [seedEntry(stream, snapshot)] : [])])
        expect(read.written.items.slice(0, keys.length).map(({ key }) => key)).toEqual(keys)
        read = withNewer(read, events.slice((to ?? 0) + 1).map(eventEntry))
        expect(kept(read)).toEqual(kept(heard(events)))
      }),
      { numRuns: 100 },
    )
  })

  it('catches up with a call whose id was used before', () => {
    const call: Step[] = [
      { type: 'turn_started', command: true },
      { type: 'tool_call_start', data: { toolCallId: 'a', toolName: 'bash' } },
      { type: 'tool_call', data: { toolCallId: 'a', toolName: 'bash', args: {} } },
      { type: 'tool_result', data: { toolCallId: 'a', status: 'success', output: 'x' } },
      { type: 'turn_complete' },
    ]
    const { events } = playSession([...call, ...call])
    const caughtUp = heard(events.slice(0, 1))
    const missed = events.slice(1).filter(isDurable).map(eventEntry)
    expect(kept(withNewer(caughtUp, missed))).toEqual(kept(heard(events)))
  })

  it('keeps the names of items when older ones come before them', () => {
    const session = playSession([
      { type: 'turn_started', command: true },
      { type: 'user_message', data: { content: 'Hello', via: 'ws', itemId: 'i' } },
      { type: 'text_delta', data: { text: 'One. ' } },
      { type: 'tool_call', data: { toolCallId: 'a', toolName: 'bash', args: {} } },
      { type: 'text_delta', data: { text: 'Two.' } },
    ])
    const state = session.states.at(-1)
    if (!state) throw new Error('nothing was played')
    const { snapshot, stream } = joinedAt(state)
    const joined = withNewer(opened(OPENING, snapshot), stream ? [seedEntry(stream, snapshot)] : [])
    expect(joined.phase).toBe('opening')
    const open = readAll(joined, session, 100)
    expect(open.phase).toBe('open')
    expect(open.written.items.map(textOf)).toEqual(['', 'One. ', '', 'Two.'])
    expect(open.written.items.at(-1)?.key).toBe(joined.written.items.at(-1)?.key)
  })
})

describe('what comes in the middle of an answer', () => {
  const SAID: Step[] = [
    { type: 'turn_started', command: true },
    { type: 'text_delta', data: { text: 'Here is a plan. ' } },
    { type: 'plan_created', data: { planId: 'p', title: 'Plan', steps: [] } },
    { type: 'text_delta', data: { text: 'And ' } },
    { type: 'text_delta', data: { text: 'so on.' } },
  ]
  const { events } = playSession([...SAID, { type: 'turn_complete', data: { finalText: '' } }])

  it('stands where it came for who was there', () => {
    expect(heard(events).written.items.map((item) => textOf(item) || item.kind)).toEqual([
      'Here is a plan. ',
      'plan',
      'And so on.',
      'end',
    ])
  })

  it('stands after the answer it came in for who reads it later, in pages of any size', () => {
    const notice: Step = { type: 'agent_notification', data: { message: 'Look' } }
    const call: Step = { type: 'tool_call', data: { toolCallId: 'a', toolName: 'bash', args: {} } }
    const result: Step = { type: 'tool_result', data: { toolCallId: 'a', status: 'success', output: 'x' } }
    const more: Step = { type: 'text_delta', data: { text: 'Done.' } }
    const session = playSession([...SAID, notice, call, more, result, { type: 'turn_complete' }])
    for (const page of [1, 3, 100]) {
      const last = session.events.at(-1)?.seq ?? 0
      const { items } = readAll(opened(OPENING, { lastSeq: last, epoch: 'e' }), session, page).written
      expect(items.map((item) => textOf(item) || item.kind)).toEqual([
        'Here is a plan. And so on.',
        'plan',
        'notice',
        'call',
        'Done.',
        'end',
      ])
      expect(items[3]).toMatchObject({ kind: 'call', state: 'done', output: 'x' })
    }
  })

  it('stands before the answer for who missed a part of it', () => {
    const missed = events.filter((event) => event.type !== 'text_delta' || event.text !== 'And ')
    expect(heard(missed).written.items.map((item) => textOf(item) || item.kind)).toEqual([
      'Here is a plan. And so on.',
      'plan',
      'answer',
      'end',
    ])
  })
})

describe('what is told twice', () => {
  it('is shown once: what steers a turn, and the answer of an agent that tells only all of it', () => {
    const { events } = playSession([
      { type: 'turn_started', command: true },
      { type: 'user_message', data: { content: 'Go', via: 'ws', itemId: 'i' } },
      { type: 'steer_sent', data: { steerId: 'x', content: 'Left' }, command: true },
      { type: 'user_message', data: { content: 'Left', via: 'ws', itemId: 'j' } },
      { type: 'user_message', data: { content: 'Left', via: 'ws', itemId: 'k' } },
      { type: 'turn_complete', data: { finalText: 'Gone.' } },
    ])
    expect(heard(events).written.items.map((item) => [item.kind, textOf(item)])).toEqual([
      ['prompt', ''],
      ['prompt', ''],
      ['prompt', ''],
      ['answer', 'Gone.'],
      ['end', ''],
    ])
  })
})

describe('what a transcript does not take', () => {
  it('is anything before the snapshot, or twice', () => {
    const { events } = playSession([{ type: 'turn_started', command: true }])
    expect(withNewer(OPENING, events.map(eventEntry))).toBe(OPENING)
    const once = heard(events)
    expect(withNewer(once, events.map(eventEntry))).toBe(once)
  })

  it('is what another log had', () => {
    const { events } = playSession([{ type: 'turn_started', command: true }])
    const other = opened(heard(events), { lastSeq: 2, epoch: 'other' })
    expect(other).toMatchObject({ entries: [], epoch: 'other', loadedAfter: 0, phase: 'open' })
  })

  it('is more than it may hold: the oldest go, and can be loaded again', () => {
    const event = (seq: number): SessionEvent => ({
      type: 'notify_event',
      sessionId: 's',
      seq,
      ts: seq,
      notify: { type: 'note', payload: {} },
    })
    const many = Array.from({ length: 2200 }, (_, index) => eventEntry(event(index + 1)))
    const small = withNewer({ ...start, limit: 100 }, many)
    expect(small.entries).toHaveLength(100)
    expect(small.loadedAfter).toBe(2100)
    expect(small.written.items[0]?.seq).toBe(2101)
  })
})

describe('a link to an event', () => {
  const { events } = playSession([
    { type: 'turn_started', command: true },
    { type: 'user_message', data: { content: 'Hello', via: 'ws', itemId: 'i' } },
    { type: 'tool_call', data: { toolCallId: 'a', toolName: 'bash', args: {} } },
    { type: 'tool_result', data: { toolCallId: 'a', status: 'success' } },
    { type: 'turn_complete', data: { finalText: 'Done.' } },
  ])
  const { items } = heard(events).written
  const seqOf = (type: string) => events.find((event) => event.type === type)?.seq ?? -1

  it('leads to the item it is part of', () => {
    expect(items[itemOf(items, seqOf('tool_result'))]?.kind).toBe('call')
    expect(items[itemOf(items, seqOf('user_message'))]?.kind).toBe('prompt')
  })

  it('leads to the one before it where the event shows nothing itself', () => {
    expect(items[itemOf(items, seqOf('turn_complete') + 100)]?.kind).toBe('end')
    expect(itemOf(items, 0)).toBe(-1)
  })
})
