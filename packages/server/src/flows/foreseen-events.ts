import {
  type Alias,
  type Draft,
  decide,
  type EventType,
  emptyState,
  isDurable,
  type JsonObject,
  type Moment,
  type NotifyEnvelope,
  type SessionMeta,
  type SessionState,
} from '@signalbox/protocol'
import type { FlowEvent } from '@signalbox/protocol/flow'
import { notifyCommit } from '../ingest/notify.js'
import { SessionTargets } from '../ingest/session-targets.js'
import type { Commit, Log, LogReader } from '../log/log.js'
import { newMeta } from '../log/new-meta.js'

export interface ForeseeDeps {
  log: Pick<Log, 'snapshot' | 'startedAt'> & { reader: Pick<LogReader, 'resolve' | 'session'> }
  /** What the log is given of a commit. */
  harmonize: (commit: Commit) => Commit
  now: () => number
}

/** The events an envelope would make, in their order, and the session they would leave. */
export interface Foreseen {
  /** The event of the envelope itself. */
  own: FlowEvent
  events: readonly FlowEvent[]
  session: SessionMeta
}

/**
 * What would happen if this envelope came now, with nothing done: the same mapping and the same decisions as for a real
 * one. Not known here is which facts were told before by other ways: those make no second event.
 */
export async function foreseenEvents(
  { log, harmonize, now }: ForeseeDeps,
  tenantId: string,
  envelope: NotifyEnvelope,
): Promise<Foreseen> {
  const { sessionId } = envelope
  const target = await new SessionTargets(log.reader, true).find(tenantId, sessionId)
  if (!target) throw new Error('an unknown id is the name of a new session')
  const payload = JSON.stringify(envelope.payload)
  const commit = harmonize(
    notifyCommit(tenantId, target.session, envelope, payload, target.usual ? undefined : sessionId),
  )
  const moment: Moment = { now: now(), newId: countedIds(), startedAt: log.startedAt }
  const known = target.session.by === 'id' ? await log.snapshot(target.session.id) : undefined
  const { state, drafts } = known ? inSession(known, commit) : inNewSession(commit, moment)
  return decideAll(state, drafts, { moment, first: commit.drafts[0] })
}

/** A session that hears of another name of it says so. */
function inSession(state: SessionState, { drafts, bind = [] }: Commit) {
  const names = bind.filter((alias) => !state.meta.aliases.some((known) => isSame(known, alias)))
  const [first] = drafts
  if (names.length === 0 || !first) return { state, drafts }
  const aliases = [...state.meta.aliases, ...names] as unknown as JsonObject[]
  const renamed: Draft = { type: 'session_updated', source: first.source, data: { aliases } }
  return { state, drafts: [...drafts, renamed] }
}

function inNewSession({ tenantId, session, bind = [], drafts }: Commit, moment: Moment) {
  const aliases = session.by === 'alias' ? [session.alias, ...bind] : bind
  const create = session.by === 'id' ? null : session.create
  const usual = { name: null, agentType: 'unknown', origin: 'observed', cwd: null } as const
  const state = emptyState(newMeta(moment, tenantId, create ?? usual, [...aliases]))
  const source = drafts[0]?.source ?? { agent: 'signalbox', via: 'command' }
  const created: Draft = { type: 'session_created', source, data: {} }
  return { state, drafts: [created, ...drafts] }
}

function decideAll(
  before: SessionState,
  drafts: readonly Draft[],
  { moment, first }: { moment: Moment; first: Draft | undefined },
): Foreseen {
  const events: FlowEvent[] = []
  let own: FlowEvent | undefined
  let state = before
  for (const draft of drafts) {
    const decision = decide(state, draft, moment)
    state = decision.state
    for (const decided of decision.decided) {
      if (!isDurable(decided.draft.type)) continue
      const event = eventOf(state.meta.id, decided.draft, decided.event, moment)
      events.push(event)
      if (draft === first && decided.own) own ??= event
    }
  }
  if (!own) throw new Error('an envelope makes an event of its own')
  return { own, events, session: state.meta }
}

function eventOf(
  sessionId: string,
  { type, json, data = {} }: Draft,
  { ts, turnId }: { type: EventType; ts: number; turnId?: string | undefined },
  { newId }: Moment,
): FlowEvent {
  const said = json === undefined ? data : (JSON.parse(json) as JsonObject)
  return { id: newId(), type, ts, sessionId, data: said, ...(turnId === undefined ? {} : { turnId }) }
}

/** Ids of what does not exist: each another one, and none that anything has. */
function countedIds(): () => string {
  let count = 0
  return () => `00000000-0000-7000-8000-${(count++).toString(16).padStart(12, '0')}`
}

function isSame(a: Alias, b: Alias): boolean {
  return a.namespace === b.namespace && a.id === b.id
}
