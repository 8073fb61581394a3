import type { Glance, SessionMeta } from '@signalbox/protocol'
import type { Board } from '../gateway/board.js'

/** A session that works just now. */
export interface WorkingRow {
  session: SessionMeta
  glance: Glance
}

/** The sessions that work, longest at it first. While `held` those that were there keep their places, and none comes. */
export function workingList(
  { book, glances }: Pick<Board, 'book' | 'glances'>,
  held: readonly string[] | null,
): WorkingRow[] {
  const rows = [...book.sessions.values()].flatMap((session) => {
    const glance = glances.get(session.id)
    return glance ? [{ session, glance }] : []
  })
  if (held) return held.flatMap((id) => rows.find(({ session }) => session.id === id) ?? [])
  return rows
    .filter(({ session, glance }) => glance.state === 'busy' && !book.needs.has(session.id))
    .sort((a, b) => a.glance.since - b.glance.since || (a.session.id < b.session.id ? -1 : 1))
}
