import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import {
  type Alias,
  type Decided,
  type Draft,
  decide,
  EVENT_VERSION,
  emptyState,
  type Event,
  isDurable,
  isFolded,
  type JsonObject,
  type Moment,
  type NewId,
  type SessionMeta,
  type SessionState,
  SignalboxError,
} from '@signalbox/protocol'
import { inHistory } from './history-item.js'
import type { Commit, Committed, NewSession, Published, RecordEntry, ReplyTo, Submission } from './log.js'
import type { Answer, GroupResult, Operation, Outcome } from './operations.js'
import { refusalOf } from './refusal.js'
import { projectRequest } from './request-projection.js'
import { retain } from './retention.js'
import { SessionCache } from './session-cache.js'
import type { LoadedSession, WriteStore } from './sqlite/write-store.js'

/** Numbers for ephemeral events are reserved on disk in blocks of this size. */
const SEQ_BLOCK = 1000
const TOMBSTONE_DAYS = 30

export interface WriterDeps {
  store: WriteStore
  /** Bytes the file uses, for retention by size. */
  usedBytes: () => number
  now: () => number
  newId: NewId
  offset: number
}

/**
 * The one place where state changes. Takes everything that is queued as one group: dedupes, decides, numbers, folds and
 * writes it in one transaction; its outcomes are told only after the transaction is on disk.
 */
export class Writer {
  readonly #deps: WriterDeps
  readonly #cache: SessionCache
  #offset: number
  #events: Published[] = []

  constructor(deps: WriterDeps) {
    this.#deps = deps
    this.#offset = deps.offset
    this.#cache = new SessionCache(deps.store)
  }

  run(operations: Operation[]): GroupResult {
    const offsetBefore = this.#offset
    this.#events = []
    try {
      const outcomes = operations.map((operation) => this.#attempt(operation))
      this.#cache.save()
      const writes = this.#deps.store.inTransaction()
      if (writes) this.#deps.store.commit()
      this.#cache.keep(writes)
      return { outcomes, events: this.#events }
    } catch (error) {
      if (this.#deps.store.inTransaction()) this.#deps.store.rollback()
      this.#cache.forget()
      this.#offset = offsetBefore
      return isDiskError(error) ? refuseAll(operations, error) : this.#isolate(operations, error)
    }
  }

  /** One operation of the group hit a bug: the others are done one by one, so that only it fails. */
  #isolate(operations: Operation[], bug: unknown): GroupResult {
    if (operations.length > 1) return merge(operations.map((operation) => this.run([operation])))
    const refusal = refusalOf(new SignalboxError('internal', 'Something went wrong in the gateway; its log says what.'))
    return { outcomes: [{ ok: false, refusal }], events: [], bugs: [String(bug instanceof Error ? bug.stack : bug)] }
  }

  /** Before an orderly close: what only memory knows (positions after ephemeral events) goes to disk. */
  flush(): void {
    if (!this.#cache.release()) return
    this.#begin()
    this.#cache.save()
    this.#deps.store.commit()
    this.#cache.keep(true)
  }

  /** A refused operation has written nothing; a failing disk ends the whole group. */
  #attempt(operation: Operation): Outcome {
    try {
      return { ok: true, answer: this.#perform(operation) }
    } catch (error) {
      if (error instanceof SignalboxError) return { ok: false, refusal: refusalOf(error) }
      throw error
    }
  }

  #perform(operation: Operation): Answer {
    switch (operation.kind) {
      case 'commit':
        return this.#commit(operation.commit)
      case 'snapshot':
        return this.#cache.find(operation.sessionId)?.state
      case 'delete':
        return this.#delete(operation.tenantId, operation.sessionId, operation.replyTo)
      case 'put':
        return this.#put(operation.entry)
      case 'remove':
        return this.#remove(operation.record)
      case 'retain':
        this.#begin()
        return retain(this.#deps.store, this.#cache, operation, this.#deps.usedBytes)
    }
  }

  #commit(commit: Commit): Committed {
    const moment: Moment = { now: this.#deps.now(), newId: this.#deps.newId }
    const found = this.#findSession(commit)
    const submission = commit.submission && hashed(commit.submission)
    if (found && submission) {
      const known = this.#knownSubmission(found, submission)
      if (known) return { sessionId: found.state.meta.id, first: known, duplicate: true }
    }
    const plan = this.#plan(commit, found, moment)
    const { state, decided } = this.#decideAll(plan, moment, commit)
    const session = this.#settle(commit.tenantId, plan)
    session.state = state
    const first = this.#record(commit, session, decided, submission)
    this.#cache.change(
      session,
      decided.some(({ event }) => isFolded(event.type)),
    )
    return {
      sessionId: state.meta.id,
      ...(first ? { first } : {}),
      duplicate: false,
      ...(commit.command ? { session: state.meta } : {}),
    }
  }

  #findSession(commit: Commit): LoadedSession | undefined {
    const { session: ref, tenantId } = commit
    if (ref.by === 'new') return undefined
    const id = ref.by === 'id' ? ref.id : this.#cache.aliasOwner(tenantId, ref.alias)
    const session = id === undefined ? undefined : this.#cache.find(id)
    if (session?.state.meta.tenantId === tenantId) return session
    if (ref.by === 'id' || ref.create === null) throw new SignalboxError('sessionNotFound')
    return undefined
  }

  /** What is to be decided and where: the making of a new session, the drafts, new names. Nothing is written yet. */
  #plan(commit: Commit, found: LoadedSession | undefined, moment: Moment): Plan {
    const { session: ref, tenantId } = commit
    const source = commit.drafts[0]?.source ?? { agent: 'signalbox', via: 'command' }
    const bound = (commit.bind ?? []).filter((alias) => this.#cache.aliasOwner(tenantId, alias) === undefined)
    if (found) {
      const aliases = [...found.state.meta.aliases, ...bound] as unknown as JsonObject[]
      const renamed: Draft[] = bound.length > 0 ? [{ type: 'session_updated', source, data: { aliases } }] : []
      const fresh = commit.drafts.filter((draft) => !draft.fact || !this.#deps.store.hasFact(found.key, draft.fact))
      return { found, state: found.state, names: bound, drafts: [...fresh, ...renamed] }
    }
    const create = ref.by === 'id' ? null : ref.create
    if (!create) throw new SignalboxError('sessionNotFound')
    const names = ref.by === 'alias' ? [ref.alias, ...bound] : bound
    const state = emptyState(newMeta(moment, tenantId, create, names))
    return { found, state, names, drafts: [{ type: 'session_created', source, data: {} }, ...commit.drafts] }
  }

  #decideAll(plan: Plan, moment: Moment, commit: Commit): { state: SessionState; decided: Placed[] } {
    const decided: Placed[] = []
    let { state } = plan
    for (const draft of plan.drafts) {
      if (plan.found) this.#guardAnswer(plan.found, draft, commit)
      const decision = decide(state, draft, moment, commit.command)
      state = decision.state
      const lead = draft === commit.drafts[0]
      for (const one of decision.decided) decided.push({ ...one, lead: lead && one.own })
    }
    return { state, decided }
  }

  /** Nothing can be refused any more: the session and its names are written. */
  #settle(tenantId: string, plan: Plan): LoadedSession {
    const { found, state, names } = plan
    if (!found || names.length > 0) this.#begin()
    const session = found ?? { key: this.#deps.store.addSession(state.meta.id, tenantId), reserved: 0, state }
    if (!found) this.#cache.add(session)
    for (const alias of names) {
      this.#deps.store.addAlias(tenantId, alias, session.key)
      this.#cache.bind(tenantId, alias, state.meta.id)
    }
    return session
  }

  /** The first answer wins: a later one is told who was faster. */
  #guardAnswer(session: LoadedSession, draft: Draft, commit: Commit): void {
    const requestId = draft.data?.requestId
    if (!commit.command || typeof requestId !== 'string') return
    const known = this.#deps.store.request(requestId, session.key)
    if (!known || known.status === 'pending') return
    throw new SignalboxError('requestResolved', 'this request was already answered', {
      details: { at: known.ended_at, ...JSON.parse(known.outcome ?? '{}') },
    })
  }

  #knownSubmission(session: LoadedSession, submission: HashedSubmission): { id: string; seq: number } | undefined {
    const known = this.#deps.store.submission(session.key, submission.eventId)
    if (!known) return undefined
    if (known.hash !== submission.hash && !samePayload(known.data, submission.payload)) {
      throw new SignalboxError('conflict', `event_id ${submission.eventId} was already used with another payload`, {
        field: 'event_id',
      })
    }
    return { id: known.id, seq: known.seq }
  }

  /** Writes what was decided. Events after the sender's own carry it as their cause. */
  #record(
    commit: Commit,
    session: LoadedSession,
    decided: Placed[],
    submission: HashedSubmission | undefined,
  ): { id: string; seq: number } | undefined {
    const { meta } = session.state
    let own: Event | undefined
    let mapped = false
    let { replyTo } = commit
    for (const { draft, event, lead } of decided) {
      const durable = isDurable(draft.type)
      if (durable) this.#begin()
      const written: Event = {
        v: EVENT_VERSION,
        id: this.#deps.newId(),
        tenantId: meta.tenantId,
        sessionId: meta.id,
        seq: event.seq,
        offset: durable ? ++this.#offset : this.#offset,
        ts: event.ts,
        type: draft.type,
        ...(event.turnId === undefined ? {} : { turnId: event.turnId }),
        source: draft.source,
        ...(own ? { causeId: own.id } : {}),
        data: draft.json ?? JSON.stringify(draft.data ?? {}),
      }
      if (durable) {
        this.#deps.store.addEvent(written, {
          sessionKey: session.key,
          history: inHistory(draft.type, draft.data),
          ...(lead && submission ? { submission } : {}),
          ...(draft.fact === undefined ? {} : { fact: draft.fact }),
          ...(draft.raw === undefined ? {} : { raw: draft.raw }),
        })
        projectRequest(this.#deps.store, session.key, written, draft.data)
      } else this.#reserve(session, event.seq)
      const answers = replyTo?.type === draft.type ? replyTo : undefined
      if (answers) replyTo = undefined
      this.#events.push(answers ? { ...written, reply: answers } : written)
      if (own && draft.type !== 'session_updated') mapped = true
      if (lead) own = written
    }
    if (own && mapped && own.type.startsWith('notify_')) this.#deps.store.hideFromHistory(own.offset)
    return own && { id: own.id, seq: own.seq }
  }

  #reserve(session: LoadedSession, seq: number): void {
    if (seq <= session.reserved) return
    session.reserved = seq + SEQ_BLOCK
    this.#begin()
  }

  #delete(tenantId: string, sessionId: string, replyTo: ReplyTo | undefined): boolean {
    const session = this.#cache.find(sessionId)
    if (session?.state.meta.tenantId !== tenantId) throw new SignalboxError('sessionNotFound')
    const now = this.#deps.now()
    this.#begin()
    this.#deps.store.purgeSession(session, now)
    this.#deps.store.buryOld(now - TOMBSTONE_DAYS * 24 * 3600_000)
    this.#cache.remove(session)
    this.#events.push({
      v: EVENT_VERSION,
      id: this.#deps.newId(),
      tenantId,
      sessionId,
      seq: session.state.seq + 1,
      offset: this.#offset,
      ts: Math.max(now, session.state.ts),
      type: 'session_deleted',
      source: { agent: 'signalbox', via: 'command' },
      data: '{}',
      ...(replyTo ? { reply: replyTo } : {}),
    })
    return true
  }

  #put(entry: Omit<RecordEntry, 'revision'> & { revision?: number }): RecordEntry {
    const { kind, tenantId, id, value } = entry
    const revision = this.#deps.store.recordRevision(kind, tenantId, id)
    if (entry.revision !== undefined && entry.revision !== revision) {
      throw new SignalboxError('conflict', `${kind} ${id} was changed meanwhile`, { details: { revision } })
    }
    this.#begin()
    this.#deps.store.putRecord(kind, tenantId, id, revision + 1, JSON.stringify(value))
    return { kind, tenantId, id, revision: revision + 1, value }
  }

  #remove(record: { kind: string; tenantId: string; id: string }): boolean {
    const { kind, tenantId, id } = record
    if (this.#deps.store.recordRevision(kind, tenantId, id) === 0) return false
    this.#begin()
    this.#deps.store.dropRecord(kind, tenantId, id)
    return true
  }

  #begin(): void {
    if (!this.#deps.store.inTransaction()) this.#deps.store.begin()
  }
}

function isDiskError(error: unknown): error is Error {
  return error instanceof Error && String((error as { code?: unknown }).code).startsWith('SQLITE')
}

/** The disk refused: nothing of the group happened. */
function refuseAll(operations: Operation[], error: Error): GroupResult {
  const refusal = refusalOf(new SignalboxError('unavailable', 'the event log cannot be written right now'))
  return { outcomes: operations.map(() => ({ ok: false, refusal })), events: [], failure: error.message }
}

function merge(results: GroupResult[]): GroupResult {
  const failure = results.find((result) => result.failure !== undefined)?.failure
  return {
    outcomes: results.flatMap((result) => result.outcomes),
    events: results.flatMap((result) => result.events),
    bugs: results.flatMap((result) => result.bugs ?? []),
    ...(failure === undefined ? {} : { failure }),
  }
}

/** `lead`: the event of the first draft, which names the commit; what comes after it in the commit has it as cause. */
interface Placed extends Decided {
  lead: boolean
}

interface Plan {
  found: LoadedSession | undefined
  state: SessionState
  names: Alias[]
  drafts: Draft[]
}

interface HashedSubmission extends Submission {
  hash: string
}

function hashed(submission: Submission): HashedSubmission {
  return { ...submission, hash: createHash('sha256').update(submission.payload).digest('base64') }
}

/** The same JSON value written differently is the same payload. */
function samePayload(storedData: string, payload: string): boolean {
  const stored = JSON.parse(storedData) as { notify?: { payload: unknown } }
  return isDeepStrictEqual(stored.notify?.payload, JSON.parse(payload))
}

function newMeta(moment: Moment, tenantId: string, create: NewSession, aliases: Alias[]): SessionMeta {
  return {
    id: moment.newId(),
    tenantId,
    name: create.name,
    agentType: create.agentType,
    status: 'inactive',
    archived: false,
    createdAt: moment.now,
    updatedAt: moment.now,
    lastActivityAt: null,
    origin: create.origin,
    cwd: create.cwd,
    aliases,
  }
}
