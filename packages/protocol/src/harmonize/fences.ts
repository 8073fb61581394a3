import { isLineStart, lineEnd } from './whitespace.js'

/** Lines of marks that may open a fenced code block, in order; columns, as a text may have very many. */
export interface Fences {
  start: readonly number[]
  /** Behind the line that would close the block; -1 without one: then the line opens nothing. */
  end: readonly number[]
}

/** What is kept of each line of marks, as numbers in a row. */
const [START, LINE_END, LENGTH, FLAGS, WIDTH] = [0, 1, 2, 3, 4] as const
const CAN_OPEN = 1
const CAN_CLOSE = 2
const LF = 0x0a

/** The lines of marks in a text. Which of them do open a block depends on where reading starts. */
export function fencesOf(text: string): Fences {
  const ticks = withEnds(fenceLines(text, '`'))
  const tildes = withEnds(fenceLines(text, '~'))
  if (tildes.start.length === 0) return ticks
  return ticks.start.length === 0 ? tildes : merged(ticks, tildes)
}

function fenceLines(text: string, mark: '`' | '~'): number[] {
  const lines: number[] = []
  const marks = mark.repeat(3)
  const code = mark.charCodeAt(0)
  for (let start = text.indexOf(marks); start !== -1; ) {
    let end = start + 3
    while (text.charCodeAt(end) === code) end++
    if (isLineStart(text, start)) {
      const length = end - start
      let flags = CAN_OPEN | CAN_CLOSE
      if (end < text.length && text.charCodeAt(end) !== LF) {
        const info = text.slice(end, lineEnd(text, end))
        end += info.length
        flags = (mark === '~' || !info.includes(mark) ? CAN_OPEN : 0) | (info.trim() === '' ? CAN_CLOSE : 0)
      }
      lines.push(start, end, length, flags)
    }
    start = text.indexOf(marks, end)
  }
  return lines
}

function withEnds(lines: readonly number[]): Fences {
  const count = lines.length / WIDTH
  const start = new Array<number>(count).fill(0)
  const end = new Array<number>(count).fill(-1)
  // Read from the end on, so that the lines that may close are at hand: of those, shorter ones behind never matter.
  const closing: number[] = []
  for (let line = count - 1; line >= 0; line--) {
    const at = line * WIDTH
    const length = lines[at + LENGTH] ?? 0
    const flags = lines[at + FLAGS] ?? 0
    start[line] = lines[at + START] ?? 0
    if (flags & CAN_OPEN) end[line] = lines[nearestOf(closing, lines, length) + LINE_END] ?? -1
    if ((flags & CAN_CLOSE) === 0) continue
    while (closing.length > 0 && (lines[(closing.at(-1) ?? 0) + LENGTH] ?? 0) <= length) closing.pop()
    closing.push(at)
  }
  return { start, end }
}

/** Of the lines that may close, the nearest one long enough; `closing` has the nearest and shortest last. */
function nearestOf(closing: readonly number[], lines: readonly number[], length: number): number {
  let low = 0
  let high = closing.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((lines[(closing[middle] ?? 0) + LENGTH] ?? 0) >= length) low = middle + 1
    else high = middle
  }
  return closing[low - 1] ?? lines.length
}

function merged(one: Fences, other: Fences): Fences {
  const start: number[] = []
  const end: number[] = []
  const take = (fences: Fences, at: number) => {
    start.push(fences.start[at] ?? 0)
    end.push(fences.end[at] ?? -1)
  }
  let [first, second] = [0, 0]
  while (first < one.start.length || second < other.start.length) {
    const isFirst =
      (one.start[first] ?? Number.POSITIVE_INFINITY) < (other.start[second] ?? Number.POSITIVE_INFINITY)
    if (isFirst) take(one, first++)
    else take(other, second++)
  }
  return { start, end }
}
