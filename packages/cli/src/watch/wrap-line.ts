import { cutToWidth, displayWidth, splitToWidth } from '../terminal/display-width.js'
import type { Line, Segment } from './palette.js'

/** A line in as many as it takes, each of so many columns at most; styles go on over the break. */
export function wrapLine(line: Line, columns: number): Line[] {
  const lines: Segment[][] = [[]]
  let room = columns
  for (const { text, style } of line) {
    let rest = text
    while (rest !== '') {
      const [part = ''] = room <= 0 ? [''] : splitToWidth(rest, room)
      // A character wider than what is left begins the next line; one wider than the screen is left out.
      const fits = displayWidth(part) <= room && part !== ''
      if (fits) {
        lines.at(-1)?.push({ text: part, ...(style === undefined ? {} : { style }) })
        room -= displayWidth(part)
        rest = rest.slice(part.length)
      } else if (lines.at(-1)?.length === 0) rest = rest.slice(part.length || 1)
      if (rest !== '' && lines.at(-1)?.length !== 0) {
        lines.push([])
        room = columns
      }
    }
  }
  return lines
}

/** A line in so many columns, cut with an ellipsis where it is longer. */
export function cutLine(line: Line, columns: number): Line {
  let room = columns
  const kept: Segment[] = []
  for (const segment of line) {
    const width = displayWidth(segment.text)
    if (width > room) {
      kept.push({ ...segment, text: cutToWidth(segment.text, room) })
      break
    }
    kept.push(segment)
    room -= width
  }
  return kept
}

/** How many columns a line takes. */
export function lineWidth(line: Line): number {
  return line.reduce((sum, { text }) => sum + displayWidth(text), 0)
}

/** The text of a line, as a terminal without styles shows it. */
export function lineText(line: Line): string {
  return line.map(({ text }) => text).join('')
}
