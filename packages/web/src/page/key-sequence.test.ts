import { describe, expect, it } from 'vitest'
import { pressKey } from './key-sequence.js'

const NAMES = ['g n', 'g s', 'j', '?']
const after = (key: string, at = 0) => pressKey(null, key, at, NAMES).begun

describe('keys', () => {
  it('mean what they are bound to', () => {
    expect(pressKey(null, 'j', 0, NAMES)).toEqual({ name: 'j', begun: null })
    expect(pressKey(null, 'x', 0, NAMES)).toEqual({ name: null, begun: null })
  })

  it('come in twos', () => {
    expect(pressKey(after('g'), 'n', 500, NAMES).name).toBe('g n')
    expect(pressKey(after('g'), 's', 500, NAMES).name).toBe('g s')
  })

  it('stand alone when the first is long ago', () => {
    expect(pressKey(after('g'), 'n', 5000, NAMES).name).toBeNull()
    expect(pressKey(after('g'), 'j', 5000, NAMES).name).toBe('j')
  })

  it('do nothing where the two fit nothing', () => {
    expect(pressKey(after('g'), 'j', 100, NAMES)).toEqual({ name: null, begun: null })
    expect(pressKey(after('g'), 'g', 100, NAMES).begun).toEqual({ key: 'g', at: 100 })
  })
})
