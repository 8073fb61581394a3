import type { SessionMeta } from '@signalbox/protocol'
import { type Lamp, lampOf } from './lamp-of.js'

const RANK: Record<Lamp, number> = { needs: 0, working: 1, waiting: 2, failed: 3, idle: 4, off: 5 }

/** What needs a person first, longest waiting on top; then what runs; then the rest, newest on top. */
export function byNeed(a: SessionMeta, b: SessionMeta): number {
  const lamp = lampOf(a.status)
  const rank = RANK[lamp] - RANK[lampOf(b.status)]
  if (rank !== 0) return rank
  const age = a.updatedAt - b.updatedAt
  return (lamp === 'needs' ? age : -age) || (a.id < b.id ? -1 : 1)
}
