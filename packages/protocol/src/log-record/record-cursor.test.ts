import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { comparePlaces, formatRecordCursor, parseRecordCursor } from './record-cursor.js'

const number = fc.integer({ min: 0, max: 999_999_999_999_999 })
const place = fc.record({ offset: number, n: number })

describe('the cursor of a record', () => {
  it('says what it was made of', () => {
    fc.assert(
      fc.property(fc.uuid(), place, (epoch, at) => {
        const cursor = { epoch, ...at }
        expect(parseRecordCursor(formatRecordCursor(cursor))).toEqual(cursor)
      }),
    )
  })

  it('may be a place in the log', () => {
    const epoch = '01994f3a-0000-7000-8000-0000000000ff'
    expect(parseRecordCursor(`${epoch}@7`)).toEqual({ epoch, offset: 7, n: 0 })
  })

  it('is nothing else', () => {
    const epoch = '01994f3a-0000-7000-8000-0000000000ff'
    for (const text of [
      '',
      '7',
      '7.1',
      `${epoch}:7`,
      `${epoch}@`,
      `${epoch}@7.`,
      `${epoch}@7.1.1`,
      `${epoch}@7.1\n`,
      `${epoch}@-1.0`,
    ])
      expect(parseRecordCursor(text), text).toBeUndefined()
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(parseRecordCursor(text)).toBeUndefined()
      }),
    )
  })
})

describe('the order of places', () => {
  it('is one order: of any three, and of the same', () => {
    fc.assert(
      fc.property(place, place, place, (a, b, c) => {
        expect(Math.sign(comparePlaces(a, b)) + Math.sign(comparePlaces(b, a))).toBe(0)
        if (comparePlaces(a, b) <= 0 && comparePlaces(b, c) <= 0)
          expect(comparePlaces(a, c)).toBeLessThanOrEqual(0)
        expect(comparePlaces(a, { ...a })).toBe(0)
      }),
    )
  })

  it('puts the gateway’s own records after the event at their offset, before the next', () => {
    const places = [
      { offset: 2, n: 0 },
      { offset: 1, n: 9 },
      { offset: 1, n: 0 },
    ]
    expect(places.sort(comparePlaces).map(({ offset, n }) => `${offset}.${n}`)).toEqual(['1.0', '1.9', '2.0'])
  })
})
