import { type NewId, SignalboxError, uuidTime } from '@signalbox/protocol'
import { type InputMessage, inputText, messageText } from '@signalbox/protocol/rpc'
import { isoTime } from '@signalbox/protocol/telling'
import { findSession } from '../../../commands/find-session.js'
import type { Caller } from '../../../commands/sessions.js'
import type { TurnCommands } from '../../../commands/turns.js'
import type { Log } from '../../../log/log.js'
import type { Saying, TurnWish } from '../../../sessions/turn.js'
import { messagesIn } from './read-params.js'
import type { MethodHandlers } from './rpc-methods.js'

export interface TurnMethodDeps {
  log: Log
  turns: TurnCommands
  newId: NewId
  now: () => number
}

type TurnMethod = 'turn/start' | 'turn/steer' | 'turn/interrupt'

/** What is said to the agent of a thread. */
export function turnMethods(deps: TurnMethodDeps): MethodHandlers<TurnMethod> {
  const { log, turns, now } = deps
  return {
    async 'turn/start'({ thread_id, input }, caller) {
      const sessionId = await findSession(log, caller.identity, thread_id).catch(notKnown)
      const turnId = await turns
        .start(caller, sessionId, wishOf(messagesIn(input)))
        .catch((error: unknown) => failToStart(deps, caller, sessionId, error))
      return { turn_id: turnId, state: 'active', started_at: isoTime(uuidTime(turnId) ?? now()) }
    },
    async 'turn/steer'({ turn_id, input }, caller) {
      const messages = messagesIn(input)
      await turns.steerTurn(caller, turn_id, wishOf(messages)).catch(notActive)
      return {
        turn_id,
        state: 'active',
        accepted_items: messages.length,
        accepted_at: isoTime(now()),
      }
    },
    async 'turn/interrupt'({ turn_id, reason }, caller) {
      const why = reason?.trim() || undefined
      const over = await turns.stopTurn(caller, turn_id, why).catch(notActive)
      return {
        turn_id,
        state: over ? 'interrupted' : 'cancel_requested',
        interrupted_at: isoTime(now()),
        message: why === undefined ? 'Turn interrupted' : `Turn interrupted: ${why}`,
      }
    },
  }
}

function wishOf(messages: readonly InputMessage[]): TurnWish {
  return { text: inputText(messages), sayings: messages.map(sayingOf) }
}

function sayingOf(message: InputMessage): Saying {
  const { role, parts } = message
  return {
    content: messageText(message),
    ...(role === 'user' ? {} : { role }),
    ...(parts.length === 1 ? {} : { parts }),
  }
}

function notKnown(error: unknown): never {
  if (!(error instanceof SignalboxError) || error.kind !== 'sessionNotFound') throw error
  throw new SignalboxError('invalidMessage', 'thread_id is not known', { field: 'thread_id' })
}

function notActive(error: unknown): never {
  if (!(error instanceof SignalboxError) || error.kind !== 'noActiveTurn') throw error
  throw new SignalboxError('invalidMessage', 'turn_id is not active', { field: 'turn_id' })
}

/** Whoever reads the thread hears that a turn was asked for and what became of it, also where no agent could be had. */
async function failToStart(
  { log, newId }: TurnMethodDeps,
  { identity, via }: Caller,
  sessionId: string,
  error: unknown,
): Promise<never> {
  if (!(error instanceof SignalboxError)) throw error
  if (error.kind === 'invalidTransition') throw new SignalboxError('invalidTransition', 'thread is closed')
  if (error.kind !== 'agentUnavailable') throw error
  const message = `failed to dispatch the turn: ${error.message}`
  if (typeof error.details?.turnId === 'string') throw undispatched(message, error.details.turnId)
  const session = await log.reader.session(sessionId)
  // Of an agent in somebody's terminal nothing can be told that it has not done.
  if (session?.origin !== 'driven') throw undispatched(message)
  const turnId = `turn_${newId()}`
  const source = { agent: 'signalbox', via, nativeId: identity.userId }
  await log.commit({
    tenantId: identity.tenantId,
    session: { by: 'id', id: sessionId },
    drafts: [
      { type: 'session_state', source, data: { state: 'activating', reason: 'run_turn' } },
      { type: 'turn_error', source, turnId, data: { message: error.message, code: 'AGENT_ERROR' } },
    ],
  })
  throw undispatched(message, turnId)
}

function undispatched(message: string, turnId?: string): SignalboxError {
  return new SignalboxError(
    'agentUnavailable',
    message,
    turnId === undefined ? {} : { details: { turn_id: turnId } },
  )
}
