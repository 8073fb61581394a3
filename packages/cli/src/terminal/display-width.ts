const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Characters that take two columns: East Asian wide and full-width ones, and emoji. */
const WIDE =
  /^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18cff}\u{1b000}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\p{Emoji}\ufe0f)/u
/** Marks without a letter, and what is never drawn. */
const NOTHING = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]+$/u
const ASCII = /^[ -~]*$/

/** How many columns of a terminal a text of one line takes. */
export function displayWidth(text: string): number {
  if (ASCII.test(text)) return text.length
  let width = 0
  for (const { segment } of graphemes.segment(text)) width += graphemeWidth(segment)
  return width
}

/** The text in so many columns: cut with an ellipsis where it is longer, never inside a character. */
export function cutToWidth(text: string, columns: number): string {
  if (columns <= 0) return ''
  if (text.length <= columns && ASCII.test(text)) return text
  let kept = ''
  let width = 0
  let last = ''
  for (const { segment } of graphemes.segment(text)) {
    const next = width + graphemeWidth(segment)
    if (next > columns) return `${last}…`
    kept += segment
    width = next
    // What still leaves room for the ellipsis.
    if (width < columns) last = kept
  }
  return kept
}

/** A line in as many as it takes, each of so many columns at most. */
export function splitToWidth(line: string, columns: number): string[] {
  if (displayWidth(line) <= columns) return [line]
  const parts: string[] = []
  let part = ''
  let width = 0
  for (const { segment } of graphemes.segment(line)) {
    const next = graphemeWidth(segment)
    if (width + next > columns && part !== '') {
      parts.push(part)
      part = ''
      width = 0
    }
    part += segment
    width += next
  }
  return [...parts, part]
}

/** The text filled up with blanks to so many columns. */
export function padToWidth(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - displayWidth(text)))
}

function graphemeWidth(segment: string): number {
  if (NOTHING.test(segment)) return 0
  return WIDE.test(segment) ? 2 : 1
}
