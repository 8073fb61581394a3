import { shortAge } from '../text/short-age.js'

const MINUTE = 60_000

/** How long a state lasts: seconds first, for what has just begun is what one watches. */
export function elapsed(ms: number): string {
  return ms < MINUTE ? `${Math.max(0, Math.floor(ms / 1000))} s` : shortAge(ms)
}
