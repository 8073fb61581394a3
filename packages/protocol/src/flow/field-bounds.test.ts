import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../event.js'
import { BoundedScalars, FLOW_BOUNDS } from './field-bounds.js'
import { flowFields } from './flow-fields.js'

const bounds = { fields: 3, name: 4, value: 10, long: 16, short: 2 }
const of = (object: JsonObject) => new BoundedScalars(bounds).of(object)

describe('what is taken of an event', () => {
  it('is so many fields in their order, none with a long name, scalars alone', () => {
    expect(of({ a: 1, list: [1], longer: 'x', b: true, c: null, d: 'x', e: 'y' })).toEqual([
      ['a', 1],
      ['b', true],
      ['d', 'x'],
    ])
  })

  it('is cut where it is long, by itself and together, and never in a character', () => {
    const long = 'x'.repeat(12)
    expect(of({ a: long, b: long, c: long })).toEqual([
      ['a', `${'x'.repeat(10)}…`],
      ['b', `${'x'.repeat(6)}…`],
      ['c', 'xx…'],
    ])
    expect(of({ a: `${'x'.repeat(9)}😀` })).toEqual([['a', `${'x'.repeat(9)}…`]])
  })

  it('is bounded together over the objects of one event', () => {
    const scalars = new BoundedScalars(bounds)
    expect(scalars.of({ a: 1, b: 2 })).toHaveLength(2)
    expect(scalars.of({ a: 1, b: 2 })).toEqual([['a', 1]])
    expect(scalars.of({ a: 1 })).toEqual([])
  })
})

it('bounds the fields of whatever comes', () => {
  const { fields: most, long, short } = FLOW_BOUNDS
  const value = fc.oneof(fc.constant('<b>'.repeat(40_000)), fc.constant('é'.repeat(2_000)), fc.constant('v'))
  const payloads = fc
    .tuple(fc.integer({ min: 0, max: 600 }), fc.array(value, { minLength: 1 }))
    .map(
      ([count, values]): JsonObject =>
        Object.fromEntries(
          Array.from({ length: count }, (_, n) => [`A-${n}`, values[n % values.length] ?? '']),
        ),
    )
  const check = (payload: JsonObject) => {
    const event = { id: 'e', type: 'notify_event', ts: 0, sessionId: 's' } as const
    const fields = flowFields({ ...event, data: { notify: { type: 'x', payload } } }, { spokenId: 's' })
    expect(fields.size).toBeLessThanOrEqual(4 * most + 5)
    const told = Object.keys(payload).map((key) => fields.get(key.toLowerCase()) ?? '')
    const length = told.reduce((sum, text) => sum + text.length, 0)
    expect(length).toBeLessThanOrEqual(long + most * (short + 1))
  }
  fc.assert(fc.property(payloads, check), { numRuns: 20 })
})
