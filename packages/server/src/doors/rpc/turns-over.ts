import { SignalboxError } from '@signalbox/protocol'
import { findSession } from '../../commands/find-session.js'
import type { Hub } from '../../hub/hub.js'
import { sessionTopic } from '../../hub/topics.js'
import type { Identity } from '../../identity.js'
import type { Log } from '../../log/log.js'

export interface TurnsOverDeps {
  log: Pick<Log, 'reader' | 'snapshot'>
  hub: Hub
}

/**
 * Resolves when none of these turns is open: `turns` has a turn by the thread it is in, as it was named. `signal` ends
 * the waiting early.
 */
export async function turnsOver(
  deps: TurnsOverDeps,
  identity: Identity,
  turns: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<void> {
  await Promise.all([...turns].map(([thread, turnId]) => turnOver(deps, identity, thread, turnId, signal)))
}

async function turnOver(
  { log, hub }: TurnsOverDeps,
  identity: Identity,
  thread: string,
  turnId: string,
  signal: AbortSignal,
): Promise<void> {
  const sessionId = await findSession(log, identity, thread).catch(unlessGone)
  if (sessionId === undefined || signal.aborted) return
  let over = () => {}
  const ended = new Promise<void>((resolve) => {
    over = resolve
  })
  signal.addEventListener('abort', over, { once: true })
  // Listening first, then looking: a turn that ends in between is heard of.
  const untap = hub.tap(sessionTopic(sessionId), (event) => {
    const ends = event.type === 'turn_complete' || event.type === 'turn_error'
    if (event.type === 'session_deleted' || (ends && event.turnId === turnId)) over()
  })
  try {
    const state = await log.snapshot(sessionId)
    if (state?.turn?.turnId === turnId) await ended
  } finally {
    untap()
    signal.removeEventListener('abort', over)
  }
}

function unlessGone(error: unknown): undefined {
  if (error instanceof SignalboxError && error.kind === 'sessionNotFound') return undefined
  throw error
}
