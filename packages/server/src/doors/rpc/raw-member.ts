const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const COMMA = 0x2c

/**
 * The text of a member of a JSON object, as it was written; the last one of that name, as JSON.parse has it. The text
 * must be valid JSON. Undefined when there is no such member.
 */
export function rawMember(text: string, name: string): string | undefined {
  let found: string | undefined
  let depth = 0
  let key = ''
  let valueAt = 0
  for (let at = text.indexOf('{'); at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === QUOTE) {
      const end = endOfString(text, at)
      if (depth === 1 && valueAt === 0) key = text.slice(at, end)
      at = end - 1
    } else if (depth === 1 && char === COLON) valueAt = at + 1
    else if (depth === 1 && (char === COMMA || char === 0x7d)) {
      if (valueAt > 0 && JSON.parse(key) === name) found = text.slice(valueAt, at).trim()
      valueAt = 0
      if (char !== COMMA) break
    } else if (char === 0x7b || char === 0x5b) depth++
    else if (char === 0x7d || char === 0x5d) depth--
  }
  return found
}

/** The place after the closing quote of a string that opens at `from`. */
function endOfString(text: string, from: number): number {
  let at = from + 1
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1
  return at + 1
}
