import type { Draft, EventType, JsonObject } from '@signalbox/protocol'

/** Where an event that streams has its piece, and what tells two streams of the same type apart. */
interface Stream {
  piece: string
  of?: string
  /** Whether it can do without that. */
  alone?: true
}

const STREAMS: Partial<Record<EventType, Stream>> = {
  text_delta: { piece: 'text' },
  thinking_progress: { piece: 'text' },
  terminal_stream: { piece: 'data', of: 'toolCallId', alone: true },
  tool_call_delta: { piece: 'delta', of: 'toolCallId' },
}

/** A frame says at most this much in one go. */
export const MAX_PIECE = 16 * 1024

/** Whether an event is a piece of a stream: it may wait a moment and go out together with what follows it. */
export function isStreamed(draft: Draft): boolean {
  return STREAMS[draft.type] !== undefined
}

/** A well-formed piece of a stream, of which there are thousands: the rest of what is said is looked at closely. */
export function isPiece({ type, data }: { type: EventType; data: JsonObject }): boolean {
  const stream = STREAMS[type]
  if (!stream || typeof data?.[stream.piece] !== 'string') return false
  const { of, alone = of === undefined } = stream
  const whose = of === undefined ? undefined : data[of]
  const members = whose === undefined ? 1 : 2
  return Object.keys(data).length === members && (typeof whose === 'string' || (whose === undefined && alone))
}

/** How much a piece says; a draft that is none counts what it roughly takes. */
export function sizeOf(draft: Draft): number {
  const stream = STREAMS[draft.type]
  return stream ? pieceOf(draft, stream).length : JSON.stringify(draft.data ?? {}).length
}

/** Both pieces as one; undefined when they belong to different streams or would be more than `limit` together. */
export function joined(first: Draft, second: Draft, limit: number): Draft | undefined {
  const stream = STREAMS[first.type]
  if (!stream || first.type !== second.type || first.turnId !== second.turnId) return undefined
  if (stream.of && first.data?.[stream.of] !== second.data?.[stream.of]) return undefined
  const piece = pieceOf(first, stream) + pieceOf(second, stream)
  return piece.length > limit ? undefined : { ...first, data: { ...first.data, [stream.piece]: piece } }
}

/** A long piece as several, never cut inside a character. */
export function pieces(draft: Draft): Draft[] {
  const stream = STREAMS[draft.type]
  if (!stream) return [draft]
  const whole = pieceOf(draft, stream)
  if (whole.length <= MAX_PIECE) return whole === '' ? [] : [draft]
  const cut: Draft[] = []
  for (let at = 0; at < whole.length; ) {
    const end = cutAt(whole, at + MAX_PIECE)
    cut.push({ ...draft, data: { ...draft.data, [stream.piece]: whole.slice(at, end) } })
    at = end
  }
  return cut
}

/** The place itself, or one before it where it would part a surrogate pair. */
function cutAt(text: string, place: number): number {
  const code = text.charCodeAt(place - 1)
  const next = text.charCodeAt(place)
  return code >= 0xd800 && code <= 0xdbff && next >= 0xdc00 && next <= 0xdfff ? place - 1 : place
}

function pieceOf(draft: Draft, stream: Stream): string {
  return String(draft.data?.[stream.piece] ?? '')
}
