const MOST = 60
/** Control and format signs (they could change how a log line or a page reads), line ends, half surrogate pairs. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu

/** A short cut of a text an agent wrote, fit to stand in a message. */
export function excerpt(text: string): string {
  // Cut before as well: a line can be long, and only its beginning is shown.
  const clean = text
    .slice(0, 4 * MOST)
    .replace(UNPRINTABLE, '')
    .trim()
  if (clean.length <= MOST) return clean
  return `${clean.slice(0, MOST - 1).replace(UNPRINTABLE, '')}…`
}
