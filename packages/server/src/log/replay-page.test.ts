import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SaidEvent } from '../dialects/dialect.js'
import { readFrames } from '../dialects/testing.js'
import { GATEWAY_DIALECTS } from '../dialects/ws.js'
import { type ReplaySpan, replayPage } from './replay-page.js'

type Frame = { type: string; seq: number; fromSeq: number; toSeq: number; reason: string }

const event = (seq: number, text = 'x'): SaidEvent => ({
  type: 'message_complete',
  sessionId: 's',
  seq,
  offset: seq,
  ts: seq,
  data: JSON.stringify({ text }),
})

/** Every page of a replay, one after the other, as a client reads them. */
function replay(span: ReplaySpan, stored: readonly SaidEvent[]): { frames: Frame[]; pages: number } {
  const frames: Frame[] = []
  let after = span.afterSeq
  for (let pages = 1; pages <= 1000; pages++) {
    const rest = stored.filter(({ seq }) => seq > after && seq <= span.throughSeq)
    const page = replayPage({ ...span, afterSeq: after }, rest, GATEWAY_DIALECTS.snake)
    for (const text of readFrames(Buffer.from(page.bytes))) frames.push(JSON.parse(text))
    after = page.lastSeq
    if (!page.more) return { frames, pages }
  }
  throw new Error('the replay does not end')
}

describe('replayPage', () => {
  it('says every number of the span once, as an event or in a gap, in order', () => {
    const large = 'x'.repeat(200_000)
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 25 }),
        fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 8 }),
        fc.nat({ max: 20 }),
        fc.nat({ max: 20 }),
        (seqs, heavy, afterSeq, baseSeq) => {
          const throughSeq = 40
          const kept = seqs.filter((seq) => seq > baseSeq).sort((a, b) => a - b)
          const stored = kept.map((seq) => event(seq, heavy.includes(seq) ? large : 'x'))
          const { frames } = replay({ sessionId: 's', afterSeq, throughSeq, baseSeq }, stored)
          const seen = new Set<number>()
          let next = afterSeq + 1
          for (const frame of frames) {
            if (frame.type !== 'gap') {
              expect(frame.seq).toBe(next)
              seen.add(next)
              next += 1
              continue
            }
            expect(frame.fromSeq).toBe(next - 1)
            expect(frame.toSeq).toBeGreaterThanOrEqual(next)
            expect(frame.reason).toBe(frame.toSeq <= baseSeq ? 'retention' : 'ephemeral')
            next = frame.toSeq + 1
          }
          expect(next).toBe(throughSeq + 1)
          expect([...seen]).toEqual(kept.filter((seq) => seq > afterSeq))
        },
      ),
      { numRuns: 60 },
    )
  })

  it('ends a page when it is full, not before', () => {
    const large = 'x'.repeat(300_000)
    const stored = [1, 2, 3, 4, 5].map((seq) => event(seq, large))
    const { frames, pages } = replay({ sessionId: 's', afterSeq: 0, throughSeq: 5, baseSeq: 0 }, stored)
    expect(frames.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5])
    expect(pages).toBe(3)
  })

  it('is in memory of its own, or in what it was given if that is large enough', () => {
    const span = { sessionId: 's', afterSeq: 0, throughSeq: 1, baseSeq: 0 }
    const { dot } = GATEWAY_DIALECTS
    const own = replayPage(span, [event(1)], dot)
    expect(own.bytes.byteLength).toBe(own.bytes.buffer.byteLength)
    const [text] = readFrames(Buffer.from(own.bytes))
    expect(text).toContain('"message.complete"')
    for (const [spare, used] of [
      [-1, false],
      [0, true],
      [100, true],
    ] as const) {
      const memory = new ArrayBuffer(own.bytes.length + spare)
      const page = replayPage(span, [event(1)], dot, memory)
      expect(page.bytes.buffer === memory).toBe(used)
      expect(readFrames(Buffer.from(page.bytes))).toEqual([text])
    }
  })
})
