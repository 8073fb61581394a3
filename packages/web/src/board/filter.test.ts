import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Filter, filterQuery, isFiltering, NO_FILTER, readFilter } from './filter.js'
import { LAMPS } from './lamp-of.js'

const filters: fc.Arbitrary<Filter> = fc.record({
  lamp: fc.option(fc.constantFrom(...LAMPS)),
  agent: fc.option(fc.string({ minLength: 1, maxLength: 100 })),
  origin: fc.option(fc.constantFrom('observed' as const, 'driven' as const)),
  archived: fc.boolean(),
  search: fc.string({ maxLength: 100 }),
})

describe('a filter', () => {
  it('is in the address as people write it', () => {
    expect(readFilter('state=needs&agent=claude&q=shop')).toEqual({
      ...NO_FILTER,
      lamp: 'needs',
      agent: 'claude',
      search: 'shop',
    })
    expect(filterQuery({ ...NO_FILTER, search: 'a b&c', lamp: 'stale', archived: true })).toBe(
      'state=stale&archived=1&q=a+b%26c',
    )
    expect(filterQuery(NO_FILTER)).toBe('')
  })

  it('comes back from its address as it was', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        expect(readFilter(filterQuery(filter))).toEqual(filter)
      }),
    )
  })

  it('is read from any address', () => {
    fc.assert(
      fc.property(fc.string(), (query) => {
        const filter = readFilter(query)
        expect(readFilter(filterQuery(filter))).toEqual(filter)
      }),
    )
  })

  it.each(['state=constructor', 'origin=elsewhere', 'agent=', 'archived=yes', 'q=', '%%%'])(
    'that makes no sense is none: %s',
    (query) => {
      expect(readFilter(query)).toEqual(NO_FILTER)
    },
  )

  it('that is too long is cut', () => {
    expect(readFilter(`q=${'x'.repeat(1000)}`).search).toHaveLength(200)
  })

  it('leaves out something, or nothing', () => {
    expect(isFiltering(NO_FILTER)).toBe(false)
    expect(isFiltering({ ...NO_FILTER, archived: true })).toBe(false)
    expect(isFiltering({ ...NO_FILTER, search: ' ' })).toBe(false)
    expect(isFiltering({ ...NO_FILTER, search: 'x' })).toBe(true)
    expect(isFiltering({ ...NO_FILTER, lamp: 'idle' })).toBe(true)
    expect(isFiltering({ ...NO_FILTER, agent: 'codex' })).toBe(true)
    expect(isFiltering({ ...NO_FILTER, origin: 'driven' })).toBe(true)
  })
})
