import { SignalboxError } from '../errors.js'
import type { JsonObject } from '../event.js'
import { normaliseType } from './canonical-type.js'

/** A notify envelope that passed every check. */
export interface NotifyEnvelope {
  sessionId: string
  payload: JsonObject & { type: string }
  occurredAt?: string
  raw?: string
  eventId?: string
}

export interface EnvelopeRules {
  /** The id in the path, decoded; absent where the envelope stands alone. */
  pathId?: string
  strict: boolean
}

/** The most bytes an envelope may have, alone, as one of many, or kept for later. */
export const MAX_ENVELOPE_BYTES = 1024 * 1024

const DAY_OF_MONTH = [
  '(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])',
  '(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)',
  '02-(?:0[1-9]|1\\d|2[0-8])',
].join('|')
const LEAP_YEAR = '\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00'
const CLOCK = '(?:[01]\\d|2[0-3]):[0-5]\\d'
/** An RFC 3339 time; a day that its month does not have is none. */
export const TIME_PATTERN = `^(?:\\d{4}-(?:${DAY_OF_MONTH})|(?:${LEAP_YEAR})-02-29)[Tt ]${CLOCK}:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:[Zz]|[+-]${CLOCK})$`

const TIME = new RegExp(TIME_PATTERN)
const STRINGS = ['session_id', 'occurred_at', 'raw', 'event_id'] as const
const FIELDS: ReadonlySet<string> = new Set([...STRINGS, 'payload'])

/**
 * The checks of the notify contract, in its order; throws the first failure.
 * Nothing is coerced, removed or defaulted; null and blank optional strings count as absent.
 */
export function checkEnvelope(value: unknown, rules: EnvelopeRules): NotifyEnvelope {
  if (!isObject(value)) throw invalid('the body must be a JSON object')
  for (const field of Object.keys(value)) {
    if (!FIELDS.has(field)) throw invalid(`unknown field ${field}`, field)
  }
  for (const field of STRINGS) {
    const text = value[field]
    if (text !== undefined && text !== null && typeof text !== 'string') {
      throw invalid(`${field} must be a string`, field)
    }
  }
  const { session_id: sessionId, occurred_at: occurredAt, raw, event_id: eventId, payload } = value
  if (typeof occurredAt === 'string' && !TIME.test(occurredAt)) {
    throw invalid('occurred_at must be an RFC 3339 time', 'occurred_at')
  }
  if (typeof sessionId !== 'string' || sessionId.trim() === '')
    throw invalid('missing session id', 'session_id')
  if (payload === undefined)
    throw new SignalboxError('missingPayload', 'missing payload', { field: 'payload' })
  if (!isObject(payload)) {
    throw new SignalboxError('invalidPayload', 'payload must be a JSON object', { field: 'payload' })
  }
  if (typeof payload.type !== 'string' || payload.type.trim() === '') {
    throw new SignalboxError('invalidPayload', 'missing payload type', { field: 'payload.type' })
  }
  if (rules.pathId !== undefined && sessionId !== rules.pathId)
    throw invalid('session id mismatch', 'session_id')
  const envelope: NotifyEnvelope = { sessionId, payload: payload as NotifyEnvelope['payload'] }
  if (typeof occurredAt === 'string') envelope.occurredAt = occurredAt
  if (isPresent(raw)) envelope.raw = raw
  if (isPresent(eventId)) envelope.eventId = eventId
  return envelope
}

/** Strict mode, checked once the session is known: progress must name its plan file. */
export function checkPlanFile(envelope: NotifyEnvelope): void {
  if (normaliseType(envelope.payload.type) !== 'progress') return
  if (isPresent(envelope.payload.plan_file) || isPresent(envelope.payload['plan-file'])) return
  throw new SignalboxError('invalidPayload', 'missing plan_file', { field: 'payload.plan_file' })
}

/** A blank text is none. */
function isPresent(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function invalid(message: string, field?: string): SignalboxError {
  return new SignalboxError('invalidMessage', message, field === undefined ? {} : { field })
}
