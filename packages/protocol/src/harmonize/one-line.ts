/** Only the beginning is shown, so only so much is looked at. */
const LOOKED_AT = 4096
const ESC = String.fromCharCode(0x1b)
const CSI = String.fromCharCode(0x9b)
/** Colours and the like of a terminal, whole: without their first sign the rest of them would be litter. */
const TERMINAL_SEQUENCES = new RegExp(`(?:${ESC}\\[|${CSI})[0-?]*[ -/]*[@-~]`, 'gu')
/** Signs that turn the direction of what follows (a command could be read backwards), and half surrogate pairs. */
const HIDDEN = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\p{Cs}]/gu
const BLANKS = /[\p{Cc}\s]+/gu

/** The beginning of a text as one line of at most so many UTF-16 units, with no control characters in it. */
export function oneLine(text: string, most: number): string {
  const trimmed = text.trim()
  const line = trimmed
    .slice(0, LOOKED_AT)
    .replace(TERMINAL_SEQUENCES, '')
    .replace(HIDDEN, '')
    .replace(BLANKS, ' ')
    .trim()
  const whole = trimmed.length <= LOOKED_AT
  if (line === '' || (whole && line.length <= most)) return line
  return `${line.slice(0, characterStart(line, most - 1)).trimEnd()}…`
}

let characters: Intl.Segmenter | undefined

/** The last place up to `at` where no character is cut, as a reader sees characters. */
function characterStart(text: string, at: number): number {
  // Only what comes from U+0300 on can be a part of the character before it.
  if (at >= text.length || text.charCodeAt(at) < 0x300) return at
  characters ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  // One that is too long to be shown is cut after all, but no surrogate pair is.
  const start = characters.segment(text).containing(at)?.index ?? 0
  return start > 0 ? start : at - (/[\udc00-\udfff]/.test(text.charAt(at)) ? 1 : 0)
}
