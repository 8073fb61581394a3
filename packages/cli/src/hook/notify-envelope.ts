import { checkEnvelope, MAX_ENVELOPE_BYTES, SignalboxError, TIME_PATTERN } from '@signalbox/protocol'

const TIME = new RegExp(TIME_PATTERN)

/** A payload that no gateway would take, and why. */
export class UnfitPayload extends Error {
  override name = 'UnfitPayload'
}

/** A payload that is refused for its length by every gateway: it is not sent, nor kept. */
export class TooLong extends Error {
  override name = 'TooLong'
}

/** What `signalbox notify` sends: the payload as it was typed, in its envelope. */
export interface NotifyText {
  eventId: string
  body: Buffer
}

/** Makes the envelope of a payload. Pure; throws an UnfitPayload or TooLong, as a sentence. */
export function notifyEnvelope(
  sessionId: string,
  typed: string,
  { eventId, newId }: { eventId?: string; newId: () => string },
): NotifyText {
  const payload = read(typed)
  const id = eventId ?? turnId(payload) ?? newId()
  const occurredAt = [payload.occurred_at, payload.timestamp].find(isTime)
  const members = {
    session_id: JSON.stringify(sessionId),
    event_id: JSON.stringify(id),
    ...(occurredAt === undefined ? {} : { occurred_at: JSON.stringify(occurredAt) }),
    // Numbers and the order of members stay as they were typed.
    payload: typed.trim(),
  }
  check(sessionId, payload)
  return { eventId: id, body: bodyOf(members, typed) }
}

/** What only repeats the payload is left out where it would be too much with it. */
function bodyOf(members: Record<string, string>, typed: string): Buffer {
  const whole = Buffer.from(textOf({ ...members, raw: JSON.stringify(typed) }))
  if (whole.length <= MAX_ENVELOPE_BYTES) return whole
  const brief = Buffer.from(textOf(members))
  if (brief.length <= MAX_ENVELOPE_BYTES) return brief
  throw new TooLong(
    `Nothing was sent: the event has ${brief.length} bytes, and a gateway takes ${MAX_ENVELOPE_BYTES} at most.`,
  )
}

function read(typed: string): Record<string, unknown> {
  if (typed.trim() === '')
    throw new UnfitPayload('The payload is required: type a JSON object, or - to read it from stdin.')
  let value: unknown
  try {
    value = JSON.parse(typed)
  } catch (error) {
    throw new UnfitPayload(`The payload must be valid JSON: ${(error as Error).message}.`)
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>
  throw new UnfitPayload('The payload must be a JSON object, for example {"type":"progress"}.')
}

/** The same checks as the gateway's: what it would refuse is not kept for later either. */
function check(sessionId: string, payload: object): void {
  try {
    checkEnvelope({ session_id: sessionId, payload }, { strict: false })
  } catch (error) {
    if (!(error instanceof SignalboxError)) throw error
    throw new UnfitPayload(
      error.field === 'payload.type'
        ? 'The payload type is required: a text that is not blank, for example {"type":"progress"}.'
        : `The payload cannot be sent: ${error.message}.`,
    )
  }
}

/** Codex tells the end of a turn once: told again it is the same event. */
function turnId(payload: Record<string, unknown>): string | undefined {
  const id = payload['turn-id'] ?? payload.turn_id
  const isTurn = payload.type === 'agent-turn-complete' && typeof id === 'string' && id.trim() !== ''
  return isTurn ? `codex-notify:${id}` : undefined
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && TIME.test(value)
}

function textOf(members: Record<string, string>): string {
  return `{${Object.entries(members)
    .map(([name, value]) => `"${name}":${value}`)
    .join(',')}}`
}
