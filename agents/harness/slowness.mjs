import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** What an empty Node program takes on a machine that has nothing else to do, in ms. */
const QUIET_MS = 60
const TRIES = 5

/**
 * How many times slower this machine is now than a quiet one; 1 on a quiet one. Times that were promised are those of a
 * machine that is not at work for others.
 */
export async function slowness() {
  const times = []
  for (let tries = 0; tries < TRIES; tries += 1) {
    const begun = performance.now()
    await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit')
    times.push(performance.now() - begun)
  }
  return Math.max(1, (times.sort((a, b) => a - b)[TRIES >> 1] ?? 0) / QUIET_MS)
}
