import type { Worker } from 'node:worker_threads'
import { SignalboxError } from '@signalbox/protocol'
import type { RecordPlace } from '@signalbox/protocol/log-record'
import { Crowd } from './crowd.js'
import { DamagedLog } from './damaged-log.js'
import { FileCheck } from './file-check.js'
import type { Commit, Committed, Log, LogHealth, Published, RecordEntry, Records, ReplyTo } from './log.js'
import { LogOpenError, type LogOpenFailure } from './log-open-error.js'
import type { Answer, Operation } from './operations.js'
import type { Outbox } from './outbox.js'
import { outboxClient } from './outbox-client.js'
import { packOperations, unpackEvents, unpackOutcomes } from './packing.js'
import { ReaderThread } from './reader-client.js'
import type { Notes } from './records.js'
import { errorOf } from './refusal.js'
import type { Synchronous } from './sqlite/open.js'
import { startThread } from './start-thread.js'
import type { FromWriter, ThreadSettings, ToWriter } from './thread-messages.js'

export interface LogOptions {
  dataDir: string
  /** Only the proof that fsync matters ever asks for anything but FULL. */
  synchronous?: Synchronous
  /** The directory was put back from a backup: cursors of before belong to another log. */
  restored?: boolean
  /** The address of a directory with other threads. */
  threads?: string
  /** When the gateway started; now, if not given. */
  startedAt?: number
  retention?: { maxAgeMs: number; maxBytes: number; everyMs: number }
  /** Where faults nobody foresaw go. */
  report?: (fault: unknown) => void
}

const PROBE_MS = 1000
/** Where more patient commits come than this in a second, they are gathered for so long: a group costs what one does. */
const CROWD_PER_SECOND = 100
const GATHER_MS = 25
const RETENTION = { maxAgeMs: 90 * 24 * 3600_000, maxBytes: 10 * 1024 ** 3, everyMs: 3600_000 }

/** Opens the log of a data directory. A damaged file gives a log that answers every call with `unavailable`. */
export async function openLog(options: LogOptions): Promise<Log> {
  const { dataDir, synchronous = 'FULL', restored = false, startedAt = Date.now() } = options
  const { threads } = options
  const settings: ThreadSettings = {
    dataDir,
    synchronous,
    restored,
    startedAt,
    ...(threads === undefined ? {} : { threads }),
  }
  const worker = startThread('writer-thread.js', settings)
  // Both threads load at once; the reader opens the file when the writer has made it ready.
  const reader = new ReaderThread(settings)
  const opened = await firstMessage(worker)
  if (opened.kind === 'refused') {
    await Promise.all([worker.terminate(), reader.stop()])
    if (opened.failure === 'damaged') return new DamagedLog(opened.message, startedAt)
    throw new LogOpenError(opened.failure as LogOpenFailure, opened.message)
  }
  if (opened.kind !== 'ready') throw new Error('the writer thread did not start')
  await reader.open()
  const check = opened.clean ? undefined : new FileCheck(settings)
  const { epoch, offset } = opened
  return new ThreadedLog({ epoch, offset, startedAt }, worker, reader, check, options)
}

function firstMessage(worker: Worker): Promise<FromWriter> {
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

interface Waiting {
  resolve(answer: Answer): void
  reject(error: SignalboxError): void
}

/** The log as the main thread sees it: one thread that writes, one that reads. */
class ThreadedLog implements Log {
  readonly epoch: string
  readonly startedAt: number
  readonly records: Records
  readonly outbox: Outbox
  readonly notes: Notes
  readonly reader: ReaderThread
  readonly #writer: Worker
  readonly #check: FileCheck | undefined
  readonly #listeners: ((events: Published[]) => void)[] = []
  readonly #retention: NodeJS.Timeout
  readonly #report: (fault: unknown) => void
  readonly #crowd = new Crowd(CROWD_PER_SECOND)
  #queued: Operation[] = []
  /** What is queued goes as soon as the writer is free. */
  #due = false
  #gathering: NodeJS.Timeout | undefined
  #idle: (() => void)[] = []
  #probing: NodeJS.Timeout | undefined
  #writerBusy = false
  #writerGone = false
  #waiting: Waiting[] = []
  #failure: string | undefined
  #damage: string | undefined
  #closing: Promise<void> | undefined
  #head: number

  constructor(
    { epoch, offset, startedAt }: { epoch: string; offset: number; startedAt: number },
    writer: Worker,
    reader: ReaderThread,
    check: FileCheck | undefined,
    { retention = RETENTION, report = console.error }: LogOptions,
  ) {
    this.#report = report
    this.epoch = epoch
    this.#head = offset
    this.startedAt = startedAt
    this.reader = reader
    this.#writer = writer
    this.#check = check
    this.records = {
      put: (entry) => this.#ask({ kind: 'put', entry }) as Promise<RecordEntry>,
      remove: (kind, tenantId, id) =>
        this.#ask({ kind: 'remove', record: { kind, tenantId, id } }) as Promise<boolean>,
      list: (kind, tenantId) => reader.records(kind, tenantId),
    }
    this.outbox = outboxClient((step) => this.#ask({ kind: 'outbox', step }), reader, epoch)
    this.notes = {
      // Nobody waits for them: they are written with what comes in the next moment.
      add: (notes) => this.#ask({ kind: 'note', notes }, true) as Promise<RecordPlace>,
      retain: (limits) => this.#ask({ kind: 'retainNotes', ...limits }) as Promise<boolean>,
    }
    writer.on('message', (message: FromWriter) => this.#receive(message))
    writer.on('error', (error) => this.#fail(`the writer thread stopped: ${error.message}`))
    this.#retention = setInterval(() => void this.#retain(retention), retention.everyMs).unref()
  }

  get head(): number {
    return this.#head
  }

  commit(commit: Commit): Promise<Committed> {
    const gather = commit.patient === true && this.#crowd.joins(performance.now())
    return this.#ask({ kind: 'commit', commit }, gather) as Promise<Committed>
  }

  snapshot(sessionId: string) {
    return this.#ask({ kind: 'snapshot', sessionId }) as ReturnType<Log['snapshot']>
  }

  async deleteSession(tenantId: string, sessionId: string, replyTo?: ReplyTo): Promise<void> {
    await this.#ask({ kind: 'delete', tenantId, sessionId, ...(replyTo ? { replyTo } : {}) })
  }

  onPublish(listener: (events: Published[]) => void): void {
    this.#listeners.push(listener)
  }

  health(): LogHealth {
    const check = this.#check?.result() ?? 'not_needed'
    const damage = this.#foundDamage()
    if (damage !== undefined) return { state: 'failing', reason: `events.db is damaged: ${damage}`, check }
    const failure = this.#failure ?? this.reader.failure
    return failure === undefined ? { state: 'ok', check } : { state: 'failing', reason: failure, check }
  }

  close(): Promise<void> {
    this.#closing ??= this.#shutDown()
    return this.#closing
  }

  #ask(operation: Operation, gather = false): Promise<Answer> {
    if (this.#closing) return Promise.reject(new SignalboxError('unavailable', 'the gateway is stopping'))
    if (this.#writerGone || this.#foundDamage() !== undefined)
      return Promise.reject(new SignalboxError('unavailable'))
    return new Promise((resolve, reject) => {
      this.#queued.push(operation)
      if (gather) this.#gathering ??= setTimeout(() => this.#hurry(), GATHER_MS)
      else this.#hurry()
      this.#waiting.push({ resolve, reject })
    })
  }

  /** All operations of one event-loop turn travel together, and take along what was gathered. */
  #hurry(): void {
    // Also where the rest is under way already: a timer that is over must not stand for the next one.
    clearTimeout(this.#gathering)
    this.#gathering = undefined
    if (this.#due) return
    this.#due = true
    setImmediate(() => this.#send())
  }

  /** While the writer is at work, operations wait here and go as one group: a hand-over costs more than an event. */
  #send(): void {
    if (!this.#due || this.#writerBusy) return
    this.#due = false
    if (this.#queued.length === 0) return
    this.#writerBusy = true
    const queued = this.#queued
    this.#queued = []
    try {
      this.#post({ kind: 'operations', operations: packOperations(queued) })
    } catch (error) {
      this.#writerBusy = false
      this.#report(error)
      this.#sendSound(queued)
    }
  }

  /** One of them cannot cross to another thread: it is refused, the others go. All that wait are theirs, in order. */
  #sendSound(operations: Operation[]): void {
    const waiting = this.#waiting.splice(0)
    operations.forEach((operation, index) => {
      const waiter = waiting[index]
      if (!waiter) return
      try {
        structuredClone(operation)
        this.#queued.push(operation)
        this.#waiting.push(waiter)
      } catch {
        waiter.reject(new SignalboxError('internal'))
      }
    })
    this.#due = true
    this.#send()
  }

  #post(message: ToWriter): void {
    this.#writer.postMessage(message)
  }

  /** Outcomes come in the order of the operations. Events go out before anybody is told of the commit. */
  #receive(message: FromWriter): void {
    if (message.kind !== 'results') return
    this.#writerBusy = false
    this.#send()
    if (message.damaged) this.#damage = message.failure
    if (message.failure !== undefined || message.wrote) this.#settleFailure(message.failure)
    for (const bug of message.bugs ?? []) this.#report(bug)
    const events = unpackEvents(message.events)
    this.#head = events.at(-1)?.offset ?? this.#head
    if (events.length > 0) for (const listener of this.#listeners) this.#tell(listener, events)
    const outcomes = unpackOutcomes(message.outcomes)
    const answered = this.#waiting.splice(0, outcomes.length)
    outcomes.forEach((outcome, index) => {
      if (outcome.ok) answered[index]?.resolve(outcome.answer)
      else answered[index]?.reject(errorOf(outcome.refusal))
    })
    if (this.#waiting.length === 0) for (const resolve of this.#idle.splice(0)) resolve()
  }

  /** A listener that throws harms nobody else, least of all those who wait for an answer. */
  #tell(listener: (events: Published[]) => void, events: Published[]): void {
    try {
      listener(events)
    } catch (error) {
      this.#report(error)
    }
  }

  /** What a write ran into or the check found wrong with the file: from then on nothing is written to it. */
  #foundDamage(): string | undefined {
    const check = this.#check?.result()
    return typeof check === 'object' ? check.failed : this.#damage
  }

  /** While the disk refuses, one write a second finds out when it takes them again: nobody has to lose an event for it. */
  #settleFailure(failure: string | undefined): void {
    this.#failure = failure
    if (failure === undefined) {
      clearInterval(this.#probing)
      this.#probing = undefined
    } else
      this.#probing ??= setInterval(() => void this.#ask({ kind: 'probe' }).catch(() => {}), PROBE_MS).unref()
  }

  /** Without its writer the log is gone for good: it says so until the gateway is started again. */
  #fail(reason: string): void {
    this.#failure = reason
    this.#writerGone = true
    for (const waiting of this.#waiting.splice(0)) waiting.reject(new SignalboxError('unavailable'))
    for (const resolve of this.#idle.splice(0)) resolve()
  }

  async #retain(limits: { maxAgeMs: number; maxBytes: number }): Promise<void> {
    const olderThan = Date.now() - limits.maxAgeMs
    try {
      let after: Answer = 0
      while (typeof after === 'number') {
        after = await this.#ask({ kind: 'retain', after, olderThan, maxBytes: limits.maxBytes })
      }
    } catch {
      // A refused pass is tried again with the next one; the failure itself is in health().
    }
  }

  /** Readers close first: the last connection to close checkpoints, and only the writer may. */
  async #shutDown(): Promise<void> {
    clearInterval(this.#retention)
    clearInterval(this.#probing)
    if (this.#waiting.length > 0) await new Promise<void>((resolve) => void this.#idle.push(resolve))
    await this.#check?.stop()
    await this.reader.stop()
    if (this.#writerGone) return
    const ended = new Promise((resolve) => this.#writer.once('exit', resolve))
    this.#post({ kind: 'close', damaged: this.#foundDamage() !== undefined })
    await ended
  }
}
