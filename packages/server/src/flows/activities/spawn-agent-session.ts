import { FLOW_NAMESPACE, renderActivity } from '@signalbox/protocol/flow'
import { oneLine } from '@signalbox/protocol/harmonize'
import type { AgentCatalogue } from '../../agents/catalogue.js'
import type { Caller, SessionCommands } from '../../commands/sessions.js'
import type { Identity } from '../../identity.js'
import type { Log } from '../../log/log.js'
import type { ActivityOutcome, ActivityRunner, ActivityTask } from '../activity-runner.js'
import { type BeginTurnDeps, beginTurn, busyIn, turnBegun } from './begin-turn.js'
import { isRunning, newestSessions } from './find-target.js'
import { OneAtATime } from './one-at-a-time.js'
import { busy, failed, refusal } from './outcomes.js'

export interface SpawnDeps extends BeginTurnDeps {
  log: Pick<Log, 'reader'>
  commands: Pick<SessionCommands, 'create'>
  agents: Pick<AgentCatalogue, 'find' | 'names'>
  owner: Identity
}

const LONGEST_NAME = 200

/** Begins a session of an agent, or goes on in one that runs, and gives it a prompt. The same twice is one session and turn. */
export function spawnAgentSession(deps: SpawnDeps): ActivityRunner {
  // Of two that look for a session at once, both would find none and begin one.
  const finding = new OneAtATime()
  return {
    // Agents take their time to start.
    concurrency: 16,
    afterCrash: 'again',
    run: (task, signal) => spawn({ ...deps, finding }, task, signal).catch(refusal),
  }
}

async function spawn(
  deps: SpawnDeps & { finding: OneAtATime },
  task: ActivityTask,
  signal: AbortSignal,
): Promise<ActivityOutcome> {
  const { agents, finding } = deps
  const rendered = renderActivity(task.activityId, task.config, task)
  const agentId = String(rendered.agent_id ?? '').trim()
  if (!agents.find(agentId)) {
    return failed(
      `no agent is declared as "${agentId.slice(0, 100)}"; declared are: ${agents.names().join(', ')}`,
    )
  }
  const text = String(rendered.message ?? '')
  const spawning = { task, agentId, text, title: String(rendered.title ?? ''), signal }
  if (rendered.reuse_if_running === false) return prompt(deps, spawning, () => Promise.resolve(undefined))
  const found = await finding.run(JSON.stringify([task.tenantId, agentId]), () =>
    prompt(deps, spawning, () => reusable(deps, task.tenantId, agentId)),
  )
  return 'over' in found ? busy(found.over) : found.came
}

interface Spawning {
  task: ActivityTask
  agentId: string
  text: string
  title: string
  signal: AbortSignal
}

/** Gives the prompt to a session: the one it has begun before, the one that `reuse` finds, or a new one. */
async function prompt(
  deps: SpawnDeps,
  { task, agentId, text, title, signal }: Spawning,
  reuse: () => Promise<string | undefined>,
): Promise<ActivityOutcome> {
  const { deliveryId, tenantId } = task
  const caller: Caller = { identity: deps.owner, via: 'flow' }
  const own = await deps.log.reader.resolve(tenantId, deliveryId)
  const reused = own ?? (await reuse())
  const wish = { text, clientTurnId: deliveryId }
  const isSilent = text.trim() === ''
  // Before it is looked for in all sessions: who waits for a busy agent comes again and again.
  const waits = isSilent || reused === undefined ? undefined : busyIn(deps, reused)
  if (waits && reused !== undefined) {
    const turnId = await turnBegun(deps, { sessionId: reused, wish })
    return turnId === undefined ? waits : begun(reused, turnId)
  }
  const before = own === undefined ? await begunElsewhere(deps, task, agentId) : undefined
  if (before) return begun(before.sessionId, before.turnId)
  const sessionId =
    reused ??
    (await deps.commands.create(caller, {
      agentType: agentId,
      alias: { namespace: FLOW_NAMESPACE, id: deliveryId },
      ...named(title),
    }))
  if (isSilent) return begun(sessionId)
  const turn = await beginTurn(deps, { caller, sessionId, wish, task, signal })
  return typeof turn === 'string' ? begun(sessionId, turn) : turn
}

function begun(sessionId: string, turnId?: string): ActivityOutcome {
  const turn = turnId === undefined ? {} : { turn_id: turnId }
  return {
    ok: true,
    response: { session_id: sessionId, ...turn },
    ...(turnId === undefined ? {} : { turnId }),
  }
}

function named(title: string): { name?: string } {
  const name = oneLine(title, LONGEST_NAME)
  return name === '' ? {} : { name }
}

/** The turn that an attempt nobody heard the end of has begun in a session that ran. */
async function begunElsewhere(
  deps: SpawnDeps,
  { tenantId, deliveryId, begunBefore }: ActivityTask,
  agentId: string,
): Promise<{ sessionId: string; turnId: string } | undefined> {
  if (!begunBefore) return undefined
  for await (const session of newestSessions(deps.log.reader, tenantId)) {
    if (session.origin !== 'driven' || session.agentType !== agentId) continue
    const turnId = await turnBegun(deps, { sessionId: session.id, wish: { clientTurnId: deliveryId } })
    if (turnId !== undefined) return { sessionId: session.id, turnId }
  }
  return undefined
}

/**
 * The session of an agent that takes the prompt: an idle one, of a flow before a person's; else one a flow began, whose
 * turn is waited for. What a person is at is not interrupted.
 */
async function reusable({ log }: SpawnDeps, tenantId: string, agentId: string): Promise<string | undefined> {
  const found: { idle?: string; busy?: string } = {}
  for await (const session of newestSessions(log.reader, tenantId)) {
    const { id, origin, agentType, paused, status, aliases } = session
    if (origin !== 'driven' || agentType !== agentId || paused === true || !isRunning(session)) continue
    const ofFlow = aliases.some(({ namespace }) => namespace === FLOW_NAMESPACE)
    if (status === 'ready' && ofFlow) return id
    if (status === 'ready') found.idle ??= id
    else if (ofFlow) found.busy ??= id
  }
  return found.idle ?? found.busy
}
