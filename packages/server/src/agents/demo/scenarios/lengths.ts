import type { NumberRule, Scenario } from '../scenario.js'

const BEAT_MS = 200
const SECONDS: NumberRule = { name: 'seconds', min: 20, max: 600 }
const DELTAS: NumberRule = { name: 'deltas', min: 1, max: 1_000_000 }
const BYTES: NumberRule = { name: 'bytes each', min: 1, max: 65_536 }
const FILLER = 'demo text that goes on and on, '.repeat(Math.ceil(BYTES.max / 31))

export const SLOW_NUMBERS = [SECONDS]
export const LONG_NUMBERS = [DELTAS, BYTES]

/** A beat every 200 ms, whatever is said to it meanwhile. */
export const playSlow: Scenario = async (stage, [seconds = SECONDS.min]) => {
  // One beat more than it takes: a timer may be a little early every time.
  const beats = (seconds * 1000) / BEAT_MS + 1
  await stage.delta(`I am the demo agent and take ${seconds} seconds. `)
  for (let beat = 1; beat <= beats; beat++) {
    await stage.pause(BEAT_MS)
    await stage.delta(beat === beats ? 'Done; nothing was really run.\n' : `Beat ${beat}. `)
  }
}

/** As many deltas as asked for, as fast as they are taken. */
export const playLong: Scenario = async (stage, [deltas = 10_000, bytes = 36]) => {
  const width = String(deltas).length
  for (let delta = 1; delta <= deltas; delta++) {
    const head = `[${String(delta).padStart(width, '0')}] `
    const body = head + FILLER.slice(0, Math.max(0, bytes - head.length - 1))
    await stage.delta(`${body.slice(0, bytes - 1)}\n`)
  }
}
