import { SignalboxError } from '@signalbox/protocol'
import type { Log, LogHealth, LogReader, Records } from './log.js'
import type { Outbox } from './outbox.js'
import type { Notes } from './records.js'

/** A log whose file is damaged: nothing is written to it, nothing read from it, and every call says so. */
export class DamagedLog implements Log {
  readonly epoch = '00000000-0000-0000-0000-000000000000'
  readonly startedAt: number
  readonly #reason: string

  constructor(reason: string, startedAt = 0) {
    this.startedAt = startedAt
    this.#reason = `events.db is damaged (${reason}); it was left untouched. Restore a backup or move it away, then start again.`
  }

  readonly #refuse = (): Promise<never> => Promise.reject(damaged())

  get head(): number {
    throw damaged()
  }

  readonly reader: LogReader = {
    resolve: this.#refuse,
    session: this.#refuse,
    sessions: this.#refuse,
    read: this.#refuse,
    replay: this.#refuse,
    replayLog: this.#refuse,
    kept: this.#refuse,
    turnBefore: this.#refuse,
    timeAt: this.#refuse,
    deletedSince: this.#refuse,
    eventAt: this.#refuse,
    eventById: this.#refuse,
    recentEvents: this.#refuse,
    eventsOf: this.#refuse,
    readAll: this.#refuse,
    history: this.#refuse,
    raw: this.#refuse,
    submission: this.#refuse,
    requests: this.#refuse,
    request: this.#refuse,
    attention: this.#refuse,
    leftActive: this.#refuse,
    watched: this.#refuse,
    deliveries: this.#refuse,
    delivery: this.#refuse,
    deliveryKey: this.#refuse,
    dueDeliveries: this.#refuse,
    prunable: this.#refuse,
    outboxState: this.#refuse,
    chainOf: this.#refuse,
    logRecords: this.#refuse,
    newestLogRecords: this.#refuse,
    lastLogRecord: this.#refuse,
    logRecordsSince: this.#refuse,
  }
  readonly records: Records = { put: this.#refuse, remove: this.#refuse, list: async () => [] }
  readonly outbox: Outbox = {
    take: this.#refuse,
    begin: this.#refuse,
    settle: this.#refuse,
    retry: this.#refuse,
    recover: this.#refuse,
    prune: this.#refuse,
  }
  readonly notes: Notes = { add: this.#refuse, retain: this.#refuse }
  commit = this.#refuse
  snapshot = this.#refuse
  deleteSession = this.#refuse

  onPublish(): void {}

  health(): LogHealth {
    return { state: 'failing', reason: this.#reason, check: 'not_needed' }
  }

  async close(): Promise<void> {}
}

function damaged(): SignalboxError {
  return new SignalboxError('unavailable', 'the event log is damaged and was left untouched')
}
