import { describe, expect, it } from 'vitest'
import { clientFrame, FrameCounter, FrameReader } from './frames.mjs'
import { Histogram } from './histogram.mjs'

/** @param {number} size */
function serverFrame(size) {
  const payload = Buffer.alloc(size, 'a')
  if (size < 126) return Buffer.concat([Buffer.from([0x81, size]), payload])
  if (size < 65_536) return Buffer.concat([Buffer.from([0x81, 126, size >> 8, size & 255]), payload])
  const header = Buffer.alloc(10)
  header[0] = 0x81
  header[1] = 127
  header.writeUIntBE(size, 4, 6)
  return Buffer.concat([header, payload])
}

const short = [0, 3, 125, 126, 400, 1]
const long = [...short, 65_535, 70_000, 2]
const cases = [
  { step: 1, sizes: short },
  { step: 2, sizes: short },
  { step: 7, sizes: short },
  { step: 401, sizes: long },
  { step: 65_536, sizes: long },
  { step: 1_000_000, sizes: long },
]

describe.each(cases)('frames read $step bytes at a time', ({ step, sizes }) => {
  it('are all counted and all read', () => {
    const stream = Buffer.concat(sizes.map(serverFrame))
    const counter = new FrameCounter()
    const reader = new FrameReader()
    /** @type {number[]} */
    const read = []
    for (let at = 0; at < stream.length; at += step) {
      const chunk = stream.subarray(at, at + step)
      counter.take(chunk, chunk.length)
      reader.take(chunk, (text) => read.push(text.length))
    }
    expect(counter.frames).toBe(sizes.length)
    expect(counter.long).toBe(sizes.filter((size) => size > 125).length)
    expect(counter.bytes).toBe(stream.length)
    expect(read).toEqual(sizes)
  })
})

describe('clientFrame', () => {
  it('is masked, short and long', () => {
    expect([...clientFrame('hi')]).toEqual([0x81, 0x82, 0, 0, 0, 0, 104, 105])
    expect(clientFrame('x'.repeat(300)).subarray(0, 8)).toEqual(Buffer.from([0x81, 0xfe, 1, 44, 0, 0, 0, 0]))
  })
})

describe('Histogram', () => {
  it('finds quantiles within its bucket width', () => {
    const histogram = new Histogram()
    for (let value = 1; value <= 10_000; value += 1) histogram.record(value)
    expect(histogram.quantile(0.5) / 5000).toBeCloseTo(1, 1)
    expect(histogram.quantile(0.99) / 9900).toBeCloseTo(1, 1)
    expect(new Histogram(histogram.counts).total).toBe(10_000)
  })

  it('is 0 when nothing was recorded', () => {
    expect(new Histogram().quantile(0.99)).toBe(0)
  })
})
