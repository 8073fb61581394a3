import { Notes } from './notes.js'
import { isLineStart, lineEnd } from './whitespace.js'

/** What is kept of each line of marks, as numbers in a row; at last where its block ends instead of what it can do. */
const [START, LINE_END, LENGTH, CAN, WIDTH] = [0, 1, 2, 3, 4] as const
const END = CAN
const CAN_OPEN = 1
const CAN_CLOSE = 2
const LF = 0x0a
/** Behind the end of every text. */
const NOWHERE = 2 ** 30

const notes = new Notes()

/** Lines of marks that may open a fenced code block, in order. Which of them do depends on where reading starts. */
export class Fences {
  readonly count: number
  readonly #numbers: Int32Array

  constructor(numbers: Int32Array) {
    this.count = numbers.length / WIDTH
    this.#numbers = numbers
  }

  start(line: number): number {
    return this.#numbers[line * WIDTH + START] ?? NOWHERE
  }

  /** Behind the line that would close the block; -1 without one: then the line opens nothing. */
  end(line: number): number {
    return this.#numbers[line * WIDTH + END] ?? -1
  }
}

/** The lines of marks in a text. */
export function fencesOf(text: string): Fences {
  const ticks = withEnds(fenceLines(text, '`'))
  const tildes = withEnds(fenceLines(text, '~'))
  if (tildes.length === 0) return new Fences(ticks)
  return new Fences(ticks.length === 0 ? tildes : merged(ticks, tildes))
}

function fenceLines(text: string, mark: '`' | '~'): Int32Array {
  const code = mark.charCodeAt(0)
  if (!text.includes(mark.repeat(3))) return notes.take()
  // One mark is found several times faster than three.
  for (let start = text.indexOf(mark); start !== -1; ) {
    let end = start + 1
    while (text.charCodeAt(end) === code) end++
    if (end - start >= 3 && isLineStart(text, start)) {
      const length = end - start
      let can = CAN_OPEN | CAN_CLOSE
      if (end < text.length && text.charCodeAt(end) !== LF) {
        const info = text.slice(end, lineEnd(text, end))
        end += info.length
        can = (mark === '~' || !info.includes(mark) ? CAN_OPEN : 0) | (info.trim() === '' ? CAN_CLOSE : 0)
      }
      notes.add(start)
      notes.add(end)
      notes.add(length)
      notes.add(can)
    }
    start = text.indexOf(mark, end)
  }
  return notes.take()
}

function withEnds(lines: Int32Array): Int32Array {
  // Read from the end on, so that the lines that may close are at hand: of those, shorter ones behind never matter.
  const closing: number[] = []
  for (let at = lines.length - WIDTH; at >= 0; at -= WIDTH) {
    const length = lines[at + LENGTH] ?? 0
    const can = lines[at + CAN] ?? 0
    lines[at + END] = can & CAN_OPEN ? (lines[nearestOf(closing, lines, length) + LINE_END] ?? -1) : -1
    if ((can & CAN_CLOSE) === 0) continue
    while (closing.length > 0 && (lines[(closing.at(-1) ?? 0) + LENGTH] ?? 0) <= length) closing.pop()
    closing.push(at)
  }
  return lines
}

/** Of the lines that may close, the nearest one long enough; `closing` has the nearest and shortest last. */
function nearestOf(closing: readonly number[], lines: Int32Array, length: number): number {
  let low = 0
  let high = closing.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((lines[(closing[middle] ?? 0) + LENGTH] ?? 0) >= length) low = middle + 1
    else high = middle
  }
  return closing[low - 1] ?? lines.length
}

/** Both in the order they stand in the text. */
function merged(one: Int32Array, other: Int32Array): Int32Array {
  const lines = new Int32Array(one.length + other.length)
  let [first, second] = [0, 0]
  for (let at = 0; at < lines.length; at += WIDTH) {
    const isFirst = (one[first] ?? NOWHERE) < (other[second] ?? NOWHERE)
    lines.set(isFirst ? one.subarray(first, first + WIDTH) : other.subarray(second, second + WIDTH), at)
    if (isFirst) first += WIDTH
    else second += WIDTH
  }
  return lines
}
