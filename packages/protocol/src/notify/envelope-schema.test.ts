import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { validate } from '../validate.js'
import { checkEnvelope } from './envelope.js'
import { NOTIFY_ENVELOPE, NOTIFY_EXAMPLES } from './envelope-schema.js'

const accepts = new Ajv2020().compile(NOTIFY_ENVELOPE)

function taken(value: unknown): boolean {
  try {
    checkEnvelope(value, { strict: false })
    return true
  } catch {
    return false
  }
}

const text = fc.constantFrom('Codex 1', '', ' ', '\t\n', '\u00a0', '\ufeff', 'x')
const days = fc.tuple(fc.integer({ min: 0, max: 9999 }), fc.nat(13), fc.nat(32)).map(([year, month, day]) => {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}T20:17:42Z`
})
const times = fc.constantFrom(
  '2026-01-28T20:17:42Z',
  '2024-02-29t23:59:60.5+05:30',
  '1900-02-29T00:00:00Z',
  '2000-02-29 00:00:00Z',
  '2026-01-28T24:00:00Z',
  '2026-01-28T20:17:42',
  'yesterday',
)
const odd = fc.constantFrom(null, 1, true, [], {}, '')
const envelopes = fc.record(
  {
    session_id: fc.oneof(text, odd),
    payload: fc.oneof(
      fc.record({ type: fc.oneof(text, odd), more: fc.jsonValue() }, { requiredKeys: [] }),
      odd,
    ),
    occurred_at: fc.oneof(times, days, odd),
    raw: fc.oneof(text, odd),
    event_id: fc.oneof(text, odd),
    agent_id: text,
  },
  { requiredKeys: [] },
)
/** Mostly right, so that the rare fault decides. */
const good = fc.record(
  {
    session_id: fc.constant('Codex 1'),
    payload: fc.constant({ type: 'x' }),
    occurred_at: fc.oneof(times, days),
    raw: fc.oneof(text, odd),
  },
  { requiredKeys: ['session_id', 'payload'] },
)

describe('the schema of the notify envelope', () => {
  it.each(NOTIFY_EXAMPLES)('fits its example %#', (example) => {
    expect(validate(NOTIFY_ENVELOPE, example)).toBeUndefined()
    expect(taken(example)).toBe(true)
  })

  it('takes and refuses what the checks of the door take and refuse', () => {
    const seen = { taken: 0, refused: 0 }
    fc.assert(
      fc.property(fc.oneof(envelopes, good, fc.jsonValue()), (value) => {
        const expected = taken(value)
        seen[expected ? 'taken' : 'refused']++
        expect(accepts(value)).toBe(expected)
        expect(validate(NOTIFY_ENVELOPE, value) === undefined).toBe(expected)
      }),
      { numRuns: 3000 },
    )
    expect(Math.min(seen.taken, seen.refused)).toBeGreaterThan(300)
  })
})
