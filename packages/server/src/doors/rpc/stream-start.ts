import { threadId } from '@signalbox/protocol/telling'
import type { Log } from '../../log/log.js'
import { cursorText, type StreamAfter, type StreamScope } from './stream-query.js'

/** Where a stream that resumes begins to read. */
export interface StreamStart {
  /** Exclusive: a seq of the one thread, else an offset. */
  position: number
  /** The reader was there: what follows is told in the light of what came before. */
  seen: boolean
  /** The time of the last event it heard. */
  since?: number
  /** The thread whose pieces it heard as they came, and up to which number. */
  live?: HeardThread
  /** The last number of the one thread. */
  headSeq: number
  /** What it is told of what it cannot have. */
  gap?: { reason: GapReason; oldest: string; head: string; epoch: string; thread_id?: string }
}

/** A thread and how far it was heard. */
export interface HeardThread {
  sessionId: string
  seq: number
}

type GapReason = 'epoch' | 'ahead' | 'retention' | 'deleted'

/** Where reading begins. A place in another log, or ahead of the head, means nothing here: then everything is told. */
export async function streamStart(log: Log, scope: StreamScope, after: StreamAfter): Promise<StreamStart> {
  const { sessionId } = scope
  const headSeq = sessionId === undefined ? 0 : ((await log.snapshot(sessionId))?.seq ?? 0)
  const head = sessionId === undefined ? log.head : headSeq
  const oldest = await log.reader.kept(scope)
  const reason = whyNot(log.epoch, after, head, oldest)
  const seen = reason === undefined || reason === 'retention'
  const last = sessionId === undefined ? after.last : { sessionId, seq: after.position }
  const heardPieces = reason === undefined && last !== undefined && (await isPiece(log, scope, last))
  const since = seen && after.position > 0 ? await log.reader.timeAt(scope, after.position) : undefined
  const start: StreamStart = {
    position: seen ? after.position : 0,
    seen,
    ...(since === undefined ? {} : { since }),
    ...(heardPieces ? { live: last } : {}),
    headSeq,
  }
  const cursor = (position: number) => cursorText(scope, log.epoch, position)
  const thread = sessionId === undefined ? {} : { thread_id: threadId(sessionId) }
  const gap = (why: GapReason, from: number) => {
    return { reason: why, oldest: cursor(from), head: cursor(head), epoch: log.epoch, ...thread }
  }
  if (reason !== undefined) return { ...start, gap: gap(reason, oldest) }
  // A deletion has no place in the log, and takes what the session said with it.
  const missed = sessionId === undefined && since !== undefined
  if (!missed || !(await log.reader.deletedSince(scope.tenantId, since))) return start
  return { ...start, gap: gap('deleted', after.position) }
}

/**
 * Whether a place in a thread is that of a piece, which is not stored. Only who hears a thread as it happens gets such
 * places; of one that is stored it is not known whether the reader heard the pieces before it.
 */
async function isPiece(
  log: Log,
  { tenantId }: StreamScope,
  { sessionId, seq }: HeardThread,
): Promise<boolean> {
  const state = await log.snapshot(sessionId)
  if (state?.meta.tenantId !== tenantId || seq > state.seq) return false
  if (seq <= (await log.reader.kept({ tenantId, sessionId }))) return false
  const { events } = await log.reader.read(sessionId, { afterSeq: seq - 1, limit: 1 })
  return events[0]?.seq !== seq
}

function whyNot(epoch: string, after: StreamAfter, head: number, oldest: number): GapReason | undefined {
  if (after.epoch !== undefined && after.epoch !== epoch) return 'epoch'
  if (after.position > head) return 'ahead'
  return after.position < oldest ? 'retention' : undefined
}
