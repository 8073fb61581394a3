import type { JsonObject } from '../event.js'
import type { EventType } from '../registry/registry.js'
import type { Glance, WatchState } from '../registry/shapes.js'
import { actionText } from './action-text.js'
import type { Deciding } from './deciding.js'
import type { SessionState } from './state.js'
import { textOf } from './text.js'
import { isWorking } from './working.js'

/** One that ended without a goodbye is shown for so long. */
const GONE_SHOWN_MS = 10 * 60_000
/** The whole is in the request. */
const LONGEST_MESSAGE = 1000
/** Why a session is seen as gone, not as left. */
const GONE: ReadonlySet<string | undefined> = new Set(['process_gone', 'app_server_gone'])

/** Tells what is seen of the session at a glance, where this decision changed it. */
export function tellGlance(session: Deciding, before: SessionState): void {
  if (looksSame(session, before)) return
  const glance = glanceAfter(session)
  const { watch } = session.state
  // Of one that has ended there is nothing new to see.
  if (!glance || sameGlance(glance, watch) || (glance.state === 'ended' && watch?.state === 'ended')) return
  session.follow('watch_state', glance as unknown as JsonObject)
}

/** Most events change nothing of it: they pay for a few comparisons only. */
function looksSame({ state, draft, decided }: Deciding, before: SessionState): boolean {
  if (decided.length === 0 || SAYS_NOTHING.has(draft.type)) return true
  const [now, then] = [state.meta, before.meta]
  return (
    !CHANGES.has(draft.type) &&
    now.status === then.status &&
    state.requests === before.requests &&
    state.attention === before.attention &&
    now.name === then.name &&
    now.cwd === then.cwd &&
    now.process === then.process &&
    state.watch?.state !== 'stale' &&
    state.watch?.reason !== 'denied'
  )
}

/** What tells what is seen itself, and what no agent said: an agent nothing was heard of is not back for it. */
const SAYS_NOTHING: ReadonlySet<EventType> = new Set(['watch_state', 'toast'])

const CHANGES: ReadonlySet<EventType> = new Set([
  'tool_call',
  'turn_started',
  'turn_complete',
  'turn_error',
  'session_state',
])

/** What is seen after this decision; undefined while there is nothing to see: no agent was ever heard of. */
function glanceAfter(session: Deciding): Glance | undefined {
  const { state } = session
  const { meta, watch } = state
  if (meta.status === 'inactive' && !state.ended) return undefined
  const [seen, reason] = seenAs(session)
  const since = watch?.state === seen ? watch.since : happenedAt(session)
  const { process } = meta
  const [needed] = state.attention
  const cost = state.usage.total.costMicroDollars
  const background = backgroundTasks(session)
  const glance: Glance = { state: seen, since, agent: meta.agentType, origin: meta.origin }
  if (reason !== undefined) glance.reason = reason
  const action = seen === 'idle' || seen === 'ended' ? undefined : (lastAction(session) ?? watch?.action)
  if (action !== undefined) glance.action = action
  if (background > 0 && seen !== 'ended') glance.background = background
  if (meta.name !== null) glance.name = meta.name
  if (meta.cwd !== null) glance.cwd = meta.cwd
  if (process) glance.pid = process.pid
  if (process?.host !== undefined) glance.host = process.host
  if (process?.tmuxPane !== undefined) glance.tmuxTarget = process.tmuxPane
  if (process?.tmuxSocket !== undefined) glance.tmuxSocket = process.tmuxSocket
  if (needed?.requestId !== undefined) glance.requestId = needed.requestId
  if (needed) glance.message = textOf(needed.message).slice(0, LONGEST_MESSAGE)
  if (cost !== null) glance.costMicroDollars = cost
  if (seen === 'ended' && GONE.has(reason)) glance.until = since + GONE_SHOWN_MS
  return glance
}

/** What is told late is seen as of when it happened. */
function happenedAt({ draft: { late, occurredAt }, ts }: Deciding): number {
  return late && occurredAt !== undefined ? Math.min(occurredAt, ts) : ts
}

/** The state, and why where it does not tell by itself. */
function seenAs(session: Deciding): [state: WatchState, reason?: string | undefined] {
  const { state } = session
  const { status } = state.meta
  if (status === 'inactive' || status === 'deactivating') return ['ended', endReason(session)]
  const kinds = new Set(state.attention.map(({ kind }) => kind))
  if (kinds.has('permission')) return ['permission']
  // One that has done what it can and says so later is as idle as before.
  if (kinds.has('question') || status === 'waiting') return ['waiting']
  if (status === 'error') return ['idle', 'failed']
  if (status === 'running' || status === 'activating')
    return isHaltedByDenial(session) ? ['idle', 'denied'] : ['busy']
  return backgroundTasks(session) > 0 ? ['busy', 'background'] : ['idle']
}

function endReason({ decided, state: { watch } }: Deciding): string | undefined {
  const ended = decided.findLast(({ event }) => event.type === 'session_state')
  const reason = ended ? ended.event.data?.reason : watch?.reason
  return typeof reason === 'string' ? reason : undefined
}

/** A person said no in a terminal: whether the agent goes on all the same, its next event tells. */
function isHaltedByDenial({ decided, driven, state: { watch, requests } }: Deciding): boolean {
  if (driven || requests.length > 0) return false
  const denied = decided.findLast(({ event }) => event.type === 'approval_resolved')
  if (denied) return denied.event.data?.approved === false
  return watch?.reason === 'denied' && !decided.some(({ event }) => isWorking(event.type))
}

function backgroundTasks({ decided, state: { turn, watch } }: Deciding): number {
  if (turn) return 0
  const ended = decided.findLast(({ event }) => event.type === 'turn_complete')
  if (ended) return Number(ended.event.data?.backgroundTasks ?? 0)
  return decided.some(({ event }) => event.type === 'turn_error') ? 0 : (watch?.background ?? 0)
}

function lastAction({ decided }: Deciding): string | undefined {
  const call = decided.findLast(({ event }) => event.type === 'tool_call')
  return call && actionText(call.event.data ?? {})
}

function sameGlance(glance: Glance, told: Glance | null): boolean {
  return told !== null && JSON.stringify(glance) === JSON.stringify(told)
}

/** An observer has not heard of the session for long: it is seen so until something is heard. */
export function seeStale(session: Deciding, data: JsonObject): void {
  const { watch } = session.state
  if (
    data.state !== 'stale' ||
    session.driven ||
    !watch ||
    watch.state === 'ended' ||
    watch.state === 'stale'
  )
    return
  const { action: _action, ...rest } = watch
  session.follow('watch_state', {
    ...rest,
    state: 'stale',
    since: session.ts,
    reason: 'silence',
  } as unknown as JsonObject)
}
