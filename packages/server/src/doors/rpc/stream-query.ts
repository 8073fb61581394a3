import {
  formatLogCursor,
  formatSessionCursor,
  parseHeardCursor,
  parseSessionCursor,
  SignalboxError,
} from '@signalbox/protocol'
import { findSession } from '../../commands/find-session.js'
import type { Identity } from '../../identity.js'
import type { Log } from '../../log/log.js'
import { badParameter, readQuery, text } from '../rest/query.js'

/** What a stream is about: everything of a tenant, or one thread of it. */
export interface StreamScope {
  tenantId: string
  sessionId?: string
}

/** Where a reader was: a seq of its one thread, else an offset of the log. */
export interface StreamAfter {
  position: number
  /** Which log it means; absent: this one. */
  epoch?: string
  /** The last line it heard, of whichever thread; its pieces up to there were heard too. */
  last?: { sessionId: string; seq: number }
}

export interface StreamQuery {
  scope: StreamScope
  /** Undefined: only what comes. */
  after: StreamAfter | undefined
}

const NUMBER = /^\d{1,15}$/

/** The query of a stream. Throws what is wrong with it, by name. */
export async function readStreamQuery(
  log: Pick<Log, 'reader'>,
  identity: Identity,
  query: unknown,
): Promise<StreamQuery> {
  const { thread_id, after } = readQuery(query, { thread_id: text, after: text })
  const { tenantId } = identity
  const cursor = after === undefined ? undefined : readAfter(after, thread_id !== undefined)
  if (thread_id === undefined) return { scope: { tenantId }, after: cursor }
  return { scope: { tenantId, sessionId: await threadNamed(log, identity, thread_id) }, after: cursor }
}

/** A place as a reader can name it: with the one thread of a stream, or in the log. */
export function cursorText({ sessionId }: StreamScope, epoch: string, position: number): string {
  return sessionId === undefined
    ? formatLogCursor({ epoch, offset: position })
    : formatSessionCursor({ epoch, seq: position })
}

function readAfter(given: string, ofThread: boolean): StreamAfter {
  if (NUMBER.test(given)) return { position: Number(given) }
  if (ofThread) {
    const cursor = parseSessionCursor(given)
    if (cursor) return { position: cursor.seq, epoch: cursor.epoch }
    throw badParameter('after', 'after must be a place in the thread, epoch:seq, since thread_id is given')
  }
  const cursor = parseHeardCursor(given)
  if (cursor) {
    const { offset, ...heard } = cursor
    return { position: offset, ...heard }
  }
  throw badParameter('after', 'after must be a place in the log, epoch@offset')
}

async function threadNamed(log: Pick<Log, 'reader'>, identity: Identity, id: string): Promise<string> {
  try {
    return await findSession(log, identity, id)
  } catch (error) {
    if (!(error instanceof SignalboxError && error.kind === 'sessionNotFound')) throw error
    throw new SignalboxError('sessionNotFound', 'thread not found', { field: 'thread_id' })
  }
}
