import { type JsonObject, type SessionMeta, uuidTime } from '@signalbox/protocol'
import { isoTime, threadId } from '@signalbox/protocol/telling'
import type { Log } from '../../../log/log.js'

type SnapshotLog = Pick<Log, 'snapshot'>

/** A session as this door shows it. */
export async function threadForm(log: SnapshotLog, session: SessionMeta): Promise<JsonObject> {
  const { id, name, agentType } = session
  return {
    thread_id: threadId(id),
    session_id: threadId(id),
    state: await threadState(log, session),
    name,
    agent: agentType,
    started_at: startedAt(session),
  }
}

/** When a thread was made: it is told from its id everywhere, so that every line says the same. */
export function startedAt({ id, createdAt }: SessionMeta): string {
  return isoTime(uuidTime(id) ?? createdAt)
}

/** Closed: put away, or watched from outside with its agent gone; one that was never heard of is not. */
export async function threadState(
  log: SnapshotLog,
  { id, archived, paused, origin, status }: SessionMeta,
): Promise<'running' | 'paused' | 'closed'> {
  if (archived) return 'closed'
  const isQuiet = origin === 'observed' && status === 'inactive'
  if (isQuiet && (await log.snapshot(id))?.ended) return 'closed'
  return paused ? 'paused' : 'running'
}
