import { describe, expect, it } from 'vitest'
import { Cursors } from './cursors.js'
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

describe('Cursors', () => {
  it('counts from the snapshot when nothing is replayed', () => {
    const cursors = new Cursors()
    cursors.joined(snapshotOf('s', { lastSeq: 7 }), {})
    expect(cursors.accept(event(7))).toBe(false)
    expect(cursors.accept(event(8))).toBe(true)
    expect(cursors.of('s')).toEqual({ afterSeq: 8, epoch: 'e1' })
  })

  it('counts from the cursor asked for, so an interrupted replay goes on where it stopped', () => {
    const cursors = new Cursors()
    cursors.joined(snapshotOf('s', { lastSeq: 7 }), { afterSeq: 2, epoch: 'e1' })
    expect([3, 4, 4, 3, 5].map((seq) => cursors.accept(event(seq)))).toEqual([true, true, false, false, true])
    expect(cursors.of('s')).toEqual({ afterSeq: 5, epoch: 'e1' })
  })

  it.each([
    ['of another epoch', { afterSeq: 5, epoch: 'e0' }],
    ['ahead of the head', { afterSeq: 9, epoch: 'e1' }],
  ])('begins anew with a cursor %s', (_what, asked) => {
    const cursors = new Cursors()
    cursors.joined(snapshotOf('s', { lastSeq: 7 }), asked)
    cursors.skip(gap(0, 0, 'epoch'))
    expect(cursors.accept(event(1))).toBe(true)
  })

  it('passes over numbers that will not come', () => {
    const cursors = new Cursors()
    cursors.joined(snapshotOf('s', { lastSeq: 7 }), { afterSeq: 0 })
    cursors.skip(gap(0, 4))
    expect([4, 5].map((seq) => cursors.accept(event(seq)))).toEqual([false, true])
    expect(cursors.of('s')).toEqual({ afterSeq: 5, epoch: 'e1' })
  })

  it('takes the cursor of replay_complete as it is', () => {
    const cursors = new Cursors()
    cursors.joined(snapshotOf('s', { lastSeq: 7 }), { afterSeq: 0 })
    cursors.replayed({ type: 'replay_complete', sessionId: 's', lastSeq: 9, epoch: 'e1' })
    expect(cursors.of('s')).toEqual({ afterSeq: 9, epoch: 'e1' })
  })

  it('waits for the turn of an event that the tenant topic told of ahead of the replay', () => {
    const cursors = new Cursors()
    cursors.asked('s', { afterSeq: 0 })
    expect(cursors.accept(event(2))).toBe(false)
    cursors.joined(snapshotOf('s', { lastSeq: 2 }), { afterSeq: 0 })
    expect([1, 4, 2].map((seq) => cursors.accept(event(seq)))).toEqual([true, false, true])
    cursors.replayed({ type: 'replay_complete', sessionId: 's', lastSeq: 2, epoch: 'e1' })
    expect([3, 4, 8].map((seq) => cursors.accept(event(seq)))).toEqual([true, true, true])
  })

  it('loses nothing of the tenant topic to a join that replays nothing', () => {
    const cursors = new Cursors()
    cursors.asked('s', {})
    expect(cursors.accept(event(7))).toBe(true)
    cursors.joined(snapshotOf('s', { lastSeq: 7 }), {})
    expect([8, 8].map((seq) => cursors.accept(event(seq)))).toEqual([true, false])
  })

  it('asks again from where it was asked to begin, when no answer came', () => {
    const cursors = new Cursors()
    cursors.asked('s', { afterSeq: 3 })
    expect(cursors.of('s')).toEqual({ afterSeq: 3 })
  })

  it('lets everything of a session pass that is not joined', () => {
    const cursors = new Cursors()
    cursors.skip(gap(0, 4, 'slow'))
    cursors.replayed({ type: 'replay_complete', sessionId: 's', lastSeq: 9, epoch: 'e1' })
    expect(cursors.accept(event(3))).toBe(true)
    expect(cursors.accept(event(3))).toBe(true)
    expect(cursors.of('s')).toBeUndefined()
  })
})
