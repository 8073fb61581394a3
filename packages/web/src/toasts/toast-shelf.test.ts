import type { ToastLevel } from '@signalbox/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changeShelf, EMPTY_SHELF, nextLeaving, type Shelf, type ShelfChange } from './toast-shelf.js'

const came = (level: ToastLevel, now = 0): ShelfChange => ({
  type: 'came',
  toast: { level, message: level, sessionId: 's' },
  now,
})
const after = (...changes: ShelfChange[]) => changes.reduce(changeShelf, EMPTY_SHELF)
const words = ({ toasts }: Shelf) => toasts.map(({ message }) => message)

describe('the shelf of toasts', () => {
  it('lets each stay its time, and errors until they are dismissed', () => {
    const all = after(came('info'), came('warning'), came('error'))
    expect(nextLeaving(all)).toBe(5000)
    expect(changeShelf(all, { type: 'passed', now: 4999 })).toBe(all)
    const later = changeShelf(all, { type: 'passed', now: 5000 })
    expect(words(later)).toEqual(['warning', 'error'])
    const latest = changeShelf(later, { type: 'passed', now: 1e9 })
    expect(words(latest)).toEqual(['error'])
    expect(nextLeaving(latest)).toBeNull()
    expect(words(changeShelf(latest, { type: 'dismissed', key: 3 }))).toEqual([])
  })

  it('stops the time while somebody reads', () => {
    const held = after(came('info', 0), { type: 'held', now: 3000 })
    expect(nextLeaving(held)).toBeNull()
    expect(changeShelf(held, { type: 'passed', now: 60_000 })).toBe(held)
    const released = changeShelf(changeShelf(held, came('warning', 50_000)), {
      type: 'released',
      now: 60_000,
    })
    expect(released.toasts.map(({ leavesAt }) => leavesAt)).toEqual([62_000, 67_000])
    expect(changeShelf(held, { type: 'held', now: 9000 })).toBe(held)
    expect(changeShelf(EMPTY_SHELF, { type: 'released', now: 1 })).toBe(EMPTY_SHELF)
  })

  it('is cleared at once', () => {
    expect(words(after(came('error'), came('error'), { type: 'cleared' }))).toEqual([])
  })

  it('never shows one twice, nor lets one go before its time', () => {
    const step = fc.constantFrom<'info' | 'error' | 'passed' | 'held' | 'released'>(
      'info',
      'error',
      'passed',
      'held',
      'released',
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(step, fc.integer({ min: 0, max: 3000 }))), (steps) => {
        let now = 0
        let shelf: Shelf = EMPTY_SHELF
        const begun = new Map<number, number>()
        for (const [what, ms] of steps) {
          now += ms
          const before = new Set(shelf.toasts.map(({ key }) => key))
          shelf = changeShelf(
            shelf,
            what === 'info' || what === 'error' ? came(what, now) : { type: what, now },
          )
          for (const { key } of shelf.toasts) if (!begun.has(key)) begun.set(key, now)
          const left = [...before].filter((key) => shelf.toasts.every((toast) => toast.key !== key))
          for (const key of left) expect(now - (begun.get(key) ?? 0)).toBeGreaterThanOrEqual(5000)
          expect(new Set(shelf.toasts.map(({ key }) => key)).size).toBe(shelf.toasts.length)
        }
      }),
    )
  })
})
