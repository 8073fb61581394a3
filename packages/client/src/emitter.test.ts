import { describe, expect, it, vi } from 'vitest'
import { Emitter } from './emitter.js'

describe('Emitter', () => {
  it('tells all listeners of a kind until they stop', () => {
    const emitter = new Emitter<{ a: number; b: number }>()
    const told = vi.fn()
    const stop = emitter.on('a', told)
    emitter.emit('a', 1)
    emitter.emit('b', 2)
    stop()
    emitter.emit('a', 3)
    expect(told.mock.calls).toEqual([[1]])
  })

  it('keeps nothing from the others when one throws', () => {
    const report = vi.fn()
    const emitter = new Emitter<{ a: number }>(report)
    const told = vi.fn()
    const bug = new Error('a bug of the listener')
    emitter.on('a', () => {
      throw bug
    })
    emitter.on('a', told)
    emitter.emit('a', 1)
    expect(told).toHaveBeenCalledWith(1)
    expect(report).toHaveBeenCalledWith(bug)
  })
})
