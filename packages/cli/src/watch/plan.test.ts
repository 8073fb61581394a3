import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entry, modelWith, permission } from '../test/watch-fixture.js'
import { firstShown, isCut, planOf } from './plan.js'

describe('planOf', () => {
  const asking = (lines: number, rows: number, sessions = 5) =>
    modelWith(
      Array.from({ length: sessions }, (_, index) =>
        entry(`s${index}`, index === 0 ? 'permission' : 'idle', index),
      ),
      { requests: [permission('s0', Array.from({ length: lines }, () => 'x').join('\n'))], rows },
    )

  it('gives what is asked as much as it needs, and the list the rest', () => {
    expect(planOf(asking(2, 24))).toMatchObject({
      titles: true,
      airy: true,
      list: 14,
      detailRoom: 4,
      asked: 3,
    })
    expect(isCut(asking(2, 24))).toBe(false)
  })

  it('keeps a few rows of the list, however much is asked', () => {
    expect(planOf(asking(100, 24))).toMatchObject({ list: 5, detailRoom: 13 })
    expect(planOf(asking(100, 24, 40)).list).toBe(7)
    expect(isCut(asking(100, 24))).toBe(true)
  })

  it('shows only the list in a very short terminal', () => {
    expect(planOf(asking(2, 8))).toMatchObject({ titles: false, airy: false, list: 5, detailRoom: 0 })
    expect(isCut(asking(2, 8))).toBe(true)
    expect(planOf(asking(2, 1)).list).toBe(1)
  })
})

describe('firstShown', () => {
  it('is the top where all fit', () => {
    expect(firstShown(4, 5, 5)).toBe(0)
  })

  it('has the selected one in sight, and no empty rows', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100 }),
        fc.integer({ min: 1, max: 30 }),
        fc.nat(99),
        (count, room, at) => {
          const selected = Math.min(at, count - 1)
          const first = firstShown(selected, count, room)
          expect(first).toBeGreaterThanOrEqual(0)
          expect(selected).toBeGreaterThanOrEqual(first)
          expect(selected).toBeLessThan(first + room)
          if (count > room) expect(first + room).toBeLessThanOrEqual(count)
        },
      ),
    )
  })
})
