import type { Event, WireEvent } from '@signalbox/protocol'

/** What a dialect is told of an event: what the wire shows of it, and its place in the log. */
export type SaidEvent = WireEvent & Pick<Event, 'offset'>

/** How one wire says things. Pure; one object per wire and naming, so that its frames can be shared. */
export interface Dialect {
  readonly name: DialectName
  /** The bytes of one event; `ref` only for the connection whose request it answers. */
  event(event: SaidEvent, ref?: string | number): Buffer
  /** The bytes of a frame that is no event of the log: gap, replay_complete, snapshots, replies. */
  control(frame: { type: string } & Record<string, unknown>): Buffer
}

/** Threads tell each other of a dialect by its name. */
export type DialectName = 'ws-snake' | 'ws-dot' | 'sse' | 'activity' | 'codex-notify'
