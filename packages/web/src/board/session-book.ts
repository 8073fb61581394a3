import type { SessionEvent } from '@signalbox/client'
import type { AttentionEntry, SessionMeta } from '@signalbox/protocol'
import { cleared, dropped, type Needs, needsOf, raised } from './needs.js'

/** What the board knows: the sessions, and why each of them needs a person, as far as it was told. */
export interface SessionBook {
  sessions: ReadonlyMap<string, SessionMeta>
  needs: Needs
  /** Why sessions needed a person last: for those that wait though nothing is asked any more. */
  before: ReadonlyMap<string, string>
}

export const EMPTY_BOOK: SessionBook = { sessions: new Map(), needs: new Map(), before: new Map() }

/** The list as the gateway has it, in the place of everything known before; as is who needs a person, if that was read. */
export function listed(
  book: SessionBook,
  sessions: readonly SessionMeta[],
  attention?: readonly AttentionEntry[],
): SessionBook {
  const needs = attention ? needsOf(attention) : stillWaiting(book.needs, sessions)
  return { ...book, sessions: new Map(sessions.map((session) => [session.id, session])), needs }
}

/** One more page of a long list. What events told since is newer and stays. */
export function listedMore(book: SessionBook, sessions: readonly SessionMeta[]): SessionBook {
  const older = sessions.map((session) => [session.id, session] as const)
  return { ...book, sessions: new Map([...older, ...book.sessions]) }
}

/** Why a session that waits needed a person last, read afterwards. */
export function needRead(book: SessionBook, sessionId: string, message: string): SessionBook {
  return { ...book, before: new Map(book.before).set(sessionId, message) }
}

/** What a person reads beside a session that needs one: the newest reason; undefined when it needs nobody, or no reason is known. */
export function needText({ sessions, needs, before }: SessionBook, sessionId: string): string | undefined {
  const waits = sessions.get(sessionId)?.status === 'waiting'
  return needs.get(sessionId)?.at(-1)?.message ?? (waits ? before.get(sessionId) : undefined)
}

/** The book after one event of the tenant. */
export function happened(book: SessionBook, event: SessionEvent): SessionBook {
  switch (event.type) {
    case 'session_created':
    case 'session_updated':
    case 'session_unarchived':
    case 'session_paused':
    case 'session_resumed':
      return withSession(book, event.session)
    case 'session_archived':
    case 'session_deleted':
      return without(book, event.sessionId)
    case 'attention_raised':
      return { ...book, needs: raised(book.needs, event.sessionId, event) }
    case 'attention_cleared':
      return { ...book, needs: cleared(book.needs, event.sessionId, event) }
    default:
      return book
  }
}

/** Reasons read before hold for a session whose state says the same; of another nobody knows. */
function stillWaiting(needs: Needs, sessions: readonly SessionMeta[]): Needs {
  const ids = new Set(sessions.filter(({ status }) => status === 'waiting').map(({ id }) => id))
  return new Map([...needs].filter(([id]) => ids.has(id)))
}

function withSession(book: SessionBook, session: SessionMeta): SessionBook {
  const known = book.sessions.get(session.id)
  // An event that was under way while the list was read tells less than the list.
  if (known && known.updatedAt > session.updatedAt) return book
  return { ...book, sessions: new Map(book.sessions).set(session.id, session) }
}

function without(book: SessionBook, sessionId: string): SessionBook {
  const { sessions, needs, before } = book
  return {
    sessions: dropped(sessions, sessionId),
    needs: dropped(needs, sessionId),
    before: dropped(before, sessionId),
  }
}
