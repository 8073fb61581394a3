/** The longest piece of an answer that is kept as one `message_complete`, in bytes of UTF-8. */
export const MAX_SEGMENT_BYTES = 256 * 1024

/** How much text of a turn is held, and told at its end, in bytes of UTF-8. */
export const MAX_TEXT_BYTES = 1024 * 1024

/** How many bytes a text has in UTF-8. Half a pair counts as the three bytes of the sign that stands for it. */
export function utf8Length(text: string): number {
  let bytes = text.length
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit < 0x80) continue
    if (unit < 0x800) bytes += 1
    else {
      bytes += 2
      // A whole pair is four bytes for its two units.
      if (isHigh(unit) && isLow(text.charCodeAt(at + 1))) at++
    }
  }
  return bytes
}

/** The longest beginning of a text with at most so many bytes of UTF-8; no character is cut in two. */
export function cutUtf8(text: string, maxBytes: number): string {
  // No unit has more than three bytes.
  if (text.length * 3 <= maxBytes) return text
  let bytes = 0
  let at = 0
  while (at < text.length) {
    const unit = text.charCodeAt(at)
    const pair = isHigh(unit) && isLow(text.charCodeAt(at + 1))
    bytes += unit < 0x80 ? 1 : unit < 0x800 ? 2 : pair ? 4 : 3
    if (bytes > maxBytes) return text.slice(0, at)
    at += pair ? 2 : 1
  }
  return text
}

/** A text in pieces of at most so many bytes each. */
export function piecesOf(text: string, maxBytes: number): string[] {
  const pieces: string[] = []
  for (let rest = text; rest !== ''; ) {
    const piece = cutUtf8(rest, maxBytes)
    pieces.push(piece)
    rest = rest.slice(piece.length)
  }
  return pieces
}

/**
 * How many bytes two texts have as one, given the bytes of the first: halves of a pair that meet become one character.
 * The first is looked at only when the second begins with such a half: looking would copy a text that is still growing.
 */
export function joinedLength(first: string, firstBytes: number, second: string): number {
  const meet = isLow(second.charCodeAt(0)) && isHigh(first.charCodeAt(first.length - 1))
  return firstBytes + utf8Length(second) - (meet ? 2 : 0)
}

/** A value of JSON where a text is expected: odd ones are no text, whatever they are. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}
