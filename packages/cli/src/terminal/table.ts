import { cutToWidth, displayWidth, padToWidth } from './display-width.js'
import type { Paint } from './paint.js'

export interface Column {
  title: string
  /** May be cut where the terminal is narrow, but not shorter than this. */
  shrinksTo?: number
  /** Never cut, even if the line is too long then. */
  isWhole?: true
  /** How a cell is drawn; told what stands in it. */
  draw?: (padded: string, cell: string) => string
}

const GAP = '  '

/** Rows under their titles, in no more columns than there are; without a terminal, as wide as they need. */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width: number,
  paint: Paint,
): string[] {
  const widths = fit(columns, naturalWidths(columns, rows), width)
  const line = (cells: readonly string[], draw: (padded: string, cell: string, index: number) => string) =>
    columns
      .map((_, index) => {
        const cell = cutToWidth(cells[index] ?? '', widths[index] ?? 0)
        const padded = index === columns.length - 1 ? cell : padToWidth(cell, widths[index] ?? 0)
        return draw(padded, cells[index] ?? '', index)
      })
      .join(GAP)
      .trimEnd()
  const titles = line(
    columns.map(({ title }) => title),
    (padded) => paint('dim', padded),
  )
  return [
    titles,
    ...rows.map((row) => line(row, (padded, cell, index) => columns[index]?.draw?.(padded, cell) ?? padded)),
  ]
}

function naturalWidths(columns: readonly Column[], rows: readonly (readonly string[])[]): number[] {
  return columns.map(({ title }, index) =>
    rows.reduce((widest, row) => Math.max(widest, displayWidth(row[index] ?? '')), displayWidth(title)),
  )
}

/** Takes from the widest column that may shrink until all fit; when none may any more, from the last ones that need not be whole. */
function fit(columns: readonly Column[], natural: readonly number[], width: number): number[] {
  const widths = [...natural]
  const total = () => widths.reduce((sum, one) => sum + one, GAP.length * (columns.length - 1))
  const least = (index: number) => columns[index]?.shrinksTo ?? natural[index] ?? 0
  while (total() > width) {
    const [widest] = widths
      .map((_, index) => index)
      .filter((index) => (widths[index] ?? 0) > least(index))
      .sort((a, b) => (widths[b] ?? 0) - (widths[a] ?? 0))
    const index = widest ?? widths.findLastIndex((one, at) => one > 0 && !columns[at]?.isWhole)
    if (index < 0) return widths
    widths[index] = (widths[index] ?? 1) - 1
  }
  return widths
}
