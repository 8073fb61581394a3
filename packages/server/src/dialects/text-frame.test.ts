import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readFrames } from './testing.js'
import { textFrame } from './text-frame.js'

describe('textFrame', () => {
  it.each([0, 1, 125, 126, 127, 65_535, 65_536, 200_000])('carries %i bytes', (length) => {
    const text = 'x'.repeat(length)
    expect(readFrames(textFrame(text))).toEqual([text])
  })

  it('carries any text, and frames put together are still frames', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 5 }), (texts) => {
        expect(readFrames(Buffer.concat(texts.map(textFrame)))).toEqual(texts)
      }),
    )
    const long = '→é😀'.repeat(20_000)
    expect(readFrames(textFrame(long))).toEqual([long])
  })
})
