import { isLineStart, lineEnd } from './whitespace.js'

/** Lines of marks that may open a fenced code block, in order; columns, as a text may have very many. */
export interface Fences {
  start: readonly number[]
  /** Behind the line that would close the block; -1 without one: then the line opens nothing. */
  end: readonly number[]
}

interface FenceLines {
  start: number[]
  lineEnd: number[]
  length: number[]
  canOpen: boolean[]
  canClose: boolean[]
}

/** The lines of marks in a text. Which of them do open a block depends on where reading starts. */
export function fencesOf(text: string): Fences {
  const ticks = withEnds(fenceLines(text, '`'))
  const tildes = withEnds(fenceLines(text, '~'))
  if (tildes.start.length === 0) return ticks
  return ticks.start.length === 0 ? tildes : merged(ticks, tildes)
}

function fenceLines(text: string, mark: '`' | '~'): FenceLines {
  const lines: FenceLines = { start: [], lineEnd: [], length: [], canOpen: [], canClose: [] }
  const marks = mark.repeat(3)
  for (let start = text.indexOf(marks); start !== -1; ) {
    let end = start + 3
    while (text[end] === mark) end++
    if (isLineStart(text, start)) {
      lines.start.push(start)
      lines.length.push(end - start)
      const info = end === text.length || text[end] === '\n' ? '' : text.slice(end, lineEnd(text, end))
      lines.canOpen.push(mark === '~' || !info.includes(mark))
      lines.canClose.push(info.trim() === '')
      end += info.length
      lines.lineEnd.push(end)
    }
    start = text.indexOf(marks, end)
  }
  return lines
}

function withEnds({ start, lineEnd, length, canOpen, canClose }: FenceLines): Fences {
  const end = new Array<number>(start.length).fill(-1)
  // Read from the end on, so that the lines that may close are at hand: of those, shorter ones behind never matter.
  const closing: number[] = []
  const lengthOf = (line: number | undefined) => length[line ?? -1] ?? Number.POSITIVE_INFINITY
  for (let line = start.length - 1; line >= 0; line--) {
    if (canOpen[line]) end[line] = lineEnd[nearestOf(closing, length, lengthOf(line))] ?? -1
    if (!canClose[line]) continue
    while (closing.length > 0 && lengthOf(closing.at(-1)) <= lengthOf(line)) closing.pop()
    closing.push(line)
  }
  return { start, end }
}

/** The nearest line long enough, -1 without one; `lines` has the nearest and shortest last. */
function nearestOf(lines: readonly number[], lengths: readonly number[], length: number): number {
  let low = 0
  let high = lines.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((lengths[lines[middle] ?? -1] ?? 0) >= length) low = middle + 1
    else high = middle
  }
  return lines[low - 1] ?? -1
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
