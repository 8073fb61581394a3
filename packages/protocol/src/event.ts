import type { EventType } from './registry/registry.js'

/** JSON as it travels on every wire. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

/** Where an event came from: the agent, the door it used, and the ids it has there. */
export interface Source {
  agent: string
  via: string
  nativeType?: string
  nativeId?: string
}

/**
 * What an adapter or a command wants to have happened. The log decides, numbers and folds it.
 * `data` is an object where the fold reads it; `json` is the same object already encoded, for content nobody folds.
 */
export interface Draft {
  type: EventType
  source: Source
  data?: JsonObject
  json?: string
  turnId?: string
  /** The agent's own id of the turn; the log finds or makes ours for it. */
  nativeTurnId?: string
  /** Same key within a session = the same happening seen by another source: dropped. */
  fact?: string
  /** What the sender said, byte for byte; kept beside the event, on no stream. */
  raw?: string
  /** Told after the fact: nobody can be asked any more. What comes of it says so. */
  late?: true
  /** When it happened, by the clock of who saw it; ms. */
  occurredAt?: number
}

/** One fact of the log. `offset` orders durable events over all sessions; ephemeral ones carry the last before them. */
export interface Event {
  v: number
  id: string
  tenantId: string
  sessionId: string
  seq: number
  offset: number
  ts: number
  type: EventType
  turnId?: string
  source: Source
  causeId?: string
  /** The data object, encoded once. Never contains type, sessionId, seq, ts or turnId. */
  data: string
}

/** The event version written today; readers upcast older ones. */
export const EVENT_VERSION = 1
