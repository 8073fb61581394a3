import { checkEnvelope, type EnvelopeRules, memberSource, SignalboxError } from '@signalbox/protocol'
import { isStorableId } from '../../ingest/native-id.js'
import type { Notify } from '../../ingest/notify-intake.js'
import { readValue } from './read-json.js'

/** Reads the bytes of a notify envelope and checks it, in the order of the contract; throws the first failure. */
export function readNotify(bytes: Buffer, rules: EnvelopeRules): Notify {
  const { value, text } = readValue(bytes)
  const envelope = checkEnvelope(value, rules)
  checkId('session_id', envelope.sessionId)
  if (envelope.eventId !== undefined) checkId('event_id', envelope.eventId)
  return { envelope, payload: memberSource(text, 'payload') ?? '{}' }
}

function checkId(field: string, id: string): void {
  if (isStorableId(id)) return
  throw new SignalboxError('invalidMessage', `${field} must be at most 512 whole characters without NUL`, {
    field,
  })
}
