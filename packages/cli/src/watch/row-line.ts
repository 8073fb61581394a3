import { cutToWidth, displayWidth, padToWidth } from '../terminal/display-width.js'
import { GAP, ORDER, TITLES, type Widths } from './columns.js'
import { LAMPS, type LampName, shapeOf } from './lamp.js'
import type { Line, Segment, StyleName } from './palette.js'
import { cutPath } from './place.js'
import type { Cells, Row } from './row.js'

/** What is over, or nearly: nobody has to look there. */
const OLD: ReadonlySet<LampName> = new Set(['stale', 'gone'])
const RIGHT: ReadonlySet<keyof Cells> = new Set(['since', 'cost'])

/** One session on one line. `moment` moves what moves; without it nothing does. */
export function rowLine(
  row: Row,
  widths: Widths,
  { selected, moment }: { selected: boolean; moment: number | undefined },
): Line {
  const { style } = LAMPS[row.lamp]
  const lamp = row.muted ? 'faint' : style
  const cells = cellsOf(row, widths, (name): StyleName | undefined => {
    if (row.muted || OLD.has(row.lamp)) return name === 'name' && selected ? 'strong' : 'faint'
    if (name === 'word') return style
    if (name === 'name') return selected || row.lamp === 'needs' ? 'strong' : undefined
    if (name === 'does') return row.lamp === 'needs' || row.lamp === 'working' ? undefined : 'faint'
    return 'faint'
  })
  return [
    selected ? { text: '▌ ', style: 'accent' } : { text: '  ' },
    { text: shapeOf(row.lamp, moment), style: lamp },
    { text: ' ' },
    ...cells,
  ]
}

/** What stands above the rows. */
export function titleLine(widths: Widths): Line {
  return [{ text: '    ' }, ...cellsOf(TITLES, widths, () => 'faint')]
}

function cellsOf(
  cells: Cells,
  widths: Widths,
  styleOf: (name: keyof Cells) => StyleName | undefined,
): Segment[] {
  const shown = ORDER.filter((name) => widths[name] > 0)
  return shown.flatMap((name, index) => {
    const width = widths[name]
    const cut = name === 'folder' ? cutPath(cells[name], width) : cutToWidth(cells[name], width)
    const fill = ' '.repeat(Math.max(0, width - displayWidth(cut)))
    const text = RIGHT.has(name) ? fill + cut : padToWidth(cut, width)
    const style = styleOf(name)
    const cell = { text, ...(style === undefined ? {} : { style }) }
    return index === 0 ? [cell] : [{ text: ' '.repeat(GAP) }, cell]
  })
}
