import type { SessionEvent } from '@signalbox/client'
import type { AttentionEntry, SessionMeta } from '@signalbox/protocol'
import {
  EMPTY_BOOK,
  happened,
  listed,
  listedMore,
  needRead,
  type SessionBook,
} from '../board/session-book.js'

/** What the page shows: the book of sessions, or why there is none. */
export interface Board {
  phase: 'loading' | 'unpaired' | 'unreachable' | 'ready'
  book: SessionBook
  /** The cursor of the next page; null when all sessions are here. */
  next: string | null
}

export type BoardChange =
  | { type: 'unpaired' | 'unreachable' }
  | {
      type: 'listed'
      sessions: readonly SessionMeta[]
      next: string | null
      /** Who needs a person; undefined when it could not be read. */
      attention?: readonly AttentionEntry[] | undefined
    }
  | { type: 'more'; sessions: readonly SessionMeta[]; next: string | null }
  | { type: 'event'; event: SessionEvent }
  | { type: 'need'; sessionId: string; message: string }

export const LOADING: Board = { phase: 'loading', book: EMPTY_BOOK, next: null }

/** The board after one more thing became known. Pure. */
export function changeBoard(board: Board, change: BoardChange): Board {
  switch (change.type) {
    case 'unpaired':
      return { ...LOADING, phase: 'unpaired' }
    case 'unreachable':
      // A board that is there stays: the connection line says that it is not live.
      return board.phase === 'ready' ? board : { ...board, phase: 'unreachable' }
    case 'listed':
      return {
        phase: 'ready',
        book: listed(board.book, change.sessions, change.attention),
        next: change.next,
      }
    case 'more':
      return { ...board, book: listedMore(board.book, change.sessions), next: change.next }
    case 'event':
      return { ...board, book: happened(board.book, change.event) }
    case 'need':
      return { ...board, book: needRead(board.book, change.sessionId, change.message) }
  }
}
