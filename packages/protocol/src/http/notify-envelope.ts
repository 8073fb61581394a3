import { NOTIFY_ENVELOPE } from '../notify/envelope-schema.js'
import type { ObjectSchema } from '../schema.js'
import { described } from './described.js'

const SAYS = {
  session_id: 'Any name, at most 512 characters; the same as in the path.',
  payload: 'Opaque; kept as it is. `type` says what it is about.',
  occurred_at: 'When it happened for the sender, RFC 3339. Null is absent.',
  event_id: 'The sender’s own id, at most 512 characters: the same twice is one event. Null is absent.',
  raw: 'What the sender got, kept beside the event. Null is absent.',
} as const satisfies Record<keyof typeof NOTIFY_ENVELOPE.properties, string>

const fields = Object.entries(NOTIFY_ENVELOPE.properties).map(([name, schema]) => [
  name,
  described(schema, SAYS[name as keyof typeof SAYS]),
])

/** The envelope of a notify, with a sentence for each field. That a payload may say anything is said out loud. */
export const NotifyEnvelope: ObjectSchema = {
  ...NOTIFY_ENVELOPE,
  properties: {
    ...Object.fromEntries(fields),
    payload: {
      ...described(NOTIFY_ENVELOPE.properties.payload ?? {}, SAYS.payload),
      additionalProperties: {},
    },
  },
}
