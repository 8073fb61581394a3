import { s } from '../schema.js'
import { described } from './described.js'

const text = (description: string, maxLength?: number) =>
  s.optional(
    described(
      s.nullable(s.string(maxLength === undefined ? {} : { maxLength })),
      `${description} Null is absent.`,
    ),
  )

/** What a notify client sends, for who reads the documents; the door itself checks in the order of the contract. */
export const NotifyEnvelope = s.object(
  {
    session_id: described(s.string({ minLength: 1, maxLength: 512 }), 'Any name; the same as in the path.'),
    payload: described(
      {
        ...s.object({ type: described(s.string({ minLength: 1 }), 'What it is about.') }),
        additionalProperties: {},
      },
      'Opaque; kept as it is.',
    ),
    occurred_at: text('When it happened for the sender, RFC 3339.'),
    event_id: text('The sender’s own id: the same twice is one event.', 512),
    raw: text('What the sender got, kept beside the event.'),
  },
  { closed: true },
)
