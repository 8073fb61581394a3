/** Whether this is whitespace as `trim` has it. */
function isWhitespace(code: number): boolean {
  if (code <= 0x20) return code === 0x20 || (code >= 0x09 && code <= 0x0d)
  if (code < 0xa0) return false
  if (code >= 0x2000 && code <= 0x200a) return true
  return OTHERS.has(code)
}

const OTHERS: ReadonlySet<number> = new Set([0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff])

/** Where the first character that is no whitespace stands, from a place on. */
export function inkFrom(text: string, from: number): number {
  let at = from
  while (at < text.length && isWhitespace(text.charCodeAt(at))) at++
  return at
}

/** Where the last character that is no whitespace stands, before a place; -1 without one. */
export function lastInkBefore(text: string, before: number): number {
  let at = before - 1
  while (at >= 0 && isWhitespace(text.charCodeAt(at))) at--
  return at
}

/** Whether only up to three spaces stand between the start of the line and this place. */
export function isLineStart(text: string, at: number): boolean {
  let before = at - 1
  while (at - before <= 3 && text.charCodeAt(before) === 0x20) before--
  return before < 0 || text.charCodeAt(before) === 0x0a
}

/**
 * Looks for something in a text from places further and further on. What was found is kept: nothing is looked through
 * twice, however often it is asked.
 */
export class Ahead {
  readonly #text: string
  readonly #find: (text: string, at: number) => number
  #found = -1

  constructor(text: string, find: (text: string, at: number) => number) {
    this.#text = text
    this.#find = find
  }

  from(at: number): number {
    if (this.#found < at) this.#found = this.#find(this.#text, at)
    return this.#found
  }
}

/** Where the line ends that this place is in. */
export function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end === -1 ? text.length : end
}

const BLANK_LINE = /\n[ \t]*\n/g

/** Where the paragraph ends that this place is in. */
export function paragraphEnd(text: string, at: number): number {
  BLANK_LINE.lastIndex = at
  return BLANK_LINE.exec(text)?.index ?? text.length
}
