import type { SessionEvent } from '@signalbox/client'
import type { Glance, WatchEntry } from '@signalbox/protocol'

/** What is seen of each session at a glance: what its agent does, how long, at what cost. */
export type Glances = ReadonlyMap<string, Glance>

/** The watch list as the gateway has it. */
export function glancesOf(entries: readonly WatchEntry[]): Glances {
  return new Map(entries.map(({ sessionId, ...glance }) => [sessionId, glance]))
}

/** After one event of the tenant. */
export function glanced(glances: Glances, event: SessionEvent): Glances {
  if (event.type === 'watch_state') {
    const { type: _type, sessionId, seq: _seq, ts: _ts, turnId: _turnId, ...glance } = event
    return new Map(glances).set(sessionId, glance)
  }
  if (event.type !== 'session_deleted' || !glances.has(event.sessionId)) return glances
  const rest = new Map(glances)
  rest.delete(event.sessionId)
  return rest
}
