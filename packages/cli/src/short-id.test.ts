import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findByShortId, shortId, shortIds } from './short-id.js'

const ONE = 'req_01994f3a-0000-7000-8000-0000deadbeef'
const TWO = 'req_01994f3a-0000-7000-8000-0001deadbeef'
const THREE = 'req_01994f3b-0000-7000-8000-0000cafecafe'
const ALL = [ONE, TWO, THREE, 'req_2']

describe('shortId', () => {
  it('is the end of a long id, and the whole of a short one', () => {
    expect(shortId(THREE)).toBe('cafecafe')
    expect(shortId('req_2')).toBe('req_2')
  })
})

describe('shortIds', () => {
  it('are as long as it takes to tell them apart', () => {
    expect([...shortIds(ALL).values()]).toEqual(['0deadbeef', '1deadbeef', 'cafecafe', 'req_2'])
  })

  it('find what they are short for', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.uuid()), (ids) => {
        for (const [id, short] of shortIds(ids)) expect(findByShortId(short, ids)).toEqual({ id })
      }),
    )
  })
})

describe('findByShortId', () => {
  it.each([
    ['the whole', ONE, ONE],
    ['the end', 'cafecafe', THREE],
    ['the beginning', 'req_01994f3b', THREE],
    ['the beginning without what kind it is', '01994f3b', THREE],
    ['a short one', 'req_2', 'req_2'],
  ])('takes %s', (_what, typed, id) => {
    expect(findByShortId(typed, ALL)).toEqual({ id })
  })

  it('says what it could be, or that it is nothing', () => {
    expect(findByShortId('deadbeef', ALL)).toEqual({ candidates: [ONE, TWO] })
    expect(findByShortId('nothing', ALL)).toEqual({ candidates: [] })
  })

  it.each(['', ' ', '0', 'req_', 'req_0', 'req_019', '019', 'eef', '    '])(
    'takes no %j for a part',
    (typed) => {
      expect(findByShortId(typed, [ONE])).toEqual({ candidates: [] })
    },
  )

  it('takes nothing shorter than 4 characters for a part, whatever ids there are', () => {
    const short = fc
      .tuple(fc.constantFrom('', 'req_'), fc.string({ maxLength: 3 }))
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(short, fc.uniqueArray(fc.uuid().map((id) => `req_${id}`)), (typed, ids) => {
        expect(findByShortId(typed, ids)).toEqual({ candidates: [] })
      }),
    )
  })

  it('takes a whole id though another begins with it', () => {
    expect(findByShortId('a', ['a', 'ab'])).toEqual({ id: 'a' })
  })
})
