import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_ATTEMPTS, retryDelay, settled } from './settled.js'

const key = { offset: 7, binding: 2 }
const moment = { now: 1_000, random: 0 }
const failed = { ok: false, error: 'refused', retry: true } as const

describe('retryDelay', () => {
  it('doubles from a second up to half a minute', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 50].map((attempts) => retryDelay(attempts, 0))).toEqual([
      ...[1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000],
    ])
  })

  it('leaves a little to chance, and as much time as was asked for', () => {
    expect(retryDelay(1, 1)).toBe(1_100)
    expect(retryDelay(1, 0, 90_000)).toBe(90_000)
    expect(retryDelay(6, 0, 100)).toBe(30_000)
    expect(retryDelay(1, 0, Number.MAX_SAFE_INTEGER)).toBe(1800_000)
  })

  it('is never shorter for more attempts', () => {
    fc.assert(
      fc.property(fc.nat({ max: 100 }), fc.float({ min: 0, max: 1, noNaN: true }), (attempts, random) => {
        expect(retryDelay(attempts + 1, random)).toBeGreaterThanOrEqual(retryDelay(attempts, random))
        expect(retryDelay(attempts, random)).toBeLessThanOrEqual(33_000)
      }),
    )
  })
})

describe('settled', () => {
  it('is done with what was answered and begun', () => {
    expect(settled(key, 1, { ok: true, response: { status: 200 }, turnId: 't' }, moment)).toEqual({
      ...key,
      status: 'done',
      response: { status: 200 },
      turnId: 't',
    })
    expect(settled(key, 1, { ok: true }, moment)).toEqual({ ...key, status: 'done' })
  })

  it('is tried again, later each time, and given up after the last attempt', () => {
    const due = (attempts: number) => settled(key, attempts, failed, moment)
    expect(due(1)).toEqual({ ...key, status: 'pending', error: 'refused', due: 2_000 })
    expect(due(4)).toMatchObject({ status: 'pending', due: 9_000 })
    expect(due(MAX_ATTEMPTS)).toEqual({ ...key, status: 'dead', error: 'refused' })
  })

  it('is given up at once where another attempt makes no sense, with what was answered', () => {
    const outcome = { ...failed, retry: false, response: { status: 410 } }
    expect(settled(key, 1, outcome, moment)).toEqual({
      ...key,
      status: 'dead',
      error: 'refused',
      response: { status: 410 },
    })
  })

  it('waits for as long as it takes where it was not really tried', () => {
    const outcome = { ...failed, afterMs: 10_000, uncounted: true } as const
    expect(settled(key, MAX_ATTEMPTS, outcome, moment)).toEqual({
      ...{ ...key, status: 'pending', error: 'refused', due: 11_000, uncounted: true },
    })
    expect(settled(key, 1, { ...outcome, retry: false }, moment)).toMatchObject({ status: 'dead' })
  })

  it('keeps its place, that of its event, where an agent is busy, however often it comes', () => {
    const outcome = { ...failed, uncounted: true, busy: {} } as const
    const kept = { ...key, status: 'pending', error: 'refused', uncounted: true }
    const of = (row: typeof key & { event?: { ts: number } }) => settled(row, MAX_ATTEMPTS, outcome, moment)
    expect(of({ ...key, event: { ts: 400 } })).toEqual({ ...kept, due: 400 })
    // A clock was set back since, or the event is gone.
    expect(of({ ...key, event: { ts: 4_000 } })).toEqual({ ...kept, due: 1_000 })
    expect(of(key)).toEqual({ ...kept, due: 1_000 })
  })

  it('waits as long as was asked for', () => {
    expect(settled(key, 1, { ...failed, afterMs: 60_000 }, moment)).toMatchObject({ due: 61_000 })
  })
})
