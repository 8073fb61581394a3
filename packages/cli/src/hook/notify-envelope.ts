import { checkEnvelope, SignalboxError, TIME_PATTERN } from '@signalbox/protocol'

const TIME = new RegExp(TIME_PATTERN)
/** An envelope that is longer is refused, so what only repeats the payload is left out of one. */
const MAX_ENVELOPE_BYTES = 1024 * 1024

/** A payload that no gateway would take, and why. */
export class UnfitPayload extends Error {
  override name = 'UnfitPayload'
}

/** What `signalbox notify` sends: the payload as it was typed, in its envelope. */
export interface NotifyText {
  eventId: string
  body: Buffer
}

/** Makes the envelope of a payload. Pure; throws an UnfitPayload, as a sentence. */
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
  const whole = Buffer.from(textOf({ ...members, raw: JSON.stringify(typed) }))
  return { eventId: id, body: whole.length > MAX_ENVELOPE_BYTES ? Buffer.from(textOf(members)) : whole }
}

function read(typed: string): Record<string, unknown> {
  if (typed.trim() === '')
    throw new UnfitPayload('The payload is empty; type JSON, or - to read it from stdin.')
  let value: unknown
  try {
    value = JSON.parse(typed)
  } catch (error) {
    throw new UnfitPayload(`The payload is not JSON: ${(error as Error).message}.`)
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
    throw new UnfitPayload(`The payload cannot be sent: ${error.message}.`)
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
