import { describe, expect, it } from 'vitest'
import { Notes } from './notes.js'

describe('Notes', () => {
  it('gives back what was put down, once', () => {
    const notes = new Notes()
    for (const number of [3, -1, 2 ** 31 - 1]) notes.add(number)
    expect([...notes.take()]).toEqual([3, -1, 2 ** 31 - 1])
    expect([...notes.take()]).toEqual([])
  })

  it('keeps lists apart that were taken one after the other', () => {
    const notes = new Notes()
    notes.add(1)
    const first = notes.take()
    notes.add(2)
    expect([...first]).toEqual([1])
    expect([...notes.take()]).toEqual([2])
  })

  it('has room for as many as there are, and again after very many', () => {
    const notes = new Notes()
    for (const many of [513, 300_000, 10]) {
      for (let number = 0; number < many; number++) notes.add(number)
      const taken = notes.take()
      expect(taken.length).toBe(many)
      expect(taken[many - 1]).toBe(many - 1)
    }
  })
})
