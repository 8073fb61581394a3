import type { RequestEntry } from '@signalbox/protocol'
import { boardOf, withoutOver } from './board.js'
import { byNeed } from './by-need.js'
import { columnsFor } from './columns.js'
import type { Line } from './palette.js'
import type { Here } from './place.js'
import { rowOf } from './row.js'
import { rowLine, titleLine } from './row-line.js'

export interface OnceContext {
  requests: readonly RequestEntry[]
  width: number
  here: Here
  now: number
}

/** The list as it is now, to be printed: nothing selected, nothing moving, nothing cut but by a terminal. */
export function onceLines(entries: unknown, { requests, width, here, now }: OnceContext): Line[] {
  const board = withoutOver(boardOf(entries), now)
  if (board.size === 0)
    return [[{ text: 'No sessions yet. "signalbox setup" makes your agents report here.' }]]
  const muted: ReadonlySet<string> = new Set()
  const pending = new Map(requests.map((request) => [request.requestId, request]))
  const rows = [...board.values()]
    .sort(byNeed(muted))
    .map((entry) => rowOf(entry, { now, here, muted, requests: pending }))
  const widths = columnsFor(rows, width)
  // The bar of a selection has no place here.
  const flush = ([first, ...rest]: Line): Line => [{ text: (first?.text ?? '').slice(2) }, ...rest]
  return [
    flush(titleLine(widths)),
    ...rows.map((row) => flush(rowLine(row, widths, { selected: false, moment: undefined }))),
  ]
}
