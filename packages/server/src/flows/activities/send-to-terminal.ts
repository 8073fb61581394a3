import { type SessionState, SignalboxError } from '@signalbox/protocol'
import { renderActivity } from '@signalbox/protocol/flow'
import type { Caller } from '../../commands/sessions.js'
import type { TurnCommands } from '../../commands/turns.js'
import { envelopedLines } from '../../delivery/message.js'
import type { Typist } from '../../delivery/typist.js'
import type { Identity } from '../../identity.js'
import type { Log } from '../../log/log.js'
import { MaybeSteered } from '../../sessions/maybe-steered.js'
import type { ActivityOutcome, ActivityRunner, ActivityTask, FailedOutcome } from '../activity-runner.js'
import { type BeginTurnDeps, beginTurn, type TurnToBegin, turnBegun } from './begin-turn.js'
import { runningSessionOf, sessionNamed, type TargetReader } from './find-target.js'
import { failed, notYet, refusal } from './outcomes.js'
import { linesWanted, outputTail } from './output-tail.js'

export interface SendToTerminalDeps extends BeginTurnDeps {
  log: Pick<Log, 'reader' | 'snapshot'>
  turns: Pick<TurnCommands, 'start' | 'steerTurn'>
  typist: Pick<Typist, 'paneOf' | 'type'>
  owner: Identity
}

/** An agent that is watched and sits nowhere we could type. */
export const NO_PANE = 'its agent is in no tmux pane of this machine'

/**
 * Types a message to the agent of another session: into its tmux pane once it is idle, or, to an agent of ours, as a word
 * in its turn or a turn of its own. In an envelope: an agent must not take it for a person's words. At most once.
 */
export function sendToTerminal(deps: SendToTerminalDeps): ActivityRunner {
  return {
    // They wait until agents are idle.
    concurrency: 32,
    afterCrash: 'unknown',
    run: (task, signal) => send(deps, task, signal).catch(refusal),
  }
}

async function send(
  deps: SendToTerminalDeps,
  task: ActivityTask,
  signal: AbortSignal,
): Promise<ActivityOutcome> {
  const { log } = deps
  const found = await findTarget(deps, task)
  if ('ok' in found) return found
  const state = await log.snapshot(found.sessionId)
  if (!state) return failed('the session is no more')
  const message = String(
    renderActivity(task.activityId, task.config, await withTail(deps, task, signal)).message ?? '',
  )
  if (message.trim() === '') return failed('the message is empty')
  const sending: Sending = { task, state, sessionId: found.sessionId, message, signal }
  return state.meta.origin === 'observed' ? typeTo(deps, sending) : say(deps, sending)
}

interface Sending {
  task: ActivityTask
  state: SessionState
  sessionId: string
  message: string
  signal: AbortSignal
}

/** The session a message is for, or why it is for none. */
export async function findTarget(
  { log: { reader } }: { log: { reader: TargetReader } },
  { tenantId, config }: Pick<ActivityTask, 'tenantId' | 'config'>,
): Promise<{ sessionId: string } | FailedOutcome> {
  const { target_session_id: id, target_agent_name: agent } = config
  if (typeof id === 'string' && id.trim() !== '') {
    const sessionId = await sessionNamed(reader, tenantId, id)
    return sessionId === undefined ? failed(`there is no session "${id.slice(0, 100)}"`) : { sessionId }
  }
  if (typeof agent !== 'string' || agent.trim() === '')
    return failed('neither target_session_id nor target_agent_name is given')
  const sessionId = await runningSessionOf(reader, tenantId, agent)
  return sessionId === undefined ? notYet(`no session of "${agent.slice(0, 100)}" runs`) : { sessionId }
}

/** The task, with the end of what the session of its event shows where that was asked for. */
async function withTail(deps: SendToTerminalDeps, task: ActivityTask, signal: AbortSignal) {
  const lines = linesWanted(task.config)
  return lines === 0 ? task : { ...task, outputTail: await outputTail(deps, task.sessionId, lines, signal) }
}

async function typeTo({ typist }: SendToTerminalDeps, sending: Sending): Promise<ActivityOutcome> {
  const { task, state, sessionId, message, signal } = sending
  const pane = typist.paneOf(state)
  if (!pane) return failed(NO_PANE)
  const response = { session_id: sessionId, pane: pane.pane }
  let begun = false
  try {
    await typist.type({
      ...{ sessionId, text: envelope(task, message), signal },
      claim: () => {
        begun = true
        task.touches?.(sessionId, 'typing')
      },
    })
    return { ok: true, response, typedInto: sessionId }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    // What may be there is not typed a second time.
    if (begun) return failed(`it may be there in part: ${why}`, response)
    return notYet(`not typed into pane ${pane.pane}: ${why}`, { response })
  }
}

/** To an agent of ours: into the turn it is at, if it takes that, or as its next turn. */
async function say(deps: SendToTerminalDeps, sending: Sending): Promise<ActivityOutcome> {
  const { task, sessionId, message, signal } = sending
  const caller: Caller = { identity: deps.owner, via: 'flow' }
  // The agent is given the envelope; people read what it says.
  const wish = {
    text: envelope(task, message),
    sayings: [{ content: message }],
    clientTurnId: task.deliveryId,
  }
  const begun = await turnBegun(deps, { sessionId, wish })
  const turn =
    begun ??
    (await steer(deps, { task, caller, sessionId, wish })) ??
    (await beginTurn(deps, { caller, sessionId, wish, task, signal }))
  if (typeof turn !== 'string') return turn
  return { ok: true, response: { session_id: sessionId, turn_id: turn }, turnId: turn, typedInto: sessionId }
}

/** Says it in the turn the agent is at, and tells which; undefined where the agent was given nothing. */
async function steer(
  { turns, live }: SendToTerminalDeps,
  { task, caller, sessionId, wish }: Omit<TurnToBegin, 'signal'>,
): Promise<string | FailedOutcome | undefined> {
  const at = live.get(sessionId)
  const turnId = at?.canBeSteered ? at.turnId : undefined
  if (turnId === undefined) return undefined
  task.touches?.(sessionId, 'asking')
  try {
    await turns.steerTurn(caller, turnId, wish)
    return turnId
  } catch (error) {
    if (wasRefused(error)) return undefined
    const why = error instanceof Error ? error.message : String(error)
    // What may be there is not said a second time.
    return failed(`it may be there: ${why}`, { session_id: sessionId, turn_id: turnId })
  }
}

/** The turn was over, or its agent takes nothing while it works: it was given nothing. Of anything else nobody knows. */
function wasRefused(error: unknown): boolean {
  if (!(error instanceof SignalboxError) || error instanceof MaybeSteered) return false
  return error.kind === 'noActiveTurn' || error.kind === 'notImplemented'
}

/** A message as it is typed. */
export function envelope({ triggerId }: Pick<ActivityTask, 'triggerId'>, message: string): string {
  return envelopedLines(`flow ${triggerId}`, message)
}
