import { setImmediate, setTimeout } from 'node:timers/promises'

/** Time as the demo agent needs it; injected, so that tests take none. */
export interface Pace {
  /** Rejects, and leaves no timer behind, when the signal comes. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
  /** Lets everybody else have a turn of the event loop. */
  breathe(): Promise<void>
}

/** The time on the wall. */
export const realPace: Pace = {
  sleep: (ms, signal) => setTimeout(ms, undefined, { signal }),
  breathe: () => setImmediate(),
}
