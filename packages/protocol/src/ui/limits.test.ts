import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { utf8Bytes } from './limits.js'

/** Bytes by the length of the percent form: one escape each, and the rest are ASCII. */
function counted(text: string): number {
  return encodeURIComponent(text.toWellFormed()).replaceAll(/%../g, 'x').length
}

// Not in the ES2023 types, but in every Node and browser we run on.
declare global {
  interface String {
    toWellFormed(): string
  }
}
declare function encodeURIComponent(text: string): string

describe('utf8Bytes', () => {
  it.each([
    ['', 0],
    ['a', 1],
    ['é', 2],
    ['日', 3],
    ['😀', 4],
    ['\ud83d', 3],
    ['\ude00\ud83d', 6],
  ])('%j', (text, bytes) => {
    expect(utf8Bytes(text)).toBe(bytes)
  })

  it('counts as an encoder does', () => {
    const unit = fc.constantFrom(
      'a',
      '\u007f',
      '\u0080',
      '\u07ff',
      '\u0800',
      '\ud83d',
      '\ude00',
      '😀',
      '\uffff',
    )
    fc.assert(fc.property(fc.string({ unit }), (text) => expect(utf8Bytes(text)).toBe(counted(text))))
  })
})
