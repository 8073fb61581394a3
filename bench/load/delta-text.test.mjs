import { describe, expect, it } from 'vitest'
import { playLong } from '../../packages/server/dist/agents/demo/scenarios/lengths.js'
import { DeltaText } from './delta-text.mjs'

/** What the demo agent itself says. @param {number} deltas @param {number} bytes */
async function said(deltas, bytes) {
  /** @type {string[]} */
  const pieces = []
  const stage = { delta: async (/** @type {string} */ text) => void pieces.push(text) }
  await playLong(/** @type {any} */ (stage), [deltas, bytes])
  return pieces
}

describe('DeltaText', () => {
  it.each([
    [3, 36],
    [12, 6],
    [100, 7],
    [5, 1000],
  ])('is what the demo agent says in %i deltas of %i bytes', async (deltas, bytes) => {
    const text = new DeltaText(deltas, bytes)
    const pieces = Array.from({ length: deltas }, (_, index) => text.piece(index + 1))
    expect(pieces).toEqual(await said(deltas, bytes))
    expect(pieces.every((piece) => piece.length === bytes)).toBe(true)
    expect(text.whole()).toBe(pieces.join(''))
    expect(text.prompt).toBe(`demo:long:${deltas}:${bytes}`)
  })

  it('refuses deltas too short to carry their number', () => {
    expect(() => new DeltaText(1000, 7)).toThrow('7 bytes hold no number of 4 digits')
  })
})
