import type { OpenTurn } from './state.js'
import { cutUtf8, joinedLength, MAX_SEGMENT_BYTES, MAX_TEXT_BYTES, piecesOf, utf8Length } from './text.js'

/** The turn after one more piece of its answer, which has this number. */
export function withDelta(turn: OpenTurn, piece: string, seq: number): OpenTurn {
  const textBytes = joinedLength(lastSaid(turn), turn.textBytes, piece)
  // Copied, then written to: the same as one literal takes three times as long, and every delta comes through here.
  const told = { ...turn }
  told.text = heldText(turn, piece, textBytes)
  told.textBytes = textBytes
  if (turn.segment === '') told.segmentSeq = seq
  told.segment += piece
  told.segmentBytes = joinedLength(turn.segment, turn.segmentBytes, piece)
  return told
}

/** The turn after a finished segment: known already where it was told piece by piece. */
export function withMessage(turn: OpenTurn, text: string): OpenTurn {
  if (turn.segment !== '') return { ...turn, segment: '', segmentBytes: 0, segmentSeq: 0 }
  const textBytes = joinedLength(lastSaid(turn), turn.textBytes, text)
  return { ...turn, text: heldText(turn, text, textBytes), textBytes }
}

/** The segment ends where the answer does, also when the text held does not reach that far. */
function lastSaid(turn: OpenTurn): string {
  return turn.segment || turn.text
}

/** The beginning of the answer; its bytes are counted to the end. */
function heldText(turn: OpenTurn, piece: string, textBytes: number): string {
  if (textBytes <= MAX_TEXT_BYTES) return turn.text + piece
  if (turn.textBytes > MAX_TEXT_BYTES) return turn.text
  // Cut as one text: halves of a pair that meet at the border are one character.
  return cutUtf8(turn.text + piece, MAX_TEXT_BYTES)
}

/** A segment that was told piece by piece, as the event that ends it says it; undefined where there is none. */
export function toldSegment(turn: OpenTurn | null): { text: string; fromSeq: number } | undefined {
  return turn && turn.segment !== '' ? { text: turn.segment, fromSeq: turn.segmentSeq } : undefined
}

/** A thought or argument that grows; only its beginning is held. */
export function grown(text: string, piece: string): string {
  const room = MAX_TEXT_BYTES - text.length
  return room <= 0 ? text : text + cutUtf8(piece, room)
}

/** What `turn_complete` says of the answer: all of it, or its beginning and how long it was. */
export function finalText(
  told: string,
  turn: OpenTurn | null,
): { finalText: string; truncated?: true; bytes?: number } {
  const [text, bytes] = told === '' && turn ? [turn.text, turn.textBytes] : [told, utf8Length(told)]
  if (bytes <= MAX_TEXT_BYTES) return { finalText: text }
  return { finalText: cutUtf8(text, MAX_TEXT_BYTES), truncated: true, bytes }
}

/** A piece of an answer as it goes into segments: `cut` where the running one must end before it. */
export function inSegments(turn: OpenTurn, text: string): { piece: string; cut: boolean }[] {
  // No unit has more than three bytes: most pieces need no counting.
  if (turn.segmentBytes + text.length * 3 <= MAX_SEGMENT_BYTES) return [{ piece: text, cut: false }]
  if (joinedLength(turn.segment, turn.segmentBytes, text) <= MAX_SEGMENT_BYTES) {
    return [{ piece: text, cut: false }]
  }
  return piecesOf(text, MAX_SEGMENT_BYTES).map((piece, index) => ({
    piece,
    cut: index > 0 || turn.segment !== '',
  }))
}
