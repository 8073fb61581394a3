import { isLineStart, lineEnd } from './whitespace.js'

/** A line of marks that may open a fenced code block, and where the block would end. */
export interface Fence {
  start: number
  /** Behind the line that closes it; -1 without one: then it opens nothing. */
  end: number
}

interface FenceLine extends Fence {
  lineEnd: number
  length: number
  canOpen: boolean
  canClose: boolean
}

/** The lines of marks in a text. Which of them do open a block depends on where reading starts. */
export function fencesOf(text: string): readonly Fence[] {
  const ticks = withEnds(fenceLines(text, '`'))
  const tildes = withEnds(fenceLines(text, '~'))
  if (ticks.length === 0 || tildes.length === 0) return ticks.length === 0 ? tildes : ticks
  return [...ticks, ...tildes].sort((one, other) => one.start - other.start)
}

function fenceLines(text: string, mark: '`' | '~'): FenceLine[] {
  const lines: FenceLine[] = []
  const marks = mark.repeat(3)
  for (let start = text.indexOf(marks); start !== -1; ) {
    let end = start + 3
    while (text[end] === mark) end++
    if (isLineStart(text, start)) {
      const length = end - start
      const info = end === text.length || text[end] === '\n' ? '' : text.slice(end, lineEnd(text, end))
      end += info.length
      const canOpen = mark === '~' || !info.includes(mark)
      lines.push({ start, end: -1, lineEnd: end, length, canOpen, canClose: info.trim() === '' })
    }
    start = text.indexOf(marks, end)
  }
  return lines
}

function withEnds(lines: FenceLine[]): FenceLine[] {
  // Read from the end on, so that the lines that may close are at hand: of those, shorter ones behind never matter.
  const closing: FenceLine[] = []
  for (let index = lines.length - 1; index >= 0; index--) {
    const line = lines[index]
    if (!line) continue
    if (line.canOpen) line.end = nearestOf(closing, line.length)?.lineEnd ?? -1
    if (!line.canClose) continue
    while ((closing.at(-1)?.length ?? Number.POSITIVE_INFINITY) <= line.length) closing.pop()
    closing.push(line)
  }
  return lines
}

/** The nearest line long enough; `lines` has the nearest and shortest last. */
function nearestOf(lines: readonly FenceLine[], length: number): FenceLine | undefined {
  let low = 0
  let high = lines.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((lines[middle]?.length ?? 0) >= length) low = middle + 1
    else high = middle
  }
  return lines[low - 1]
}
