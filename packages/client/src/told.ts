import type { GatewayState } from '@signalbox/protocol'
import type { Frame, SessionEvent } from './frame.js'
import type { GatewayError } from './gateway-error.js'
import type { Snapshot } from './subscription.js'

/** `reason` is there when the gateway refused for good; otherwise the client goes on trying at `retryAt`. */
export type ConnectionStatus =
  | { state: 'live' }
  | { state: 'reconnecting'; retryAt: number | null }
  | { state: 'offline'; retryAt: number | null; reason?: GatewayError }

/** What a listener can be told of. */
export type Told = {
  /** Events of joined sessions, in order and once each, and the tenant's lifecycle and attention events. */
  event: SessionEvent
  /** The state of a session at a join, and again at every resume: what to draw it from anew. */
  snapshot: Snapshot
  /** The running turn so far, after a snapshot. */
  stream: Frame<'stream_snapshot'>
  /** Numbers that will not come, and why. `epoch`: another log; all it keeps of the session follows. */
  gap: Frame<'gap'>
  replayed: Frame<'replay_complete'>
  /** A joined session that is not followed any more: deleted, or refused when it was to be resumed. */
  left: { sessionId: string; reason: GatewayError }
  status: ConnectionStatus
  /** Whether the gateway starts turns: when it changes, by whomever, and when it was asked. */
  gateway: GatewayState
  /** A refusal that answers no request of this client. */
  error: GatewayError
}
