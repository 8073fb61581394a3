import { isDeepStrictEqual } from 'node:util'
import {
  type Alias,
  type Decided,
  type Draft,
  decide,
  EVENT_VERSION,
  type Event,
  emptyState,
  isDurable,
  type JsonObject,
  keepsState,
  type Moment,
  memberSource,
  type SessionMeta,
  type SessionState,
  SignalboxError,
} from '@signalbox/protocol'
import { inHistory } from './in-history.js'
import type { Commit, Committed, Published } from './log.js'
import { newMeta } from './new-meta.js'
import { requestEnding } from './request-entry.js'
import { projectRequest } from './request-projection.js'
import type { SessionCache } from './session-cache.js'
import type { LoadedSession, WriteStore } from './sqlite/write-store.js'

/** Numbers for ephemeral events are reserved on disk in blocks of this size. */
const SEQ_BLOCK = 1000

/** What a commit needs of the group it is part of. */
export interface GroupContext {
  store: WriteStore
  cache: SessionCache
  moment: () => Moment
  /** The offset of the last durable event, and the next one. */
  lastOffset: () => number
  nextOffset: () => number
  publish: (event: Published) => void
}

interface Plan {
  found: LoadedSession | undefined
  state: SessionState
  names: Alias[]
  drafts: readonly Draft[]
}

/** `lead`: the event of the first draft, which names the commit; what comes after it in the commit has it as cause. */
interface Placed extends Decided {
  lead: boolean
}

interface Named {
  id: string
  seq: number
}

/**
 * One commit: find the session, drop known facts, decide, then write. Everything that can be refused is refused before
 * the first write; a known submission shows itself at the first write, which then did nothing.
 */
export class Committer {
  readonly #group: GroupContext

  constructor(group: GroupContext) {
    this.#group = group
  }

  commit(commit: Commit): Committed {
    const now = this.#group.moment()
    const moment = commit.at === undefined ? now : { ...now, now: commit.at }
    const found = this.#findSession(commit)
    const known = found && this.#knownAlready(found, commit)
    if (known) return known
    const plan = this.#plan(commit, found, moment)
    const { state, decided } = this.#decideAll(plan, moment, commit)
    const session = found ?? this.#create(commit, plan.state)
    const first = this.#record(commit, session, state.meta, decided)
    if (first === 'known') return this.#duplicate(session, commit)
    session.state = state
    this.#bind(commit.tenantId, session, plan.names)
    this.#group.cache.change(session, decided.some(({ event }) => keepsState(event.type)) ? 'state' : 'head')
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
    const id = ref.by === 'id' ? ref.id : this.#owner(commit, ref.alias)
    const session = id === undefined ? undefined : this.#group.cache.find(id)
    if (session?.state.meta.tenantId === tenantId) return session
    if (ref.by === 'id' || ref.create === null) throw new SignalboxError('sessionNotFound')
    return undefined
  }

  /**
   * Whose name it is. One that another source made at the same moment, under the id it has there, is the same session:
   * it gets this name too.
   */
  #owner({ tenantId, bind = [] }: Commit, alias: Alias): string | undefined {
    const same = [alias, ...bind.filter(({ id }) => id === alias.id)]
    for (const name of same) {
      const owner = this.#group.cache.aliasOwner(tenantId, name)
      if (owner !== undefined) return owner
    }
    return undefined
  }

  /** What comes again is done already, whatever the state of the session has become through it. */
  #knownAlready({ key, state }: LoadedSession, commit: Commit): Committed | undefined {
    const { command, separate, eventId } = commit
    if (eventId === undefined || !(command || separate)) return undefined
    const known = this.#group.store.submission(key, eventId)
    if (!known) return undefined
    const { id, seq } = known
    const session = command ? { session: state.meta } : {}
    return { sessionId: state.meta.id, first: { id, seq }, duplicate: true, ...session }
  }

  /** What is to be decided and where: the making of a new session, the drafts, new names. Nothing is written yet. */
  #plan(commit: Commit, found: LoadedSession | undefined, moment: Moment): Plan {
    const { session: ref, tenantId, drafts } = commit
    const source = drafts[0]?.source ?? { agent: 'signalbox', via: 'command' }
    const names = this.#newNames(commit)
    if (found) {
      const fresh = this.#dropKnown(found, drafts)
      if (names.length === 0) return { found, state: found.state, names, drafts: fresh }
      const aliases = [...found.state.meta.aliases, ...names] as unknown as JsonObject[]
      const renamed: Draft = { type: 'session_updated', source, data: { aliases }, ...toldLate(drafts[0]) }
      return { found, state: found.state, names, drafts: [...fresh, renamed] }
    }
    const create = ref.by === 'id' ? null : ref.create
    if (!create) throw new SignalboxError('sessionNotFound')
    const blank = emptyState(newMeta(moment, tenantId, create, names))
    const state = create.mode === undefined ? blank : { ...blank, mode: create.mode }
    const fresh = this.#dropKnown(undefined, drafts)
    const created: Draft = { type: 'session_created', source, data: {}, ...toldLate(drafts[0]) }
    return { found, state, names, drafts: [created, ...fresh] }
  }

  /** The names of the commit that are nobody's yet, each once. */
  #newNames({ session: ref, tenantId, bind = [] }: Commit): Alias[] {
    // Most commits name nobody: they pay nothing for it.
    if (ref.by !== 'alias' && bind.length === 0) return []
    const asked = ref.by === 'alias' ? [ref.alias, ...bind] : bind
    return asked.filter(
      (alias, index) =>
        this.#group.cache.aliasOwner(tenantId, alias) === undefined &&
        asked.findIndex(({ namespace, id }) => namespace === alias.namespace && id === alias.id) === index,
    )
  }

  /** Without the facts the session knows already, or is told twice. What the sender said goes to what is left of it. */
  #dropKnown(session: LoadedSession | undefined, drafts: readonly Draft[]): readonly Draft[] {
    if (drafts.every(({ fact }) => fact === undefined)) return drafts
    const told = new Set<string>()
    const fresh: Draft[] = []
    let raw: string | undefined
    for (const draft of drafts) {
      const { fact } = draft
      const known =
        fact !== undefined &&
        (told.has(fact) || (session !== undefined && this.#group.store.hasFact(session.key, fact)))
      if (known && !told.has(fact) && endsOpenTurn(session, draft)) {
        const { fact: _told, ...again } = draft
        fresh.push(again)
        told.add(fact)
        continue
      }
      if (fact !== undefined) told.add(fact)
      if (known) raw ??= draft.raw
      else if (raw === undefined || draft.raw !== undefined) fresh.push(draft)
      else {
        fresh.push({ ...draft, raw })
        raw = undefined
      }
    }
    return fresh
  }

  #decideAll(plan: Plan, moment: Moment, commit: Commit): { state: SessionState; decided: Placed[] } {
    const decided: Placed[] = []
    let { state } = plan
    for (const draft of plan.drafts) {
      if (plan.found) this.#guardAnswer(plan.found, draft, commit)
      const decision = decide(state, draft, moment, commit.command)
      state = decision.state
      const lead = !commit.separate && draft === commit.drafts[0]
      for (const { draft, event, own } of decision.decided)
        decided.push({ draft, event, own, lead: lead && own })
    }
    return { state, decided }
  }

  /** The first answer wins: a later one is told who was faster. */
  #guardAnswer(session: LoadedSession, draft: Draft, commit: Commit): void {
    const requestId = draft.data?.requestId
    if (!commit.command || typeof requestId !== 'string') return
    const known = this.#group.store.request(session.key, requestId)
    if (!known || known.status === 'pending') return
    throw new SignalboxError('requestResolved', 'this request was already answered', {
      details: { at: known.ended_at, ...requestEnding(known) },
    })
  }

  #create({ tenantId, session: ref }: Commit, state: SessionState): LoadedSession {
    this.#group.store.begin()
    const session = { key: this.#group.store.addSession(state.meta.id, tenantId), reserved: 0, state }
    // No event tells the mode a session began in.
    if (ref.by !== 'id' && ref.create?.mode !== undefined) this.#group.store.saveBase(session.key, 0, state)
    this.#group.cache.add(session)
    return session
  }

  /** Writes what was decided; `known` when the submission has its event already. */
  #record(
    commit: Commit,
    session: LoadedSession,
    meta: SessionMeta,
    decided: readonly Placed[],
  ): Named | 'known' | undefined {
    const { store, publish } = this.#group
    let own: Event | undefined
    let mapped = false
    let { replyTo } = commit
    let unsaid = commit.separate ? commit.eventId : undefined
    for (const placed of decided) {
      const { draft, lead } = placed
      const written = this.#place(meta, placed, own)
      if (isDurable(draft.type)) {
        this.#group.store.begin()
        const added = store.addEvent(written, {
          sessionKey: session.key,
          history: this.#inHistory(session, draft, written),
          submission: lead ? commit.eventId : unsaid,
          fact: draft.fact,
          raw: draft.raw,
        })
        if (!added) return 'known'
        unsaid = undefined
        this.#group.nextOffset()
        projectRequest(store, session.key, written, draft.data)
      } else {
        this.#reserve(session, written.seq)
        // Nothing stored tells it again: it must be on disk with the state itself.
        if (keepsState(draft.type)) store.begin()
      }
      const answers = replyTo?.type === draft.type ? replyTo : undefined
      if (answers) replyTo = undefined
      publish(answers ? { ...written, reply: answers } : written)
      if (own && draft.type !== 'session_updated') mapped = true
      if (lead) own = written
    }
    if (own && mapped && own.type.startsWith('notify_')) store.hideFromHistory(own.offset)
    return own && { id: own.id, seq: own.seq }
  }

  /** A turn that said nothing but made pieces of interface is part of the conversation: they are shown there. */
  #inHistory(session: LoadedSession, { type, data }: Draft, { turnId }: Event): boolean {
    if (inHistory(type, data)) return true
    return type === 'turn_complete' && turnId !== undefined && this.#group.store.hasSpecs(session.key, turnId)
  }

  #place(meta: SessionMeta, { draft, event }: Placed, cause: Event | undefined): Event {
    const { lastOffset, moment } = this.#group
    const placed: Event = {
      v: EVENT_VERSION,
      id: moment().newId(),
      tenantId: meta.tenantId,
      sessionId: meta.id,
      seq: event.seq,
      offset: isDurable(draft.type) ? lastOffset() + 1 : lastOffset(),
      ts: event.ts,
      type: draft.type,
      source: draft.source,
      data: draft.json ?? JSON.stringify(draft.data ?? {}),
    }
    if (event.turnId !== undefined) placed.turnId = event.turnId
    if (cause) placed.causeId = cause.id
    return placed
  }

  #reserve(session: LoadedSession, seq: number): void {
    if (seq <= session.reserved) return
    session.reserved = seq + SEQ_BLOCK
    this.#group.store.begin()
    this.#group.cache.change(session, 'position')
  }

  #bind(tenantId: string, session: LoadedSession, names: readonly Alias[]): void {
    if (names.length > 0) this.#group.store.begin()
    for (const alias of names) {
      this.#group.store.addAlias(tenantId, alias, session.key)
      this.#group.cache.bind(tenantId, alias, session.state.meta.id)
    }
  }

  #duplicate(session: LoadedSession, { eventId = '', drafts }: Commit): Committed {
    const known = this.#group.store.submission(session.key, eventId)
    if (!known || !samePayload(known.data, drafts[0]?.json ?? JSON.stringify(drafts[0]?.data))) {
      const message = `event_id ${eventId} was already used with another payload`
      throw new SignalboxError('conflict', message, { field: 'event_id' })
    }
    return { sessionId: session.state.meta.id, first: { id: known.id, seq: known.seq }, duplicate: true }
  }
}

/** A turn that was over and went on, as when a hook sent its agent back to work, ends once more. */
function endsOpenTurn(session: LoadedSession | undefined, { type, nativeTurnId }: Draft): boolean {
  const open = session?.state.turn?.nativeId
  return TURN_ENDS.has(type) && open !== undefined && open !== null && open === nativeTurnId
}

const TURN_ENDS: ReadonlySet<Draft['type']> = new Set(['turn_complete', 'turn_error'])

/**
 * The same JSON value is the same payload, whatever the order of its keys. Numbers that a double cannot hold would look
 * alike once parsed: with such, they must also be written alike.
 */
function samePayload(stored: string, sent: string): boolean {
  const [before, now] = [payloadOf(stored), payloadOf(sent)]
  if (before === now) return true
  if (!isDeepStrictEqual(JSON.parse(before), JSON.parse(now))) return false
  return !/\d{16}|\d[eE]/.test(now) || numbersIn(before) === numbersIn(now)
}

function payloadOf(data: string): string {
  const notify = memberSource(data, 'notify')
  return (notify && memberSource(notify, 'payload')) ?? data
}

/** Everything that looks like a number, sorted: keys may have changed places. */
function numbersIn(text: string): string {
  return (text.match(/-?\d[\d.eE+-]*/g) ?? []).sort().join()
}

/** What a commit makes beside its drafts is as late as they are. */
function toldLate({ late, occurredAt }: Partial<Draft> = {}): Pick<Draft, 'late' | 'occurredAt'> {
  return late ? { late, ...(occurredAt === undefined ? {} : { occurredAt }) } : {}
}
