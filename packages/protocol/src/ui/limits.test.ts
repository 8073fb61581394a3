import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { utf8Bytes } from './limits.js'

/** Bytes by the table of UTF-8, code point by code point. */
function counted(text: string): number {
  const points = [...text].map((sign) => sign.codePointAt(0) ?? 0)
  return points.reduce(
    (sum, point) => sum + [0x80, 0x800, 0x10000].filter((border) => point >= border).length + 1,
    0,
  )
}

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
    const units = ['a', '\u007f', '\u0080', '\u07ff', '\u0800', '\ud83d', '\ude00', '😀', '\uffff']
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...units) }), (text) => {
        expect(utf8Bytes(text)).toBe(counted(text))
      }),
    )
  })
})
