/** A fenced code block: from the start of its first line to the end of its last. */
export interface Fence {
  start: number
  end: number
}

const FENCE_LINE = /(?<=^|\n) {0,3}(`{3,}|~{3,})([^\n]*)/g

interface FenceLine extends Fence {
  mark: string
  length: number
  canOpen: boolean
  canClose: boolean
}

/**
 * The lines that may open a fence, each with the end of the line that would close it. Which of them do open one depends
 * on where reading starts; without a line that closes it there is none.
 */
export function fencesOf(text: string): Fence[] {
  if (!text.includes('```') && !text.includes('~~~')) return []
  const lines = fenceLines(text)
  const fences: Fence[] = []
  // From the end on, so that the next line long enough to close is always at hand: shorter ones behind it never matter.
  const closing: Record<string, FenceLine[]> = { '`': [], '~': [] }
  for (const line of lines.reverse()) {
    const later = closing[line.mark] ?? []
    if (line.canOpen) {
      const close = firstAtLeast(later, line.length)
      if (close) fences.push({ start: line.start, end: close.end })
    }
    if (!line.canClose) continue
    while ((later.at(-1)?.length ?? Number.POSITIVE_INFINITY) <= line.length) later.pop()
    later.push(line)
  }
  return fences.reverse()
}

/** `lines` is sorted, the nearest and shortest last. */
function firstAtLeast(lines: readonly FenceLine[], length: number): FenceLine | undefined {
  let low = 0
  let high = lines.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((lines[middle]?.length ?? 0) >= length) low = middle + 1
    else high = middle
  }
  return lines[low - 1]
}

function fenceLines(text: string): FenceLine[] {
  const lines: FenceLine[] = []
  for (const found of text.matchAll(FENCE_LINE)) {
    const [whole, marks = '', info = ''] = found
    const mark = marks.charAt(0)
    lines.push({
      start: found.index,
      end: found.index + whole.length,
      mark,
      length: marks.length,
      canOpen: mark === '~' || !info.includes('`'),
      canClose: info.trim() === '',
    })
  }
  return lines
}
