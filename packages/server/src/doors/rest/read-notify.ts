import { isUtf8 } from 'node:buffer'
import { checkEnvelope, type EnvelopeRules, memberSource, SignalboxError, tooDeep } from '@signalbox/protocol'
import { isStorableId } from '../../ingest/native-id.js'
import type { Notify } from '../../ingest/notify-intake.js'

/** The most bytes a notify envelope may have, alone or as one of many. */
export const MAX_ENVELOPE_BYTES = 1024 * 1024
const MAX_LEVELS = 64

/** Reads the bytes of a notify envelope and checks it, in the order of the contract; throws the first failure. */
export function readNotify(bytes: Buffer, rules: EnvelopeRules): Notify {
  const text = readText(bytes)
  const value = parse(text)
  if (tooDeep(value, MAX_LEVELS)) {
    throw new SignalboxError('invalidMessage', `nested deeper than ${MAX_LEVELS} levels`)
  }
  const envelope = checkEnvelope(value, rules)
  checkId('session_id', envelope.sessionId)
  if (envelope.eventId !== undefined) checkId('event_id', envelope.eventId)
  return { envelope, payload: memberSource(text, 'payload') ?? '{}' }
}

function readText(bytes: Buffer): string {
  // Decoding would put replacement characters where bytes are wrong, and the payload would no longer be what was sent.
  if (isUtf8(bytes)) return bytes.toString('utf8')
  throw new SignalboxError('invalidJson', 'the body is not valid UTF-8')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new SignalboxError('invalidJson', 'the body is not valid JSON')
  }
}

function checkId(field: string, id: string): void {
  if (isStorableId(id)) return
  throw new SignalboxError('invalidMessage', `${field} must be at most 512 whole characters without NUL`, {
    field,
  })
}
