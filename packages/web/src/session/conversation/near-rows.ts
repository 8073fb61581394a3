/** So far above and below what is seen rows are drawn, for who scrolls. */
const NEAR_PX = 600
const MOST_ROWS = 20

interface Seen {
  startIndex: number
  endIndex: number
  count: number
}

/** The rows to draw: those in sight, and as many around them as fill some height. A long one counts for many. */
export function nearRows(
  { startIndex, endIndex, count }: Seen,
  heightOf: (index: number) => number,
): number[] {
  const first = reach(startIndex, -1, 0, heightOf)
  const last = reach(endIndex, 1, count - 1, heightOf)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, offset) => first + offset)
}

function reach(from: number, step: 1 | -1, border: number, heightOf: (index: number) => number): number {
  let at = from
  for (let height = 0, rows = 0; at !== border && height < NEAR_PX && rows < MOST_ROWS; rows++) {
    at += step
    height += heightOf(at)
  }
  return at
}
