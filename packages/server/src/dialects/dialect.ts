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
  /** Nothing may be left out on this wire: who cannot keep up is closed, and resumes. */
  readonly whole?: true
}

/** A dialect in which what an event is called depends on those before it: it hears all of them, in order. */
export interface FollowingDialect extends Dialect {
  /** Called with every event that is published, before its frame is asked for. */
  note(event: Event): void
  /** Whether something was held back that is to be told soon. */
  readonly owes: boolean
  /** What was held back and is due, with the event it is told at; `now` by the clock of the events. */
  owed(now: number): { event: Event; frame: Buffer }[]
}

/** Threads tell each other of a dialect by its name. */
export type DialectName =
  | 'ws-snake'
  | 'ws-dot'
  | 'sse'
  | 'activity'
  | 'codex-notify'
  | 'notifications'
  | 'otlp-log'
  | 'rpc'
