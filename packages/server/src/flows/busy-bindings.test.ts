import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BusyBindings } from './busy-bindings.js'

const NONE: ReadonlyMap<number, number> = new Map()
const due = (binding: number, many: number) => Array.from({ length: many }, (_, n) => ({ binding, n }))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function turn() {
  let end = () => {}
  const over = new Promise<void>((resolve) => {
    end = resolve
  })
  return { over, end }
}

function bindings() {
  const onFree = vi.fn()
  const all = new BusyBindings(onFree)
  /** How many of a binding with plenty due would be tried. */
  const tried = (binding: number, running = 0) => {
    const counts = new Map([[binding, running]])
    const isFull = (all.full(counts).get(binding) ?? 0) > running
    const admitted = all.admit(due(binding, 100), counts).length
    return isFull ? 0 : admitted
  }
  return { all, onFree, tried }
}

describe('BusyBindings', () => {
  it('leaves alone what nobody called busy', () => {
    const { all, tried } = bindings()
    expect(tried(1)).toBe(100)
    all.passed(1)
    expect([...all.full(new Map([[1, 3]]))]).toEqual([[1, 3]])
  })

  it('holds one until its agent is free, and no other', async () => {
    const { all, onFree, tried } = bindings()
    const { over, end } = turn()
    all.busy(1, over)
    expect([tried(1), tried(2), all.full(NONE).size]).toEqual([0, 100, 1])
    expect(onFree).not.toHaveBeenCalled()
    end()
    await over
    expect(onFree).toHaveBeenCalledTimes(1)
    expect([tried(1), tried(1, 1)]).toEqual([1, 0])
  })

  it('lets more through as they pass, and none once one is busy', () => {
    const { all, tried } = bindings()
    all.busy(1)
    vi.advanceTimersByTime(1_000)
    const rooms = [1, 2, 3, 4, 5, 6].map(() => {
      const room = tried(1)
      all.passed(1)
      return room
    })
    expect([...rooms, tried(1)]).toEqual([1, 2, 4, 8, 16, 32, 100])
    all.busy(1)
    expect(tried(1)).toBe(0)
  })

  it('looks again now and then, where nobody says that it is over', () => {
    const { all, onFree } = bindings()
    for (const ms of [1_000, 2_000, 4_000, 8_000, 10_000, 10_000]) {
      // Several of one crowd are one look.
      all.busy(1)
      all.busy(1)
      onFree.mockClear()
      vi.advanceTimersByTime(ms - 1)
      expect(onFree).not.toHaveBeenCalled()
      vi.advanceTimersByTime(1)
      expect(onFree).toHaveBeenCalledTimes(1)
    }
  })

  it('listens to one turn once, however often it looks', () => {
    const { all } = bindings()
    const { over } = turn()
    const listened = vi.spyOn(over, 'then')
    for (let look = 0; look < 5; look++) {
      all.busy(1, over)
      vi.advanceTimersByTime(10_000)
    }
    expect(listened).toHaveBeenCalledTimes(1)
  })

  it('wakes nobody after its end', () => {
    const { all, onFree } = bindings()
    all.busy(1)
    all.close()
    vi.advanceTimersByTime(10_000)
    expect(onFree).not.toHaveBeenCalled()
  })
})
