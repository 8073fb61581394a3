import type { SessionEvent } from '@signalbox/client'
import type { SessionMeta } from '@signalbox/protocol'

/** What the board knows: the sessions, and why each of them needs a person, as far as it was told. */
export interface SessionBook {
  sessions: ReadonlyMap<string, SessionMeta>
  needs: ReadonlyMap<string, string>
}

export const EMPTY_BOOK: SessionBook = { sessions: new Map(), needs: new Map() }

/** The list as the gateway has it, in the place of everything known before. */
export function listed(book: SessionBook, sessions: readonly SessionMeta[]): SessionBook {
  const ids = new Set(sessions.filter(({ status }) => status === 'waiting').map(({ id }) => id))
  const needs = new Map([...book.needs].filter(([id]) => ids.has(id)))
  return { sessions: new Map(sessions.map((session) => [session.id, session])), needs }
}

/** One more page of a long list. What events told since is newer and stays. */
export function listedMore(book: SessionBook, sessions: readonly SessionMeta[]): SessionBook {
  const older = sessions.map((session) => [session.id, session] as const)
  return { ...book, sessions: new Map([...older, ...book.sessions]) }
}

/** Why a session needs a person, read afterwards. What an event told meanwhile is newer. */
export function needRead(book: SessionBook, sessionId: string, message: string): SessionBook {
  const waits = book.sessions.get(sessionId)?.status === 'waiting'
  if (!waits || book.needs.has(sessionId)) return book
  return { ...book, needs: new Map(book.needs).set(sessionId, message) }
}

/** The book after one event of the tenant. */
export function happened(book: SessionBook, event: SessionEvent): SessionBook {
  switch (event.type) {
    case 'session_created':
    case 'session_updated':
    case 'session_unarchived':
      return withSession(book, event.session)
    case 'session_archived':
    case 'session_deleted':
      return without(book, event.sessionId)
    case 'attention_raised':
      return { ...book, needs: new Map(book.needs).set(event.sessionId, event.message) }
    case 'attention_cleared':
      return { ...book, needs: dropped(book.needs, event.sessionId) }
    default:
      return book
  }
}

function withSession(book: SessionBook, session: SessionMeta): SessionBook {
  const known = book.sessions.get(session.id)
  // An event that was under way while the list was read tells less than the list.
  if (known && known.updatedAt > session.updatedAt) return book
  return { ...book, sessions: new Map(book.sessions).set(session.id, session) }
}

function without(book: SessionBook, sessionId: string): SessionBook {
  return { sessions: dropped(book.sessions, sessionId), needs: dropped(book.needs, sessionId) }
}

function dropped<V>(map: ReadonlyMap<string, V>, key: string): ReadonlyMap<string, V> {
  const rest = new Map(map)
  rest.delete(key)
  return rest
}
