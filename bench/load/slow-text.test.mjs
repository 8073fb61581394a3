import { expect, it } from 'vitest'
import { playSlow } from '../../packages/server/dist/agents/demo/scenarios/lengths.js'
import { BEAT_MS, slowText } from './slow-text.mjs'

it.each([20, 33])('is what the demo agent says in %i seconds, at the same pace', async (seconds) => {
  let said = ''
  /** @type {number[]} */
  const pauses = []
  const stage = {
    delta: async (/** @type {string} */ text) => {
      said += text
    },
    pause: async (/** @type {number} */ ms) => void pauses.push(ms),
  }
  await playSlow(/** @type {any} */ (stage), [seconds])
  expect(slowText(seconds)).toBe(said)
  expect(new Set(pauses)).toEqual(new Set([BEAT_MS]))
})
