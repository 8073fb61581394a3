import type { SessionMeta } from '@signalbox/protocol'
import type { Glances } from './glances.js'
import { LAMPS, sessionLamp } from './lamp-of.js'
import type { Needs } from './needs.js'

const NOTHING_SEEN: Glances = new Map()

/** What needs a person first, longest waiting on top; then what runs; then the rest, newest on top. */
export function byNeed(
  needs: Needs,
  glances: Glances = NOTHING_SEEN,
): (a: SessionMeta, b: SessionMeta) => number {
  const lampIn = (session: SessionMeta) =>
    sessionLamp(session, needs.has(session.id), glances.get(session.id))
  return (a, b) => {
    const lamp = lampIn(a)
    const rank = LAMPS.indexOf(lamp) - LAMPS.indexOf(lampIn(b))
    if (rank !== 0) return rank
    const age = a.updatedAt - b.updatedAt
    return (lamp === 'needs' ? age : -age) || (a.id < b.id ? -1 : 1)
  }
}
