import type { IBuffer, IBufferCell, Terminal } from '@xterm/xterm'

/** A stretch of a line that looks the same. */
export interface Run {
  text: string
  /** Names of the looks, for the style sheet. */
  look: string
  /** Colours beyond the sixteen of the theme, as CSS. */
  ink?: string
  paper?: string
}

/** A line of the terminal; lines that were wrapped are one. */
export interface TerminalRow {
  runs: Run[]
  /** The same for rows that look the same. */
  key: string
}

const CUBE = [0, 95, 135, 175, 215, 255]

interface Read {
  rows: TerminalRow[]
  /** How many of them have scrolled away and stay as they are, and the line to go on from. */
  settled: number
  next: number
}

/**
 * What a terminal shows and has scrolled away, from one line of its buffer on. A screen that a program put over it
 * stands below: nothing is hidden by it.
 */
export function terminalRows({ buffer }: Terminal, from = 0): Read {
  const read = bufferRows(buffer.normal, from)
  if (buffer.active.type === 'normal') return read
  return { ...read, rows: [...read.rows, ...bufferRows(buffer.alternate, 0).rows] }
}

function bufferRows(buffer: IBuffer, from: number): Read {
  const end = lastLine(buffer) + 1
  const rows: TerminalRow[] = []
  const cell = buffer.getNullCell()
  let settled = 0
  let next = from
  let runs: Run[] = []
  for (let at = from; at < end; at++) {
    const line = buffer.getLine(at)
    if (line === undefined) break
    if (!line.isWrapped) runs = []
    for (let x = 0; x < line.length; x++) {
      const it = line.getCell(x, cell)
      if (it && it.getWidth() > 0) put(runs, runOf(it))
    }
    if (at + 1 < end && buffer.getLine(at + 1)?.isWrapped) continue
    trimEnd(runs)
    rows.push({ runs, key: JSON.stringify(runs) })
    if (at < buffer.baseY) {
      settled = rows.length
      next = at + 1
    }
  }
  return { rows, settled, next }
}

/** The last line with anything on it. */
function lastLine(buffer: IBuffer): number {
  for (let at = buffer.length - 1; at >= 0; at--) {
    const line = buffer.getLine(at)
    if (line?.isWrapped || line?.translateToString(true) !== '') return at
  }
  return -1
}

function put(runs: Run[], run: Run): void {
  const last = runs.at(-1)
  if (last && last.look === run.look && last.ink === run.ink && last.paper === run.paper)
    last.text += run.text
  else runs.push(run)
}

/** Blanks at the end are of no use but where they have a colour. */
function trimEnd(runs: Run[]): void {
  for (let last = runs.at(-1); last && !isPainted(last); last = runs.at(-1)) {
    last.text = last.text.trimEnd()
    if (last.text !== '') return
    runs.pop()
  }
}

function isPainted({ look, paper }: Run): boolean {
  return paper !== undefined || /\b(?:paper-|inverse)/.test(look)
}

function runOf(cell: IBufferCell): Run {
  const inverse = cell.isInverse() !== 0
  const [ink, paper] = inverse ? [paperOf(cell), inkOf(cell)] : [inkOf(cell), paperOf(cell)]
  const looks = [
    typeof ink === 'number' ? `ink-${ink}` : '',
    typeof paper === 'number' ? `paper-${paper}` : '',
    inverse && paper === undefined ? 'inverse' : '',
    cell.isBold() ? 'bold' : '',
    cell.isDim() ? 'dim' : '',
    cell.isItalic() ? 'italic' : '',
    cell.isUnderline() ? 'underline' : '',
    cell.isStrikethrough() ? 'strike' : '',
  ]
  const run: Run = { text: cell.getChars() || ' ', look: looks.filter(Boolean).join(' ') }
  if (typeof ink === 'string') run.ink = ink
  if (typeof paper === 'string') run.paper = paper
  return run
}

/** One of the sixteen colours by its number, any other as CSS, or none. */
function inkOf(cell: IBufferCell): number | string | undefined {
  return cell.isFgDefault() ? undefined : colourOf(cell.getFgColor(), cell.isFgRGB())
}

function paperOf(cell: IBufferCell): number | string | undefined {
  return cell.isBgDefault() ? undefined : colourOf(cell.getBgColor(), cell.isBgRGB())
}

function colourOf(colour: number, isRgb: boolean): number | string {
  if (isRgb) return `#${colour.toString(16).padStart(6, '0')}`
  if (colour < 16) return colour
  // The colours between are a cube of six steps and a ramp of greys.
  if (colour >= 232) return hex([colour - 232, colour - 232, colour - 232].map((grey) => 8 + 10 * grey))
  const place = colour - 16
  return hex([Math.floor(place / 36), Math.floor(place / 6) % 6, place % 6].map((step) => CUBE[step] ?? 0))
}

function hex(parts: readonly number[]): string {
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
