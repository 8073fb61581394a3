import type { SessionEvent } from '@signalbox/client'
import { describe, expect, it } from 'vitest'
import { type Entry, eventEntry, joinEntries } from '../transcript/entry.js'
import { placeOf, rawEntries, typesOf } from './raw-entries.js'

const delta = (seq: number): SessionEvent => ({
  type: 'text_delta',
  sessionId: 's',
  seq,
  ts: seq,
  turnId: 't',
  text: 'a',
})
const started = (seq: number): SessionEvent => ({
  type: 'turn_started',
  sessionId: 's',
  seq,
  ts: seq,
  turnId: 't',
})
const entries: Entry[] = joinEntries([], [started(1), delta(2), delta(3), started(5)].map(eventEntry))

describe('the raw events', () => {
  it('are newest first, pieces of a text as one', () => {
    expect(rawEntries(entries, '').map(({ seq, fromSeq, pieces }) => [fromSeq, seq, pieces])).toEqual([
      [5, 5, 1],
      [2, 3, 2],
      [1, 1, 1],
    ])
  })

  it('are of one type where that is asked for', () => {
    expect(rawEntries(entries, 'turn_started').map(({ seq }) => seq)).toEqual([5, 1])
    expect(rawEntries([{ kind: 'gap', seq: 9, fromSeq: 5, reason: 'slow' }], '')).toEqual([])
  })

  it('say how many there are of each type', () => {
    expect(typesOf(entries)).toEqual([
      { type: 'text_delta', count: 2 },
      { type: 'turn_started', count: 2 },
    ])
  })

  it('are found by their number', () => {
    const shown = rawEntries(entries, '')
    expect(placeOf(shown, 3)).toBe(1)
    expect(placeOf(shown, 4)).toBe(1)
    expect(placeOf(shown, 5)).toBe(0)
    expect(placeOf(shown, 0)).toBe(-1)
  })
})
