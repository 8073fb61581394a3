import type { SessionMeta } from '@signalbox/protocol'
import { type Lamp, lampOf } from './lamp-of.js'
import type { Needs } from './needs.js'

const RANK: Record<Lamp, number> = { needs: 0, working: 1, waiting: 2, failed: 3, idle: 4, off: 5 }

/** What needs a person first, longest waiting on top; then what runs; then the rest, newest on top. */
export function byNeed(needs: Needs): (a: SessionMeta, b: SessionMeta) => number {
  return (a, b) => {
    const lamp = lampOf(a.status, needs.has(a.id))
    const rank = RANK[lamp] - RANK[lampOf(b.status, needs.has(b.id))]
    if (rank !== 0) return rank
    const age = a.updatedAt - b.updatedAt
    return (lamp === 'needs' ? age : -age) || (a.id < b.id ? -1 : 1)
  }
}
