const LONGEST = 200
/** Whitespace that goes may make a long start short: so much is looked at. */
const LOOKED_AT = 8 * LONGEST
const SPACES = /\s+/g

/** The start of a text on one line. */
export function previewOf(text: string): string {
  const whole = text.trim()
  const line = whole.slice(0, LOOKED_AT).replace(SPACES, ' ').trimEnd()
  if (line.length <= LONGEST && whole.length <= LOOKED_AT) return line
  const cut = line.slice(0, LONGEST - 1)
  const last = cut.charCodeAt(cut.length - 1)
  const isHalf = last >= 0xd800 && last <= 0xdbff
  return `${(isHalf ? cut.slice(0, -1) : cut).trimEnd()}…`
}
