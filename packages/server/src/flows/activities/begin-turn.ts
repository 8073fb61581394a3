import { SignalboxError } from '@signalbox/protocol'
import type { Caller } from '../../commands/sessions.js'
import type { TurnCommands } from '../../commands/turns.js'
import type { Log } from '../../log/log.js'
import type { LiveSessions } from '../../sessions/live-sessions.js'
import { type TurnWish, turnKey } from '../../sessions/turn.js'
import type { ActivityTask, FailedOutcome } from '../activity-runner.js'
import { busy, notYet } from './outcomes.js'

export interface BeginTurnDeps {
  log: { reader: Pick<Log['reader'], 'submission'> }
  turns: Pick<TurnCommands, 'start'>
  live: Pick<LiveSessions, 'get'>
}

export interface TurnToBegin {
  caller: Caller
  sessionId: string
  wish: TurnWish & { clientTurnId: string }
  task: Pick<ActivityTask, 'touches'>
  signal: AbortSignal
}

/** The turn a wish has begun before; undefined where it has not. */
export async function turnBegun(
  { log }: Pick<BeginTurnDeps, 'log'>,
  { sessionId, wish }: Pick<TurnToBegin, 'sessionId'> & { wish: { clientTurnId: string } },
): Promise<string | undefined> {
  return (await log.reader.submission(sessionId, turnKey(wish.clientTurnId)))?.turnId
}

/** What a delivery waits for in a session: the end of the turn its agent is at; undefined where it is at none. */
export function busyIn({ live }: Pick<BeginTurnDeps, 'live'>, sessionId: string): FailedOutcome | undefined {
  const over = live.get(sessionId)?.busy
  return over && busy(over)
}

/**
 * Begins a turn and tells its id. Where another turn runs it does not wait for it: whoever waits would keep others from
 * their turn. The same wish twice begins one turn.
 */
export async function beginTurn(deps: BeginTurnDeps, begin: TurnToBegin): Promise<string | FailedOutcome> {
  const { caller, sessionId, wish, task, signal } = begin
  const begun = await turnBegun(deps, begin)
  if (begun !== undefined) return begun
  if (signal.aborted) return notYet('the gateway is stopping', { uncounted: true })
  const waits = busyIn(deps, sessionId)
  if (waits) return waits
  task.touches?.(sessionId, 'asking')
  try {
    return await deps.turns.start(caller, sessionId, wish)
  } catch (error) {
    if (!(error instanceof SignalboxError) || error.kind !== 'turnInProgress') throw error
    // Somebody else was quicker.
    return busyIn(deps, sessionId) ?? busy()
  }
}
