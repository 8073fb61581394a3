import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { activityDialect } from '../dialects/activity.js'
import type { SaidEvent } from '../dialects/dialect.js'
import { readFrames } from '../dialects/testing.js'
import { GATEWAY_DIALECTS } from '../dialects/ws.js'
import { type LogPage, type LogSpan, logPage } from './log-page.js'

type Frame = { type: string; seq: number; fromOffset: number; toOffset: number }

const dialect = GATEWAY_DIALECTS.snake
const event = (offset: number, text = 'x'): SaidEvent => ({
  type: 'message_complete',
  sessionId: 's',
  seq: offset,
  offset,
  ts: offset,
  data: JSON.stringify({ text }),
})
const span = (more: Partial<LogSpan>): LogSpan => ({
  afterOffset: 0,
  lookedThrough: 40,
  throughOffset: 40,
  cutOffset: 0,
  toldOffset: 0,
  ...more,
})
const framesOf = ({ bytes }: LogPage) =>
  readFrames(Buffer.from(bytes)).map((text) => JSON.parse(text) as Frame)

describe('logPage', () => {
  it('says every event once, in order, over as many pages as it takes, and a gap at most once', () => {
    const large = 'x'.repeat(200_000)
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 25 }),
        fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 8 }),
        fc.nat({ max: 20 }),
        fc.nat({ max: 20 }),
        fc.integer({ min: 1, max: 40 }),
        (offsets, heavy, afterOffset, cutOffset, window) => {
          const kept = offsets.filter((offset) => offset > cutOffset).sort((a, b) => a - b)
          const stored = kept.map((offset) => event(offset, heavy.includes(offset) ? large : 'x'))
          const frames: Frame[] = []
          let [after, told, more] = [afterOffset, 0, afterOffset < 40]
          for (let pages = 0; more; pages++) {
            expect(pages).toBeLessThan(100)
            const lookedThrough = Math.min(40, after + window)
            const here = stored.filter(({ offset }) => offset > after && offset <= lookedThrough)
            const next = span({ afterOffset: after, lookedThrough, cutOffset, toldOffset: told })
            const page = logPage(next, here, dialect)
            frames.push(...framesOf(page))
            expect(page.lastOffset).toBeGreaterThan(after)
            ;[after, told, more] = [page.lastOffset, page.toldOffset, page.more]
          }
          expect(after).toBe(40)
          const said = frames.filter(({ type }) => type !== 'gap').map(({ seq }) => seq)
          expect(said).toEqual(kept.filter((offset) => offset > afterOffset))
          const gaps = frames.flatMap((frame, at) => (frame.type === 'gap' ? [{ ...frame, at }] : []))
          const told1 = {
            type: 'gap',
            fromOffset: afterOffset,
            toOffset: cutOffset,
            reason: 'retention',
            at: 0,
          }
          expect(gaps).toEqual(cutOffset > afterOffset ? [told1] : [])
        },
      ),
      { numRuns: 60 },
    )
  })

  it('tells of what was removed since it told the last time', () => {
    const page = logPage(span({ afterOffset: 10, cutOffset: 20, toldOffset: 15 }), [], dialect)
    expect(framesOf(page)).toMatchObject([{ type: 'gap', fromOffset: 15, toOffset: 20 }])
    expect(page.toldOffset).toBe(20)
    expect(framesOf(logPage(span({ afterOffset: 10, cutOffset: 20, toldOffset: 20 }), [], dialect))).toEqual(
      [],
    )
  })

  it('ends when much was read, though little was said of it', () => {
    const finalText = 'x'.repeat(1024 * 1024)
    const stored = [1, 2, 3, 4, 5, 6].map((offset) => ({
      ...event(offset, finalText),
      type: 'turn_complete' as const,
    }))
    const page = logPage(span({}), stored, activityDialect('e'))
    expect([page.lastOffset, page.more]).toEqual([4, true])
    expect(page.bytes.length).toBeLessThan(5000)
  })

  it('may hold nothing and still not be the last', () => {
    const page = logPage(span({ lookedThrough: 10 }), [], dialect)
    expect([page.bytes.length, page.lastOffset, page.more]).toEqual([0, 10, true])
  })

  it('is in the memory it was given, if that is large enough', () => {
    const memory = new ArrayBuffer(1000)
    expect(logPage(span({}), [event(1)], dialect, memory).bytes.buffer).toBe(memory)
    expect(
      logPage(span({}), [event(1)], dialect, new ArrayBuffer(1)).bytes.buffer.byteLength,
    ).toBeGreaterThan(1)
  })
})
