import type { Writable } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as ws from 'ws'
import { textFrame } from './frame.js'

// The types of ws do not name it, but it is exported.
const { Receiver } = ws as unknown as { Receiver: new (options: object) => Writable }

/** What a WebSocket client reads out of the bytes. */
function read(bytes: Buffer): string[] {
  const receiver = new Receiver({ isServer: false, allowSynchronousEvents: true })
  const texts: string[] = []
  receiver.on('message', (data: Buffer) => texts.push(data.toString()))
  receiver.write(bytes)
  return texts
}

describe('textFrame', () => {
  it.each([0, 1, 125, 126, 127, 65_535, 65_536, 200_000])('carries %i bytes', (length) => {
    const text = 'x'.repeat(length)
    expect(read(textFrame(text))).toEqual([text])
  })

  it('carries any text, and frames put together are still frames', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 5 }), (texts) => {
        expect(read(Buffer.concat(texts.map(textFrame)))).toEqual(texts)
      }),
    )
    const long = '→é😀'.repeat(20_000)
    expect(read(textFrame(long))).toEqual([long])
  })
})
