import { displayWidth } from '../terminal/display-width.js'
import type { Cells } from './row.js'

export type Widths = Record<keyof Cells, number>

/** Below this there is room for what a session is called and does, and how long. */
export const NARROW = 80
/** Below this not even for who does it. */
const VERY_NARROW = 56

export const TITLES: Cells = {
  word: 'STATE',
  name: 'NAME',
  agent: 'AGENT',
  does: 'DOES',
  folder: 'FOLDER',
  since: 'FOR',
  cost: 'COST',
}

export const ORDER = ['word', 'name', 'agent', 'does', 'folder', 'since', 'cost'] as const
export const GAP = 2
/** The bar of the selected row, the lamp, and a blank after each. */
export const MARGIN = 4

/** No wider than this, however much there is to say; what it does gets what is left. */
const MOST: Partial<Widths> = { name: 24, agent: 10, folder: 30 }
const LEAST_DOES = 24
const LEAST_DOES_NARROW = 20

/** What is given up, in this order, until there is room for what it does. */
const GIVE_UP: readonly (readonly [keyof Cells, number])[] = [
  ['folder', 16],
  ['name', 14],
  ['folder', 10],
  ['cost', 0],
  ['name', 10],
  ['folder', 0],
  ['agent', 0],
  ['name', 8],
  ['word', 0],
]

const NARROW_HIDES: readonly (keyof Cells)[] = ['word', 'folder', 'cost']

/** How wide each column is; none at all is 0. Without a terminal, as wide as it needs. */
export function columnsFor(rows: readonly Cells[], width: number): Widths {
  const widths = naturalWidths(rows, width)
  if (width === Number.POSITIVE_INFINITY) return widths
  for (const name of width < NARROW ? NARROW_HIDES : []) widths[name] = 0
  if (width < VERY_NARROW) {
    widths.agent = 0
    widths.name = Math.min(widths.name, 10)
  }
  const least = Math.min(width < NARROW ? LEAST_DOES_NARROW : LEAST_DOES, widths.does)
  for (const [name, to] of GIVE_UP) {
    const missing = least - roomFor(widths, width)
    if (missing <= 0) break
    // A column is left out as a whole; one that only shrinks gives no more than it has to.
    const left = to === 0 ? 0 : Math.max(to, widths[name] - missing)
    widths[name] = Math.min(widths[name], left)
  }
  return { ...widths, does: Math.max(0, roomFor(widths, width)) }
}

function naturalWidths(rows: readonly Cells[], width: number): Widths {
  const widest = (name: keyof Cells) => {
    const natural = rows.reduce((most, row) => Math.max(most, displayWidth(row[name])), 0)
    // A column with nothing in it needs no title.
    if (natural === 0) return 0
    const titled = Math.max(natural, TITLES[name].length)
    return width === Number.POSITIVE_INFINITY ? titled : Math.min(titled, MOST[name] ?? titled)
  }
  return Object.fromEntries(ORDER.map((name) => [name, widest(name)])) as Widths
}

/** The columns that are left for what it does. */
function roomFor(widths: Widths, width: number): number {
  const others = ORDER.filter((name) => name !== 'does' && widths[name] > 0)
  return others.reduce((room, name) => room - widths[name] - GAP, width - MARGIN)
}
