import { describe, expect, it } from 'vitest'
import { Drafts, givenBack } from './drafts.js'

function storage() {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

describe('drafts', () => {
  it('are kept by session, and gone when they are empty', () => {
    const drafts = new Drafts(storage())
    drafts.keep('a', 'half a sentence')
    expect(drafts.read('a')).toBe('half a sentence')
    expect(drafts.read('b')).toBe('')
    drafts.keep('a', '')
    expect(drafts.read('a')).toBe('')
  })

  it('do without a browser that keeps nothing', () => {
    const refuse = () => {
      throw new Error('QuotaExceeded')
    }
    const drafts = new Drafts({ getItem: refuse, setItem: refuse, removeItem: refuse })
    drafts.keep('a', 'text')
    expect(drafts.read('a')).toBe('')
  })
})

it('gives a refused message back before what was typed since', () => {
  expect(givenBack('first', '')).toBe('first')
  expect(givenBack('first', ' \n')).toBe('first')
  expect(givenBack('first', 'second')).toBe('first\n\nsecond')
})
