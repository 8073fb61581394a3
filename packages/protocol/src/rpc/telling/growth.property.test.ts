import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { utf8Length } from '../../session/text.js'
import { encodeLine, type HeardEvent, type RpcLine } from './line.js'
import { Teller } from './teller.js'
import { EPOCH, fit, SESSION } from './told.fixture.js'

const TURN = 'turn_01994f3a-2000-7000-8000-000000000002'

const heard = (type: HeardEvent['type'], seq: number, ts: number, data: object): HeardEvent => ({
  type,
  sessionId: SESSION,
  seq,
  offset: 1,
  ts,
  turnId: TURN,
  data: JSON.stringify(data),
})

interface Piece {
  after: number
  text: string
}

const words = fc
  .tuple(fc.constantFrom('a', '語', '"', '\u0001', '😀 '), fc.integer({ min: 1, max: 20_000 }))
  .map(([sign, times]) => sign.repeat(times))
const pieces: fc.Arbitrary<Piece[]> = fc.array(
  fc.record({ after: fc.constantFrom(0, 1, 5, 30, 400), text: words }),
  {
    minLength: 1,
    maxLength: 40,
  },
)

/** Tells a stream as the hub does: each piece as it comes, what is held back every 100 ms. */
function stream(type: 'text_delta' | 'thinking_progress', all: readonly Piece[]) {
  const teller = new Teller(EPOCH)
  const told: RpcLine[] = []
  let now = 1000
  const tick = (until: number) => {
    for (; now + 100 <= until; now += 100) told.push(...teller.owed(now + 100).flatMap(({ lines }) => lines))
    now = Math.max(now, until)
  }
  let ts = now
  all.forEach(({ after, text }, at) => {
    ts += after
    tick(ts)
    const event = heard(type, at + 1, ts, { text })
    teller.hear(event)
    told.push(...teller.lines().map((line) => fit(line, event)))
  })
  return { teller, told, lasted: ts - 1000, tick, ts }
}

const textOf = ({ params }: RpcLine) => (params.content as { text: string }).text

describe('a stream of any pieces', () => {
  it('costs a megabyte a second at most, beside its beginning', () => {
    fc.assert(
      fc.property(fc.constantFrom('text_delta', 'thinking_progress'), pieces, (type, all) => {
        const { told, lasted } = stream(type, all)
        const [, ...growth] = told
        const bytes = growth.reduce((sum, line) => sum + utf8Length(encodeLine(line)), 0)
        expect(bytes).toBeLessThanOrEqual(1.1 * 1000 * lasted)
      }),
      { numRuns: 40 },
    )
  })

  it('is told to its last word when there is time, and only ever grows', () => {
    fc.assert(
      fc.property(pieces, (all) => {
        const { teller, told, tick, ts } = stream('text_delta', all)
        tick(ts + 5000)
        expect(teller.owes).toBe(false)
        const texts = told.map(textOf)
        expect(texts.at(-1)).toBe(all.map(({ text }) => text).join(''))
        texts.forEach((text, at) => {
          expect(text.startsWith(texts[at - 1] ?? '')).toBe(true)
        })
      }),
      { numRuns: 40 },
    )
  })
})

it('hears a hundred thousand pieces nobody asks for in no time to speak of', () => {
  const teller = new Teller(EPOCH)
  const all = Array.from({ length: 100_000 }, (_, at) =>
    heard('text_delta', at + 1, at, { text: 'some words ' }),
  )
  const begun = Date.now()
  for (const event of all) teller.hear(event)
  // Some 70 ms where nothing else runs.
  expect(Date.now() - begun).toBeLessThan(5000)
  expect(teller.open(SESSION)).toHaveLength(1)
})
