import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { uuidv7Maker } from '../../uuidv7.js'
import { derivedUuid, isoTime, threadId, timeIn } from './ids.js'

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('ids that follow from what they are of', () => {
  it('are uuidv7 with the time they were given', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 253402300799999 }), fc.string(), (ms, of) => {
        const id = derivedUuid(ms, of)
        expect(id).toMatch(UUID_V7)
        expect(timeIn(`item_${id}`)).toBe(ms)
        expect(derivedUuid(ms, of)).toBe(id)
      }),
    )
  })

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY, 1e300, 1.5])('have some time for %s', (ms) => {
    expect(derivedUuid(ms, 'x')).toMatch(UUID_V7)
  })

  it('differ where what they are of does', () => {
    const ids = new Set<string>()
    const turn = '01994f3a-2000-7000-8000-000000000002'
    for (const kind of ['text', 'call', 'input', 'file'])
      for (let key = 0; key < 5_000; key++) ids.add(derivedUuid(0, `${turn}|${kind}|${key}`))
    expect(ids.size).toBe(20_000)
  })

  it('use all their bits', () => {
    const ids = Array.from({ length: 4000 }, (_, key) => derivedUuid(0, `t|text|${key}`).replaceAll('-', ''))
    for (const at of [13, 14, 15, 17, 18, 19, 20, 24, 28, 31]) {
      expect(new Set(ids.map((id) => id[at])).size, `digit ${at}`).toBe(16)
    }
    expect(new Set(ids.map((id) => id[16]))).toEqual(new Set(['8', '9', 'a', 'b']))
  })
})

describe('the time in an id', () => {
  it('is that of its uuidv7, whatever stands before it', () => {
    const id = uuidv7Maker(
      () => 1709312400123,
      () => {},
    )()
    expect([timeIn(id), timeIn(`turn_${id}`)]).toEqual([1709312400123, 1709312400123])
  })

  it.each(['', 'turn_1', '01994f3a-0000-4000-8000-000000000001', 'ffffffff-ffff-7000-8000-000000000001'])(
    'is not in %j',
    (id) => {
      expect(timeIn(id)).toBeUndefined()
    },
  )
})

it('says times in UTC with milliseconds, whatever it is given', () => {
  expect(isoTime(1709312400123)).toBe('2024-03-01T17:00:00.123Z')
  expect(isoTime(Number.NaN)).toBe('1970-01-01T00:00:00.000Z')
  expect(isoTime(1e300)).toBe('9999-12-31T23:59:59.999Z')
})

it('calls a session a thread', () => {
  expect(threadId('s')).toBe('thread_s')
})
