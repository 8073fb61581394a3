import type { SessionState } from '@signalbox/protocol'
import type { RpcLine } from '@signalbox/protocol/telling'
import type { Log } from '../../log/log.js'
import type { StreamScope } from './stream-query.js'
import { threadLine } from './thread-line.js'

export interface GreetingDeps {
  log: Pick<Log, 'snapshot' | 'epoch'>
  /** The thread last started or resumed over this door. */
  currentThread: (tenantId: string) => string | undefined
  /** The gateway as a whole starts no turns. */
  paused: () => boolean
}

/** The thread a stream begins with: the one it is about, else the current one. */
export async function greetedThread(
  { log, currentThread }: GreetingDeps,
  { tenantId, sessionId = currentThread(tenantId) }: StreamScope,
): Promise<SessionState | undefined> {
  return sessionId === undefined ? undefined : log.snapshot(sessionId)
}

/** The first lines of a stream: that the thread is there, and that it is paused; none of a closed one. */
export function greetingLines({ log, paused }: GreetingDeps, state: SessionState, offset: number): RpcLine[] {
  const { meta, seq, ended } = state
  if (meta.archived || (meta.origin === 'observed' && ended)) return []
  const place = { seq, offset, epoch: log.epoch }
  const started = threadLine('thread/started', meta, place)
  return meta.paused || paused() ? [started, threadLine('thread/paused', meta, place)] : [started]
}
