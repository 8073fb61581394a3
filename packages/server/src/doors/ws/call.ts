import type { AnsweredMessageType, MESSAGES, Static } from '@signalbox/protocol'
import type { Caller } from '../../commands/sessions.js'
import type { Identity } from '../../identity.js'
import type { Connection } from './connection.js'

/** A message of a client that may send it. */
export interface Call<T extends AnsweredMessageType = AnsweredMessageType> {
  connection: Connection
  identity: Identity
  /** The fields of the message; its schema has been checked. */
  fields: Static<(typeof MESSAGES)[T]['fields']>
  ref: string | number | undefined
}

/** Answers messages of these types; a SignalboxError it throws is sent back. */
export type Handlers<T extends AnsweredMessageType> = {
  [K in T]: (call: Call<K>) => Promise<void> | void
}

/** Who asks, as commands want to know it. */
export function caller({ connection, identity, ref }: Call): Caller {
  const replyTo = { client: connection.subscriber.id, ...(ref === undefined ? {} : { ref }) }
  return { identity, via: 'ws', from: connection.remoteAddress, replyTo }
}
