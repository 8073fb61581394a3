import {
  type LogRecord,
  type OwnNote,
  ownRecord,
  type RecordPlace,
  type SeverityText,
} from '@signalbox/protocol/log-record'
import type { Note, Notes } from '../log/records.js'

export interface OwnRecordsDeps {
  notes: Notes
  tenantId: string
  now: () => number
  /** How long they are kept, and how many bytes of them. */
  kept: { maxAgeMs: number; maxBytes: number }
  retainEveryMs?: number
  retryMs?: number
}

/** Something the gateway tells about itself. */
export interface OwnEntry {
  severity: SeverityText
  message: string
  fields: OwnNote['fields']
  /** The uuid of the session it is about: it goes with it. */
  sessionId?: string
}

/** So many wait to be written at most; of more it is told how many there were. */
export const MAX_WAITING = 1000
/** And so many characters of what was sent, for those that are made of it when they are written. */
export const MAX_WAITING_LENGTH = 16 * 1024 * 1024
/** So many are made in one go: the main thread has others to serve. */
const BATCH = 50
/** When this part of what is kept was written, it is looked how much there is. */
const RETAIN_PART = 1 / 8
const RETRY_MS = 1_000
const RETAIN_EVERY_MS = 3600_000
const CLOSE_MS = 500
interface Waiting {
  make: () => Note
  /** How much is held for it. */
  length: number
}

const NO_RESOURCE: LogRecord['resource'] = { attributes: [] }

/**
 * The gateway's own records on their way to the log. Best effort: nobody waits for them, and a disk that refuses costs
 * records, never an answer.
 */
export class OwnRecords {
  readonly #deps: OwnRecordsDeps
  readonly #listeners: ((place: RecordPlace) => void)[] = []
  readonly #retaining: NodeJS.Timeout
  #waiting: Waiting[] = []
  #length = 0
  #dropped = 0
  /** Bytes written since it was last looked how much there is. */
  #since = 0
  #retain: Promise<void> | undefined
  #writing: Promise<void> | undefined
  #retry: NodeJS.Timeout | undefined
  #closed = false

  constructor(deps: OwnRecordsDeps) {
    this.#deps = deps
    const every = deps.retainEveryMs ?? RETAIN_EVERY_MS
    this.#retaining = setInterval(() => void this.retain(), every).unref()
  }

  /** Called with the place of the last of those that were written. */
  onWritten(listener: (place: RecordPlace) => void): void {
    this.#listeners.push(listener)
  }

  take({ severity, message, fields, sessionId }: OwnEntry): void {
    const time = this.#deps.now()
    this.add(
      time,
      () => ownRecord({ time, severity, message, fields }, NO_RESOURCE),
      sessionId === undefined ? {} : { sessionId },
    )
  }

  /** A record that is only made when it is written, of so much that is held until then. */
  add(
    time: number,
    make: () => LogRecord,
    { sessionId, length = 0 }: { sessionId?: string; length?: number } = {},
  ): void {
    const { tenantId } = this.#deps
    const note = () => {
      const { resource: _resource, ...record } = make()
      const whose = sessionId === undefined ? {} : { sessionId }
      return { tenantId, time, record: JSON.stringify(record), ...whose }
    }
    this.#put({ make: note, length })
  }

  /** Removes what is too old or too much. */
  retain(): Promise<void> {
    this.#retain ??= this.#removeOld().finally(() => {
      this.#retain = undefined
    })
    return this.#retain
  }

  async #removeOld(): Promise<void> {
    const { notes, now, kept } = this.#deps
    this.#since = 0
    try {
      while (await notes.retain({ olderThan: now() - kept.maxAgeMs, maxBytes: kept.maxBytes }));
    } catch {
      // Tried again with the next pass; what ails the log is told by its health.
    }
  }

  /** Writes what waits, if the log takes it soon. */
  async close(): Promise<void> {
    clearInterval(this.#retaining)
    clearTimeout(this.#retry)
    this.#retry = undefined
    this.#send()
    this.#closed = true
    const soon = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_MS).unref())
    await Promise.race([this.#writing, soon])
  }

  #put(note: Waiting): void {
    if (this.#closed) return
    if (this.#waiting.length >= MAX_WAITING || this.#length > MAX_WAITING_LENGTH) this.#dropped += 1
    else {
      this.#waiting.push(note)
      this.#length += note.length
    }
    this.#send()
  }

  #send(): void {
    if (this.#writing || this.#retry || this.#waiting.length === 0) return
    this.#writing = this.#write().finally(() => {
      this.#writing = undefined
      if (!this.#closed) this.#send()
    })
  }

  async #write(): Promise<void> {
    const batch = this.#waiting.splice(0, BATCH)
    const dropped = this.#dropped
    this.#dropped = 0
    try {
      const notes = batch.map(({ make }) => make())
      if (dropped > 0) notes.push(this.#tellDropped(dropped))
      const place = await this.#deps.notes.add(notes)
      for (const { length } of batch) this.#length -= length
      for (const { record } of notes) this.#since += Buffer.byteLength(record)
      if (this.#since > this.#deps.kept.maxBytes * RETAIN_PART) void this.retain()
      for (const listener of this.#listeners) listener(place)
    } catch {
      const room = Math.max(0, MAX_WAITING - this.#waiting.length)
      this.#waiting.unshift(...batch.slice(0, room))
      for (const { length } of batch.slice(room)) this.#length -= length
      this.#dropped += dropped + Math.max(0, batch.length - room)
      if (this.#closed) return
      this.#retry = setTimeout(() => {
        this.#retry = undefined
        this.#send()
      }, this.#deps.retryMs ?? RETRY_MS).unref()
    }
  }

  #tellDropped(count: number): Note {
    const { now, tenantId } = this.#deps
    const time = now()
    const { resource: _resource, ...record } = ownRecord(
      { time, severity: 'warning', message: 'log records were dropped', fields: { count } },
      NO_RESOURCE,
    )
    return { tenantId, time, record: JSON.stringify(record) }
  }
}
