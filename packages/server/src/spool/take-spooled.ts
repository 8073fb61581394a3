import { MAX_ENVELOPE_BYTES, type NotifyEnvelope, SignalboxError } from '@signalbox/protocol'
import { readJson } from '../doors/rest/read-json.js'
import { readNotify } from '../doors/rest/read-notify.js'
import type { HookIntake } from '../ingest/hooks/hook-intake.js'
import type { NotifyIntake } from '../ingest/notify-intake.js'
import type { SpoolFile } from './spool-file.js'

export interface Intakes {
  hooks: HookIntake
  notify: NotifyIntake
  strict: boolean
  /** Whose sessions the spool of this gateway tells of. */
  tenantId: string
}

/** Brings a spool file to the log the way its door would have, as late. */
export async function takeSpooled(
  { hooks, notify, strict, tenantId }: Intakes,
  file: SpoolFile,
): Promise<void> {
  const { context, payload: bytes } = file
  if (file.kind === 'hook') {
    const { value, text } = readJson(bytes)
    await hooks.take(tenantId, { agent: file.agent, value, raw: text, context })
    return
  }
  // Files may be as long as hooks are; an envelope may not, whichever way it comes.
  if (bytes.length > MAX_ENVELOPE_BYTES)
    throw new SignalboxError('tooLarge', `an event has at most ${MAX_ENVELOPE_BYTES} bytes`)
  const { envelope, payload } = readNotify(bytes, { pathId: file.sessionId, strict })
  const { eventId, occurredAt } = context
  const told: NotifyEnvelope = { eventId, ...envelope }
  await notify.take(tenantId, {
    envelope: told,
    payload,
    late: occurredAt === undefined ? {} : { occurredAt },
  })
}
