/** How long a part may be before the next begins: what is drawn anew while a text grows is never more than this. */
export const PART_LENGTH = 4000
/** A blank line this far in is a better place to cut than the last line of the window. */
const EARLIEST = PART_LENGTH / 4
const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/

/** A long text of markdown as parts that can be drawn by themselves. The last one may still grow. */
export interface SplitText {
  readonly done: readonly string[]
  readonly tail: string
  /** The line that opened the block of code in which the tail begins. */
  readonly fence: string | null
}

export const NO_TEXT: SplitText = { done: [], tail: '', fence: null }

/** The text with one more piece. Where it is cut depends on what is said, not on the pieces it came in. */
export function withPiece(text: SplitText, piece: string): SplitText {
  let tail = text.tail + piece
  if (tail.length <= PART_LENGTH) return { ...text, tail }
  const done = [...text.done]
  let { fence } = text
  while (tail.length > PART_LENGTH) {
    const cut = cutOf(tail.slice(0, PART_LENGTH), fence)
    done.push(framed(tail.slice(0, cut.at), fence, cut.fence))
    fence = cut.fence
    tail = tail.slice(cut.at)
  }
  return { done, tail, fence }
}

export function splitText(text: string): SplitText {
  return withPiece(NO_TEXT, text)
}

/** The parts as they are drawn; a block of code that is cut goes on in the next part. */
export function partsOf({ done, tail, fence }: SplitText): string[] {
  return tail === '' && done.length > 0 ? [...done] : [...done, framed(tail, fence, null)]
}

/** Where to end a part: after a blank line, else after a line, else where the room ends. */
function cutOf(window: string, opened: string | null): { at: number; fence: string | null } {
  let best = { at: 0, fence: opened, blank: false }
  let fence = opened
  for (let start = 0; ; ) {
    const end = window.indexOf('\n', start)
    if (end === -1) break
    const line = window.slice(start, end)
    fence = fenceAfter(fence, line)
    start = end + 1
    const blank = fence === null && line.trim() === '' && start >= EARLIEST
    if (blank || !best.blank) best = { at: start, fence, blank }
  }
  if (best.at > 0) return best
  const at = isHigh(window.charCodeAt(window.length - 1)) ? window.length - 1 : window.length
  return { at, fence: opened }
}

/** The line that opened the block of code one is in after this line; null outside of code. */
function fenceAfter(opened: string | null, line: string): string | null {
  const found = FENCE.exec(line)
  if (!found) return opened
  const [, marks = '', rest = ''] = found
  if (opened === null) return marks.startsWith('`') && rest.includes('`') ? null : line
  const opener = marksOf(opened)
  const closes = marks[0] === opener[0] && marks.length >= opener.length && rest.trim() === ''
  return closes ? null : opened
}

function framed(text: string, opened: string | null, open: string | null): string {
  const head = opened === null ? '' : `${opened}\n`
  const foot = open === null ? '' : `\n${marksOf(open)}`
  return head === '' && foot === '' ? text : head + text + foot
}

function marksOf(fence: string): string {
  return FENCE.exec(fence)?.[1] ?? '```'
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}
