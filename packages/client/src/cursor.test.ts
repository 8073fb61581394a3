import { describe, expect, it } from 'vitest'
import { Cursor } from './cursor.js'
import type { Frame } from './frame.js'
import { snapshotOf } from './test/fake-gateway.js'

const event = (seq: number) => ({ type: 'turn_started' as const, sessionId: 's', seq, ts: seq })
const gap = (fromSeq: number, toSeq: number, reason = 'ephemeral'): Frame<'gap'> => ({
  type: 'gap',
  sessionId: 's',
  fromSeq,
  toSeq,
  reason,
})
const complete = (lastSeq: number): Frame<'replay_complete'> => ({
  type: 'replay_complete',
  sessionId: 's',
  lastSeq,
  epoch: 'e1',
})

function joined(lastSeq: number, asked: { afterSeq?: number; epoch?: string }): Cursor {
  const cursor = new Cursor()
  cursor.joined(snapshotOf('s', { lastSeq }), asked)
  return cursor
}

describe('Cursor', () => {
  it('counts from the snapshot when nothing is replayed', () => {
    const cursor = joined(7, {})
    expect(cursor.accept(event(7))).toBe(false)
    expect(cursor.accept(event(8))).toBe(true)
    expect(cursor.at).toEqual({ afterSeq: 8, epoch: 'e1' })
  })

  it('counts from the cursor asked for, so an interrupted replay goes on where it stopped', () => {
    const cursor = joined(7, { afterSeq: 2, epoch: 'e1' })
    expect([3, 4, 4, 3, 5].map((seq) => cursor.accept(event(seq)))).toEqual([true, true, false, false, true])
    expect(cursor.at).toEqual({ afterSeq: 5, epoch: 'e1' })
  })

  it.each([
    ['of another epoch', { afterSeq: 5, epoch: 'e0' }],
    ['ahead of the head', { afterSeq: 9, epoch: 'e1' }],
  ])('begins anew with a cursor %s', (_what, asked) => {
    const cursor = joined(7, asked)
    cursor.skip(gap(0, 0, 'epoch'))
    expect(cursor.accept(event(1))).toBe(true)
  })

  it('passes over numbers that will not come', () => {
    const cursor = joined(7, { afterSeq: 0 })
    cursor.skip(gap(0, 4))
    expect([4, 5].map((seq) => cursor.accept(event(seq)))).toEqual([false, true])
    expect(cursor.at).toEqual({ afterSeq: 5, epoch: 'e1' })
  })

  it('takes the cursor of replay_complete as it is', () => {
    const cursor = joined(7, { afterSeq: 0 })
    cursor.replayed(complete(9))
    expect(cursor.at).toEqual({ afterSeq: 9, epoch: 'e1' })
  })

  it('waits for the turn of an event that the tenant topic told of ahead of the replay', () => {
    const cursor = new Cursor()
    cursor.asked({ afterSeq: 0 })
    expect(cursor.accept(event(2))).toBe(false)
    cursor.joined(snapshotOf('s', { lastSeq: 2 }), { afterSeq: 0 })
    expect([1, 4, 2].map((seq) => cursor.accept(event(seq)))).toEqual([true, false, true])
    cursor.replayed(complete(2))
    expect([3, 4, 8].map((seq) => cursor.accept(event(seq)))).toEqual([true, true, true])
  })

  it('loses nothing of the tenant topic to a join that replays nothing', () => {
    const cursor = new Cursor()
    cursor.asked({})
    expect(cursor.accept(event(7))).toBe(true)
    cursor.joined(snapshotOf('s', { lastSeq: 7 }), {})
    cursor.replayed(complete(7))
    expect([8, 8].map((seq) => cursor.accept(event(seq)))).toEqual([true, false])
  })

  it('asks again from where it was asked to begin, when no answer came', () => {
    const cursor = new Cursor()
    expect(cursor.at).toBeUndefined()
    cursor.asked({ afterSeq: 3 })
    expect(cursor.at).toEqual({ afterSeq: 3 })
  })

  it.each([
    ['nothing said: on from here', {}, { afterSeq: 7, epoch: 'e1' }],
    ['further back: from there', { afterSeq: 2 }, { afterSeq: 2, epoch: 'e1' }],
    ['further on: not past what others have yet to see', { afterSeq: 9 }, { afterSeq: 7, epoch: 'e1' }],
    ['of another log: as it is', { afterSeq: 9, epoch: 'e0' }, { afterSeq: 9, epoch: 'e0' }],
  ])('%s', (_what, start, asked) => {
    expect(joined(7, {}).from(start)).toEqual(asked)
  })
})
