import type { SessionState } from '@signalbox/protocol'
import type { RpcLine } from '@signalbox/protocol/telling'
import type { Hub } from '../../hub/hub.js'
import { sessionTopic } from '../../hub/topics.js'
import type { Log } from '../../log/log.js'
import type { StreamScope } from './stream-query.js'
import { threadLine } from './thread-line.js'

export interface GreetingDeps {
  log: Pick<Log, 'snapshot' | 'epoch'>
  hub: Pick<Hub, 'tap'>
  /** The thread last started or resumed over this door. */
  currentThread: (tenantId: string) => string | undefined
  /** The gateway as a whole starts no turns. */
  paused: () => boolean
}

/** So often it is looked again; an agent that says something all the while is not waited for. */
const MOST_LOOKS = 20

/**
 * The thread a stream begins with, as it is at the moment this resolves: the one it is about, else the current one.
 * Commits are written in groups, so of those behind the look some may be published before it is answered: then it is
 * looked again.
 */
export async function greetedThread(
  { log, hub, currentThread }: GreetingDeps,
  { tenantId, sessionId = currentThread(tenantId) }: StreamScope,
): Promise<SessionState | undefined> {
  if (sessionId === undefined) return undefined
  let last = 0
  const untap = hub.tap(sessionTopic(sessionId), ({ seq }) => {
    last = seq
  })
  try {
    let state = await log.snapshot(sessionId)
    for (let looks = 1; state && state.seq < last && looks < MOST_LOOKS; looks++) {
      state = await log.snapshot(sessionId)
    }
    return state && { ...state, seq: Math.max(state.seq, last) }
  } finally {
    untap()
  }
}

/** The first lines of a stream: that the thread is there, and that it is paused; none of a closed one. */
export function greetingLines({ log, paused }: GreetingDeps, state: SessionState, offset: number): RpcLine[] {
  const { meta, seq, ended } = state
  if (meta.archived || (meta.origin === 'observed' && ended)) return []
  const place = { seq, offset, epoch: log.epoch }
  const started = threadLine('thread/started', meta, place)
  return meta.paused || paused() ? [started, threadLine('thread/paused', meta, place)] : [started]
}
