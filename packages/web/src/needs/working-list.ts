import { type BoardRow, boardRow } from '../board/board-row.js'
import type { Board } from '../gateway/board.js'

/** The sessions that work, longest at it first. While `held` those that were there keep their places, and none comes. */
export function workingList(
  { book, glances }: Pick<Board, 'book' | 'glances'>,
  held: readonly string[] | null,
): BoardRow[] {
  if (held)
    return held.flatMap((id) => {
      const session = book.sessions.get(id)
      return session ? [boardRow(session, book, glances)] : []
    })
  return [...book.sessions.values()]
    .map((session) => boardRow(session, book, glances))
    .filter(({ id, lamp }) => lamp === 'working' || (lamp === 'idle' && glances.get(id)?.state === 'busy'))
    .sort((a, b) => a.since - b.since || (a.id < b.id ? -1 : 1))
}
