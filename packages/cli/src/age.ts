const UNITS = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
] as const

/** How long, in the one unit that tells it: `12 s`, `4 min`, `3 h`, `2 d`. A clock that is ahead makes it `0 s`. */
export function duration(ms: number): string {
  for (const [size, unit] of UNITS) if (ms >= size) return `${Math.floor(ms / size)} ${unit}`
  return `${Math.max(0, Math.floor(ms / 1000))} s`
}
