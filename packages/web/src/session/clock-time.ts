/** The time of day, to the second. */
export function clockTime(ts: number): string {
  const date = new Date(ts)
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')
}

/** The day, as it sorts: 2026-01-28. */
export function dayOf(ts: number): string {
  const date = new Date(ts)
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(two).join('-')
}

function two(part: number): string {
  return String(part).padStart(2, '0')
}
