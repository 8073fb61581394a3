import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StreamItem } from './event-stream.js'
import type { Frame } from './frame.js'
import { Position } from './position.js'
import { snapshotOf } from './test/fake-gateway.js'

const event = (seq: number): StreamItem => ({ type: 'turn_started', sessionId: 's', seq, ts: seq })
const gap = (fromSeq: number, toSeq: number, reason = 'ephemeral'): Frame<'gap'> => ({
  type: 'gap',
  sessionId: 's',
  fromSeq,
  toSeq,
  reason,
})

function begun(lastSeq: number, start: { afterSeq?: number; epoch?: string } = {}): Position {
  const position = new Position()
  position.begin(snapshotOf('s', { lastSeq }), start)
  return position
}

const seqs = (position: Position, items: StreamItem[]) =>
  items.map((item) => position.take(item)).map((item) => item && (item.type === 'gap' ? 'gap' : item.seq))

describe('Position', () => {
  it('is told nothing before its join is answered', () => {
    const position = new Position()
    expect(position.take(event(1))).toBeUndefined()
    expect(position.at).toBeUndefined()
  })

  it('is not told again what another reader has replayed', () => {
    const position = begun(7)
    expect(seqs(position, [event(3), gap(3, 6), event(7), event(8)])).toEqual([
      undefined,
      undefined,
      undefined,
      8,
    ])
    expect(position.at).toEqual({ afterSeq: 8, epoch: 'e1' })
  })

  it('is told the part of a gap that is new to it', () => {
    const position = begun(7)
    expect(position.take(gap(3, 9))).toEqual(gap(7, 9))
    expect(seqs(position, [event(9), event(10)])).toEqual([undefined, 10])
  })

  it('keeps its place when joined again without a number, and begins again with one', () => {
    const position = begun(7)
    position.begin(snapshotOf('s', { lastSeq: 12 }), {})
    expect(seqs(position, [event(8)])).toEqual([8])
    position.begin(snapshotOf('s', { lastSeq: 12 }), { afterSeq: 2 })
    expect(seqs(position, [event(3)])).toEqual([3])
  })

  it('is told of another log, then everything', () => {
    const position = begun(7)
    position.resumed(snapshotOf('s', { lastSeq: 3, epoch: 'e2' }))
    expect(seqs(position, [gap(0, 0, 'epoch'), event(1), event(2)])).toEqual(['gap', 1, 2])
    expect(position.at).toEqual({ afterSeq: 2, epoch: 'e2' })
  })

  it('takes no notice of an old cursor of another reader', () => {
    const position = begun(7)
    position.resumed(snapshotOf('s', { lastSeq: 9 }))
    expect(seqs(position, [gap(0, 0, 'epoch'), event(1), event(8)])).toEqual([undefined, undefined, 8])
  })

  it('tells every number once and in order, however often others begin again', () => {
    const rewinds = fc.array(fc.record({ to: fc.nat(30), length: fc.nat(30) }), { maxLength: 10 })
    fc.assert(
      fc.property(rewinds, (replays) => {
        const position = begun(0, { afterSeq: 0 })
        const told: number[] = []
        let reached = 0
        for (const { to, length } of replays) {
          const from = Math.min(to, reached)
          for (let seq = from + 1; seq <= from + length; seq++) {
            const item = position.take(event(seq))
            if (item && item.type !== 'gap') told.push(item.seq)
          }
          reached = Math.max(reached, from + length)
        }
        expect(told).toEqual(Array.from({ length: reached }, (_, index) => index + 1))
      }),
    )
  })
})
