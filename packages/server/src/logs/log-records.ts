import { NOTIFY_EVENT_TYPES } from '@signalbox/protocol'
import {
  comparePlaces,
  GATEWAY_RESOURCE,
  type RecordFilter,
  type RecordPlace,
} from '@signalbox/protocol/log-record'
import type { Log } from '../log/log.js'
import { looks } from '../log/looks.js'
import type { DispatchSpan, FoundRecord, NewestRecords, RecordMaking, RecordPage } from '../log/records.js'
import { LogTail } from './log-tail.js'
import type { OwnRecords } from './own-records.js'

export interface LogRecordsDeps {
  log: Pick<Log, 'reader' | 'onPublish'>
  own: Pick<OwnRecords, 'onWritten'>
  /** Since when the flows were in which state. */
  dispatch: () => readonly DispatchSpan[]
  report: (error: unknown) => void
  /** In ms, from whenever on. */
  clock?: () => number
}

/** What was found, and whether there may be more that was not looked at. */
export interface RecordsFound {
  records: FoundRecord[]
  partial: boolean
}

/** Which records are asked for. */
export interface RecordsWanted extends RecordFilter {
  tenantId: string
  q?: string
}

const PAGE_RECORDS = 500
const NOTIFY = new Set<string>(NOTIFY_EVENT_TYPES)

/** The records of the log, as every door reads them. */
export class LogRecords {
  readonly #deps: LogRecordsDeps
  readonly #tails = new Map<string, LogTail>()

  constructor(deps: LogRecordsDeps) {
    this.#deps = deps
    deps.log.onPublish((events) => {
      if (this.#tails.size === 0) return
      for (const { type, tenantId, offset } of events)
        if (NOTIFY.has(type)) this.#tails.get(tenantId)?.advance({ offset, n: 0 })
    })
    deps.own.onWritten((place) => {
      for (const tail of this.#tails.values()) tail.advance(place)
    })
  }

  /** One look into the log, after a place. */
  page(
    wanted: RecordsWanted,
    span: {
      after: RecordPlace
      through?: RecordPlace
      limit?: number
      length?: number
      replayWindow?: string
    },
  ): Promise<RecordPage> {
    const { reader } = this.#deps.log
    return reader.logRecords({ limit: PAGE_RECORDS, ...this.#making(), ...wanted, ...span })
  }

  /** What comes after a place, in order, and where to go on; `gap`: some of it may have been removed. */
  async after(
    wanted: RecordsWanted,
    after: RecordPlace,
    limit: number,
  ): Promise<RecordsFound & { next: RecordPlace; gap: boolean }> {
    const records: FoundRecord[] = []
    let [next, more, gap] = [after, true, false]
    for (const again = looks(this.#deps.clock); more && records.length < limit && again(); ) {
      const page = await this.page(wanted, { after: next, limit: limit - records.length })
      records.push(...page.records)
      gap ||= comparePlaces(page.cut, next) > 0
      next = page.next
      more = page.more
    }
    return { records, next, gap, partial: more && records.length < limit }
  }

  /** The newest, in order, without those at the very end that are to be skipped. */
  async before(wanted: RecordsWanted, limit: number, skip = 0): Promise<RecordsFound> {
    const { reader } = this.#deps.log
    const all = limit + skip
    const found: FoundRecord[][] = []
    let [count, more] = [0, true]
    let before: RecordPlace | null = null
    for (const again = looks(this.#deps.clock); more && count < all && again(); ) {
      const query = { ...this.#making(), ...wanted, limit: Math.min(all - count, PAGE_RECORDS), before }
      const page: NewestRecords = await reader.newestLogRecords(query)
      found.unshift(page.records)
      count += page.records.length
      before = page.before
      more = before !== null
    }
    const records = found.flat()
    return {
      records: records.slice(0, Math.max(0, records.length - skip)).slice(-limit),
      partial: more && count < all,
    }
  }

  /** The same for who has no word for what was not looked at. */
  async newest(wanted: RecordsWanted, limit: number, skip = 0): Promise<FoundRecord[]> {
    return (await this.before(wanted, limit, skip)).records
  }

  last(): Promise<RecordPlace> {
    return this.#deps.log.reader.lastLogRecord()
  }

  since(time: number): Promise<RecordPlace> {
    return this.#deps.log.reader.logRecordsSince(time)
  }

  /** What is written from now on, for as many as want to follow it. */
  tail(tenantId: string): LogTail {
    const known = this.#tails.get(tenantId)
    if (known) return known
    const tail = new LogTail({
      read: (after, length) =>
        this.page({ tenantId }, { after, ...(length === undefined ? {} : { length }) }),
      report: this.#deps.report,
    })
    this.#tails.set(tenantId, tail)
    return tail
  }

  #making(): RecordMaking {
    return { resource: GATEWAY_RESOURCE, dispatch: this.#deps.dispatch() }
  }
}
