/** Time and chance, injected so tests decide when they pass. */
export interface Clock {
  now(): number
  /** A number in [0, 1). */
  random(): number
  /** Runs once after `ms`; call the result to cancel. */
  after(ms: number, run: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}
