import { describe, expect, it } from 'vitest'
import { nearRows } from './near-rows.js'

const seen = { startIndex: 50, endIndex: 52, count: 100 }

describe('the rows near what is seen', () => {
  it('are as many as fill the height', () => {
    expect(nearRows(seen, () => 300)).toEqual([48, 49, 50, 51, 52, 53, 54])
  })

  it('are one where it is long, and never very many', () => {
    expect(nearRows(seen, () => 5000)).toEqual([49, 50, 51, 52, 53])
    expect(nearRows(seen, () => 0)).toHaveLength(43)
  })

  it('end where the list does', () => {
    expect(nearRows({ startIndex: 0, endIndex: 1, count: 2 }, () => 10)).toEqual([0, 1])
    expect(nearRows({ startIndex: 1, endIndex: 1, count: 3 }, () => 10)).toEqual([0, 1, 2])
  })
})
