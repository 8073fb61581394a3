const FIRST_MS = 500
const LONGEST_MS = 15_000

/** Attempts in a row that fail before a client calls itself offline. It goes on trying. */
export const OFFLINE_AFTER = 5

/**
 * How long to wait before attempt `attempt` (0 = the first after a cut).
 * Half of it is by chance, so that many clients do not return in step after a restart.
 */
export function backOff(attempt: number, random: number): number {
  const whole = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt, 16))
  return Math.round(whole / 2 + (whole / 2) * random)
}
