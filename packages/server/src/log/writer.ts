import {
  EVENT_VERSION,
  type Moment,
  type NewId,
  type SessionState,
  SignalboxError,
} from '@signalbox/protocol'
import type { RecordPlace } from '@signalbox/protocol/log-record'
import { Committer } from './committer.js'
import type { Published, RecordEntry, ReplyTo } from './log.js'
import type { Answer, GroupResult, Operation, Outcome } from './operations.js'
import { performOutbox } from './outbox-writer.js'
import type { Note } from './records.js'
import { refusalOf } from './refusal.js'
import { retain } from './retention.js'
import { SessionCache } from './session-cache.js'
import type { WriteStore } from './sqlite/write-store.js'

const TOMBSTONE_DAYS = 30
/** What shows that the disk takes what others wait for. */
const TELLING_WRITES: ReadonlySet<Operation['kind']> = new Set(['commit', 'delete', 'put', 'remove', 'probe'])

export interface WriterDeps {
  store: WriteStore
  /** Bytes the file uses, for retention by size. */
  usedBytes: () => number
  now: () => number
  newId: NewId
  startedAt: number
  offset: number
}

/**
 * The one place where state changes. Takes everything that is queued as one group: dedupes, decides, numbers, folds and
 * writes it in one transaction; its outcomes are told only after the transaction is on disk.
 */
export class Writer {
  readonly #deps: WriterDeps
  readonly #cache: SessionCache
  readonly #committer: Committer
  #moment: Moment
  #offset: number
  #events: Published[] = []

  constructor(deps: WriterDeps) {
    this.#deps = deps
    this.#offset = deps.offset
    this.#moment = this.#thisMoment()
    this.#cache = new SessionCache(deps.store)
    this.#committer = new Committer({
      store: deps.store,
      cache: this.#cache,
      moment: () => this.#moment,
      lastOffset: () => this.#offset,
      nextOffset: () => ++this.#offset,
      publish: (event) => void this.#events.push(event),
    })
  }

  run(operations: Operation[]): GroupResult {
    const offsetBefore = this.#offset
    this.#events = []
    this.#moment = this.#thisMoment()
    try {
      const outcomes = operations.map((operation) => this.#attempt(operation))
      this.#cache.save(this.#moment.now)
      const wrote = this.#deps.store.inTransaction() && operations.some(isTelling)
      this.#deps.store.commit()
      this.#cache.keep()
      return { outcomes, events: this.#events, wrote }
    } catch (error) {
      this.#deps.store.rollback()
      this.#cache.forget()
      this.#offset = offsetBefore
      return isDiskError(error) ? this.#refuse(operations, error) : this.#isolate(operations, error)
    }
  }

  #thisMoment(): Moment {
    const { now, newId, startedAt } = this.#deps
    return { now: now(), newId, startedAt }
  }

  /** The disk refused: nothing of the group happened. Who only asked is answered all the same. */
  #refuse(operations: Operation[], error: Error): GroupResult {
    const refused: Outcome = {
      ok: false,
      refusal: refusalOf(new SignalboxError('unavailable', 'the event log cannot be written right now')),
    }
    return {
      outcomes: operations.map((operation) =>
        operation.kind === 'snapshot' ? this.#read(operation, refused) : refused,
      ),
      events: [],
      wrote: false,
      failure: error.message,
      damaged: isDamage(error),
    }
  }

  #read(operation: Operation, refused: Outcome): Outcome {
    try {
      return this.#attempt(operation)
    } catch {
      return refused
    }
  }

  /** One operation of the group hit a bug: the others are done one by one, so that only it fails. */
  #isolate(operations: Operation[], bug: unknown): GroupResult {
    if (operations.length > 1) return merge(operations.map((operation) => this.run([operation])))
    const refusal = refusalOf(
      new SignalboxError('internal', 'Something went wrong in the gateway; its log says what.'),
    )
    return {
      outcomes: [{ ok: false, refusal }],
      events: [],
      wrote: false,
      bugs: [String(bug instanceof Error ? bug.stack : bug)],
    }
  }

  /** Before an orderly close: what only memory knows (positions after ephemeral events) goes to disk. */
  flush(): void {
    if (!this.#cache.release()) return
    this.#deps.store.begin()
    this.#cache.save(Number.POSITIVE_INFINITY)
    this.#deps.store.commit()
    this.#cache.keep()
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
        return this.#committer.commit(operation.commit)
      case 'snapshot':
        return this.#cache.find(operation.sessionId)?.state
      case 'delete':
        return this.#delete(operation.tenantId, operation.sessionId, operation.replyTo)
      case 'put':
        return this.#put(operation.entry)
      case 'remove':
        return this.#remove(operation.record)
      case 'outbox':
        this.#deps.store.begin()
        return performOutbox(this.#deps.store.deliveries, operation.step, this.#moment.now)
      case 'note':
        return this.#note(operation.notes)
      case 'retainNotes':
        this.#deps.store.begin()
        return this.#deps.store.cutNotes(operation, ({ offset, n }) => {
          this.#deps.store.raiseMeta('notes_cut', offset)
          this.#deps.store.raiseMeta('notes_cut_n', n)
        })
      case 'probe':
        this.#deps.store.begin()
        this.#deps.store.probe(this.#moment.now)
        return true
      case 'retain':
        this.#deps.store.begin()
        this.#deps.store.raiseMeta('offset', this.#offset)
        return retain(this.#deps.store, this.#cache, operation, this.#deps.usedBytes)
    }
  }

  /** They come after the last event there is: one order for both. */
  #note(notes: readonly Note[]): RecordPlace {
    this.#deps.store.begin()
    return { offset: this.#offset, n: this.#deps.store.addNotes(notes, this.#offset) }
  }

  #delete(tenantId: string, sessionId: string, replyTo: ReplyTo | undefined): boolean {
    const session = this.#cache.find(sessionId)
    if (session?.state.meta.tenantId !== tenantId) throw new SignalboxError('sessionNotFound')
    refuseWhileDriven(session.state)
    const { now } = this.#moment
    this.#deps.store.begin()
    this.#deps.store.purgeSession(session, now)
    this.#deps.store.raiseMeta('offset', this.#offset)
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
    this.#deps.store.begin()
    this.#deps.store.putRecord(kind, tenantId, id, revision + 1, JSON.stringify(value))
    return { kind, tenantId, id, revision: revision + 1, value }
  }

  #remove(record: { kind: string; tenantId: string; id: string }): boolean {
    const { kind, tenantId, id } = record
    if (this.#deps.store.recordRevision(kind, tenantId, id) === 0) return false
    this.#deps.store.begin()
    this.#deps.store.dropRecord(kind, tenantId, id)
    return true
  }
}

/** An agent of ours must not go on working for a session that is no more; of others nobody can say when they end. */
function refuseWhileDriven({ meta, turn }: SessionState): void {
  if (meta.origin !== 'driven' || (!turn && meta.status !== 'activating')) return
  throw new SignalboxError('turnInProgress', 'a turn is running in this session: stop the turn first')
}

/** A few bytes of our own may find room on a disk that has none for an event. */
function isTelling({ kind }: Operation): boolean {
  return TELLING_WRITES.has(kind)
}

/** A broken rule of a table is a bug of ours, not the disk's. */
function isDiskError(error: unknown): error is Error {
  return error instanceof Error && /^SQLITE_(?!CONSTRAINT)/.test(String((error as { code?: unknown }).code))
}

function isDamage(error: Error): boolean {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(String((error as { code?: unknown }).code))
}

function merge(results: GroupResult[]): GroupResult {
  const failure = results.find((result) => result.failure !== undefined)?.failure
  return {
    outcomes: results.flatMap((result) => result.outcomes),
    events: results.flatMap((result) => result.events),
    wrote: results.some((result) => result.wrote),
    damaged: results.some((result) => result.damaged),
    bugs: results.flatMap((result) => result.bugs ?? []),
    ...(failure === undefined ? {} : { failure }),
  }
}
