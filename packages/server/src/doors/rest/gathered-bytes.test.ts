import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GatheredBytes } from './gathered-bytes.js'

describe('GatheredBytes', () => {
  it('gives back what came, however it came, again and again', () => {
    const bodies = fc.array(fc.array(fc.uint8Array({ maxLength: 6000 }), { maxLength: 8 }), { maxLength: 4 })
    fc.assert(
      fc.property(bodies, (each) => {
        const gathered = new GatheredBytes()
        for (const chunks of each) {
          const whole = Buffer.concat(chunks)
          for (const chunk of chunks) gathered.add(Buffer.from(chunk))
          expect(gathered.length).toBe(whole.length)
          expect(gathered.take().equals(whole)).toBe(true)
        }
        expect(gathered.take()).toHaveLength(0)
      }),
    )
  })

  it('does not copy one chunk, and never writes into it', () => {
    const gathered = new GatheredBytes()
    const chunk = Buffer.from('abcd')
    gathered.add(chunk.subarray(0, 2))
    gathered.add(Buffer.from('XY'))
    expect(gathered.take().toString()).toBe('abXY')
    expect(chunk.toString()).toBe('abcd')
    gathered.add(chunk)
    expect(gathered.take().buffer).toBe(chunk.buffer)
  })

  it('holds a few times what came, also in pieces of one byte', () => {
    const gathered = new GatheredBytes()
    // As they are read from a socket: each piece is a part of a large one.
    for (let n = 0; n < 100_000; n++) gathered.add(Buffer.alloc(65_536, 120).subarray(0, 1))
    const bytes = gathered.take()
    expect(bytes).toHaveLength(100_000)
    expect(bytes.buffer.byteLength).toBeLessThan(400_000)
  })
})
