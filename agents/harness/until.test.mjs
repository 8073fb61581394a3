import { describe, expect, it } from 'vitest'
import { Until } from './until.mjs'

const told = { what: 'it', seen: () => 'nothing' }

describe('Until', () => {
  it('finds what is there at once, and what comes', async () => {
    const until = new Until()
    expect(await until.found(() => 1, told)).toBe(1)
    let there = 0
    const found = until.found(() => (there > 1 ? there : undefined), told)
    for (there of [1, 2]) until.tell()
    expect(await found).toBe(2)
  })

  it('gives up in time and says what there was', async () => {
    await expect(new Until().found(() => undefined, { ...told, ms: 5 })).rejects.toThrow(
      'it did not come within 5 ms; there was:\nnothing',
    )
  })

  it('hands on what goes wrong while looking', async () => {
    const fail = () => {
      throw new Error('broken')
    }
    await expect(new Until().found(fail, told)).rejects.toThrow('broken')
  })
})
