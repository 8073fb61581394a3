import type { ErrorKind, JsonObject, SessionState } from '@signalbox/protocol'
import type { RecordPlace } from '@signalbox/protocol/log-record'
import type { Commit, Committed, Published, RecordEntry, ReplyTo } from './log.js'
import type { DeliveryKey, OutboxStep } from './outbox.js'
import type { Note } from './records.js'

/** What the writing thread is asked to do, in order. */
export type Operation =
  | { kind: 'commit'; commit: Commit }
  | { kind: 'snapshot'; sessionId: string }
  | { kind: 'delete'; tenantId: string; sessionId: string; replyTo?: ReplyTo }
  | { kind: 'put'; entry: Omit<RecordEntry, 'revision'> & { revision?: number } }
  | { kind: 'remove'; record: { kind: string; tenantId: string; id: string } }
  | { kind: 'retain'; after: number; olderThan: number; maxBytes: number }
  | { kind: 'outbox'; step: OutboxStep }
  | { kind: 'note'; notes: readonly Note[] }
  | { kind: 'retainNotes'; olderThan: number; maxBytes: number }
  | { kind: 'probe' }

export type Answer =
  | Committed
  | SessionState
  | RecordEntry
  | DeliveryKey[]
  | RecordPlace
  | boolean
  | number
  | null
  | undefined

/** A failure that crosses the thread boundary; a SignalboxError on both sides. */
export interface Refusal {
  kind: ErrorKind
  message: string
  field?: string
  details?: JsonObject
}

export type Outcome = { ok: true; answer: Answer } | { ok: false; refusal: Refusal }

/** What one group of operations came to: an outcome for each, and the events to publish, in order. */
export interface GroupResult {
  outcomes: Outcome[]
  events: Published[]
  /** Whether anything was written that others wait for: only then it is known that it can be. */
  wrote: boolean
  /** Why the disk refused the group; absent when all is well. */
  failure?: string
  /** The failure is damage of the file: nothing may be written to it any more. */
  damaged?: boolean
  /** Faults of our own that operations ran into, for the operator's eyes. */
  bugs?: string[]
}
