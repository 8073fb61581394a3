import type { SessionEvent } from '@signalbox/client'
import type { AttentionEntry, GatewayState, SessionMeta, WatchEntry } from '@signalbox/protocol'
import { type Glances, glanced, glancesOf } from '../board/glances.js'
import { NO_REQUESTS, type RequestBook, requestHeard, requestsRead } from '../board/request-book.js'
import {
  EMPTY_BOOK,
  happened,
  listed,
  listedMore,
  needRead,
  type SessionBook,
} from '../board/session-book.js'
import type { RequestsRead } from './fetch-requests.js'

/** What the page shows: the sessions, what each is at and what is asked of people, or why there is none of it. */
export interface Board {
  phase: 'loading' | 'unpaired' | 'unreachable' | 'ready'
  book: SessionBook
  glances: Glances
  requests: RequestBook
  /** Whether turns start. */
  gateway: GatewayState
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
      /** What every agent is at; undefined when it could not be read. */
      watch?: readonly WatchEntry[] | undefined
      /** What is asked of people; undefined when it could not be read. */
      requests?: RequestsRead | undefined
      /** Whether turns start; undefined when it could not be read. */
      gateway?: GatewayState | undefined
    }
  | { type: 'gateway'; gateway: GatewayState }
  | { type: 'requests'; requests: RequestsRead }
  | { type: 'more'; sessions: readonly SessionMeta[]; next: string | null }
  | { type: 'event'; event: SessionEvent }
  | { type: 'need'; sessionId: string; message: string }

export const LOADING: Board = {
  phase: 'loading',
  book: EMPTY_BOOK,
  glances: new Map(),
  requests: NO_REQUESTS,
  gateway: { state: 'running' },
  next: null,
}

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
        glances: change.watch ? glancesOf(change.watch) : board.glances,
        requests: change.requests ? readNow(change.requests) : board.requests,
        gateway: change.gateway ?? board.gateway,
        next: change.next,
      }
    case 'more':
      return { ...board, book: listedMore(board.book, change.sessions), next: change.next }
    case 'event':
      return heard(board, change.event)
    case 'gateway':
      return { ...board, gateway: change.gateway }
    case 'requests':
      return { ...board, requests: readNow(change.requests) }
    case 'need':
      return { ...board, book: needRead(board.book, change.sessionId, change.message) }
  }
}

/** Most events of a joined session change nothing here: then the board is the same, and nothing is drawn for it. */
function heard(board: Board, event: SessionEvent): Board {
  const book = happened(board.book, event)
  const glances = glanced(board.glances, event)
  const requests = requestHeard(board.requests, event)
  const same = book === board.book && glances === board.glances && requests === board.requests
  return same ? board : { ...board, book, glances, requests }
}

function readNow({ pending, ended }: RequestsRead): RequestBook {
  return requestsRead(pending, ended)
}
