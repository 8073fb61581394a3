const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long something took or takes, in at most two units: `340 ms`, `4 s`, `2 m 05 s`, `3 h 20 m`, `2 d 4 h`. */
export function shortDuration(ms: number): string {
  if (!(ms > 0)) return '0 s'
  if (ms < SECOND) return `${Math.max(1, Math.floor(ms))} ms`
  if (ms < 10 * SECOND) return `${tenths(ms)} s`
  if (ms < MINUTE) return `${Math.floor(ms / SECOND)} s`
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} m ${two((ms % MINUTE) / SECOND)} s`
  if (ms < DAY) return `${Math.floor(ms / HOUR)} h ${two((ms % HOUR) / MINUTE)} m`
  return `${Math.floor(ms / DAY)} d ${Math.floor((ms % DAY) / HOUR)} h`
}

function tenths(ms: number): string {
  const value = Math.floor(ms / 100) / 10
  return Number.isInteger(value) ? String(value) : value.toFixed(1)
}

function two(part: number): string {
  return String(Math.floor(part)).padStart(2, '0')
}
