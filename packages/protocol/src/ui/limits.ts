/** How large a spec block may be. An agent writes these; what is larger was not meant for a person. */
export const LIMITS = {
  /** UTF-8 bytes of one line. */
  lineBytes: 64 * 1024,
  operations: 10_000,
  /** UTF-8 bytes of the spec, and of all lines, copies and moves that made it: so the work is bounded as well. */
  specBytes: 1024 * 1024,
  /** Arrays and objects inside each other. */
  depth: 64,
} as const

/** How many bytes a text is in UTF-8. A half of a surrogate pair counts as the sign that stands in for it. */
export function utf8Bytes(text: string): number {
  let bytes = text.length
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit >= 0x80) bytes++
    if (unit >= 0x800 && !isPair(text, at, unit)) bytes++
  }
  return bytes
}

/** Each half of a pair is 2 of its 4 bytes; every other unit from here on is 3. */
function isPair(text: string, at: number, unit: number): boolean {
  if (unit < 0xd800 || unit > 0xdfff) return false
  const other = text.charCodeAt(unit < 0xdc00 ? at + 1 : at - 1)
  return unit < 0xdc00 ? other >= 0xdc00 && other <= 0xdfff : other >= 0xd800 && other <= 0xdbff
}
