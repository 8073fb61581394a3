import { isLineStart, lineEnd } from './whitespace.js'

/** A fenced code block: from its first mark to the end of its last line. */
export interface Fence {
  start: number
  end: number
}

interface FenceLine extends Fence {
  length: number
  canOpen: boolean
  canClose: boolean
}

/**
 * The lines that may open a fence, each with the end of the line that would close it. Which of them do open one depends
 * on where reading starts; without a line that closes it there is none.
 */
export function fencesOf(text: string): Fence[] {
  const ticks = closedFences(fenceLines(text, '`'))
  const tildes = closedFences(fenceLines(text, '~'))
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
      lines.push({ start, end, length, canOpen, canClose: info === '' || info.trim() === '' })
    }
    start = text.indexOf(marks, end)
  }
  return lines
}

function closedFences(lines: readonly FenceLine[]): Fence[] {
  const fences: Fence[] = []
  // Read from the end on, so that the lines that may close are at hand: of those, shorter ones behind never matter.
  const closing: FenceLine[] = []
  for (let index = lines.length - 1; index >= 0; index--) {
    const line = lines[index]
    if (!line) continue
    const close = line.canOpen ? nearestOf(closing, line.length) : undefined
    if (close) fences.push({ start: line.start, end: close.end })
    if (!line.canClose) continue
    while ((closing.at(-1)?.length ?? Number.POSITIVE_INFINITY) <= line.length) closing.pop()
    closing.push(line)
  }
  return fences.reverse()
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
