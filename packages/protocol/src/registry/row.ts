import type { JsonObject } from '../event.js'
import type { HookName } from '../harmonize/canonical-activity.js'
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
  /** Whether a numbered event carries turnId: always, when a turn is open, or (absent) never. */
  turn?: 'required' | 'optional'
  /** The hook of an agent this event is the trace of; the canonical activity follows from it. */
  hook?: HookName
  /** Texts a person reads as a message: cleaned once, before the log. `a[].b` is `b` of each in the list `a`. */
  clean?: readonly string[]
  /** What stands beside type, sessionId, seq, ts and turnId. */
  data: ObjectSchema
  description: string
  /** An example of the data alone; `exampleFrame` gives the whole frame. */
  example: JsonObject
}

/** A chapter of the registry: the events of one matter, one file each. */
export interface EventChapter<Rows extends Record<string, EventRow> = Record<string, EventRow>> {
  id: string
  title: string
  about: string
  rows: Rows
}

/** Keeps for the compiler what types are made of: the kind and the shape of the data. */
export function row<const K extends EventKind, D extends ObjectSchema>(
  definition: EventRow & { kind: K; data: D },
): EventRow & { kind: K; data: D } {
  return definition
}

export function chapter<Rows extends Record<string, EventRow>>(
  definition: EventChapter<Rows>,
): EventChapter<Rows> {
  return definition
}
