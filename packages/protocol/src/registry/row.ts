import type { JsonObject } from '../event.js'
import type { ObjectSchema } from '../schema.js'

/** durable: in the log, replayed. ephemeral: numbered, live only. reply: an answer or control frame, never numbered. */
export type EventKind = 'durable' | 'ephemeral' | 'reply'

/** Who gets it: the connection that asked, everyone joined to the session, everyone of the tenant. */
export type Scope = 'connection' | 'session' | 'tenant'

/** One line of the registry. The key in the table is the canonical (snake) name. */
export interface EventRow {
  /** The name under `naming=dot`, where the protocol has a twin. */
  dot?: string
  kind: EventKind
  scopes: readonly Scope[]
  /** What stands beside type, sessionId, seq, ts and turnId. */
  data: ObjectSchema
  description: string
  example: JsonObject
}

export function row<const R extends EventRow>(definition: R): R {
  return definition
}
