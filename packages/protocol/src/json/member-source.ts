const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/**
 * How a member of a JSON object was written, without the white space between its tokens; undefined when there is none.
 * Parsing and writing it again would change numbers no double can hold (`12345678901234567890`, `1e400`, `-0`), so what
 * must stay as it came is cut out of the text. Of members with the same key the last counts, as for JSON.parse.
 * The text has to be valid JSON. One pass, and one more over the member.
 */
export function memberSource(text: string, key: string): string | undefined {
  let from = -1
  let to = -1
  for (let at = skipSpace(text, 0) + 1; ; at += 1) {
    const start = skipSpace(text, at)
    if (text.charCodeAt(start) !== QUOTE) break
    const end = endOfString(text, start)
    const value = skipSpace(text, skipSpace(text, end) + 1)
    at = endOfValue(text, value)
    if (isKey(text.slice(start + 1, end - 1), key)) {
      from = value
      to = at
    }
    at = skipSpace(text, at)
    if (text.charCodeAt(at) !== COMMA) break
  }
  return from < 0 ? undefined : compact(text, from, to)
}

function isKey(written: string, key: string): boolean {
  return written === key || (written.includes('\\') && JSON.parse(`"${written}"`) === key)
}

function endOfValue(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === QUOTE) at = endOfString(text, at) - 1
    else if (sign === OPEN_OBJECT || sign === OPEN_ARRAY) depth++
    else if (sign === CLOSE_OBJECT || sign === CLOSE_ARRAY) {
      if (--depth < 0) return at
    } else if (depth === 0 && (sign === COMMA || isSpace(sign))) return at
  }
  return text.length
}

/** Past the closing quote of the string that opens here. */
function endOfString(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1)
  while (quote > 0 && isEscaped(text, quote)) quote = text.indexOf('"', quote + 1)
  return quote < 0 ? text.length : quote + 1
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1
  while (text.charCodeAt(before) === BACKSLASH) before--
  return (at - before) % 2 === 0
}

function compact(text: string, from: number, to: number): string {
  let kept = ''
  let start = from
  for (let at = from; at < to; at++) {
    const sign = text.charCodeAt(at)
    if (sign === QUOTE) at = endOfString(text, at) - 1
    else if (isSpace(sign)) {
      if (at > start) kept += text.slice(start, at)
      start = at + 1
    }
  }
  return kept + text.slice(start, to)
}

function skipSpace(text: string, from: number): number {
  let at = from
  while (isSpace(text.charCodeAt(at))) at++
  return at
}

function isSpace(sign: number): boolean {
  return sign === 0x20 || sign === 0x0a || sign === 0x0d || sign === 0x09
}
