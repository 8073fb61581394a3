import type { GatewayState, SessionState } from '@signalbox/protocol'
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
  /** Whether the gateway as a whole starts turns. */
  pause: () => GatewayState
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
export function greetingLines({ log, pause }: GreetingDeps, state: SessionState, offset: number): RpcLine[] {
  const { meta, seq } = state
  if (isClosed(state)) return []
  const place = { seq, offset, epoch: log.epoch }
  const started = threadLine('thread/started', meta, place)
  return meta.paused || pause().state === 'paused'
    ? [started, threadLine('thread/paused', meta, place)]
    : [started]
}

/**
 * What is said to who comes back: no event stands for a pause of the whole gateway, so no replay tells of it. `since` is
 * the time of the last event it heard.
 */
export function pauseLines(
  { log, pause }: GreetingDeps,
  state: SessionState,
  offset: number,
  since: number | undefined,
): RpcLine[] {
  const { meta, seq } = state
  if (isClosed(state)) return []
  const word = pauseWord(pause(), meta.paused === true, since)
  return word ? [threadLine(word, meta, { seq, offset, epoch: log.epoch })] : []
}

/** Whether there may be something to say to who comes back. */
export function mayTellPause({ pause }: GreetingDeps, since: number | undefined): boolean {
  return pauseWord(pause(), false, since) !== undefined
}

function pauseWord(
  { state, resumedAt }: GatewayState,
  isPaused: boolean,
  since: number | undefined,
): 'thread/paused' | 'thread/resumed' | undefined {
  if (state === 'paused') return 'thread/paused'
  const resumed = resumedAt !== undefined && since !== undefined && resumedAt > since
  return resumed && !isPaused ? 'thread/resumed' : undefined
}

function isClosed({ meta, ended }: SessionState): boolean {
  return meta.archived || (meta.origin === 'observed' && ended)
}
