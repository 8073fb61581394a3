import { comparePlaces, passes, type RecordFilter, type RecordPlace } from '@signalbox/protocol/log-record'
import type { FoundRecord, RecordPage } from '../log/records.js'

export interface LogTailDeps {
  /** The records after a place, of whatever kind, until they have so many characters. */
  read: (after: RecordPlace, length?: number) => Promise<RecordPage>
  report: (error: unknown) => void
  /** So many characters are held for those who are close behind. */
  holds?: number
  retryMs?: number
}

const HOLDS = 2 * 1024 * 1024
const RETRY_MS = 1_000

/** Some of the records there are, and the place up to which all were looked at. */
export interface TailPart {
  records: readonly FoundRecord[]
  place: RecordPlace
}

/** Between these places records were removed before a follower got to them. */
export interface TailGap {
  from: RecordPlace
  to: RecordPlace
}

/**
 * The end of the log, read once for everybody who follows it. Records are made by the reading thread and held here for a
 * while; who falls further behind reads the log, so nobody is left out and nothing is held for anyone in particular.
 */
export class LogTail {
  readonly #deps: LogTailDeps
  readonly #followers = new Set<LogFollower>()
  #held: FoundRecord[] = []
  #length = 0
  /** Everything after `from`, up to `to`, is held. */
  #from: RecordPlace | undefined
  #to: RecordPlace = { offset: 0, n: 0 }
  /** The last place that is known to be written. */
  #newest: RecordPlace = { offset: 0, n: 0 }
  #filling = false
  /** How often everybody has left: a page that was asked for before says nothing about what is held since. */
  #round = 0

  constructor(deps: LogTailDeps) {
    this.#deps = deps
  }

  /** How many follow. */
  get size(): number {
    return this.#followers.size
  }

  /** Whether nothing is known to be written after a place. */
  endsAt(place: RecordPlace): boolean {
    return comparePlaces(place, this.#newest) >= 0
  }

  /** Something was written there. */
  advance(place: RecordPlace): void {
    if (comparePlaces(place, this.#newest) > 0) this.#newest = place
    if (this.#followers.size > 0) void this.#fill()
  }

  /** Follows the log from a place on. */
  follow(place: RecordPlace, filter: RecordFilter = {}): LogFollower {
    const follower = new LogFollower(this, place, filter, () => this.#leave(follower))
    this.#followers.add(follower)
    return follower
  }

  /** What is held after a place; undefined when it is too far behind, so that the log has to be read. */
  heldAfter(place: RecordPlace): TailPart | undefined {
    if (!this.#from) {
      // Nobody follows closely yet: what is held begins where the first one is.
      this.#from = place
      this.#to = place
      void this.#fill()
    }
    if (comparePlaces(place, this.#from) < 0) return undefined
    if (comparePlaces(place, this.#to) >= 0) return { records: [], place }
    const first = this.#held.findIndex((record) => comparePlaces(record, place) > 0)
    return { records: first < 0 ? [] : this.#held.slice(first), place: this.#to }
  }

  readAfter(place: RecordPlace, length?: number): Promise<RecordPage> {
    return this.#deps.read(place, length)
  }

  async #fill(): Promise<void> {
    if (this.#filling || !this.#from) return
    this.#filling = true
    try {
      while (this.#from && comparePlaces(this.#newest, this.#to) > 0) {
        const [round, newest] = [this.#round, this.#newest]
        const page = await this.#deps.read(this.#to)
        if (round === this.#round) this.#take(page, newest)
      }
    } catch (error) {
      this.#deps.report(error)
      setTimeout(() => void this.#fill(), this.#deps.retryMs ?? RETRY_MS).unref()
    } finally {
      this.#filling = false
    }
  }

  #take({ records, next, cut }: RecordPage, newest: RecordPlace): void {
    const isTorn = comparePlaces(cut, this.#to) > 0
    for (const record of records) {
      this.#held.push(record)
      this.#length += record.text.length
    }
    // What was read is as far as it goes, also where the newest of that moment was removed.
    this.#to = comparePlaces(next, this.#to) > 0 ? next : newest
    const { holds = HOLDS } = this.#deps
    let drop = 0
    while (this.#length > holds && drop < this.#held.length - 1) {
      const record = this.#held[drop++]
      this.#length -= record?.text.length ?? 0
      if (record) this.#from = { offset: record.offset, n: record.n }
    }
    if (drop > 0) this.#held.splice(0, drop)
    // Something was removed that nobody has read: each looks for itself what it has missed.
    if (isTorn) this.#holdFrom(this.#to)
    for (const follower of this.#followers) follower.wake()
  }

  #leave(follower: LogFollower): void {
    if (!this.#followers.delete(follower) || this.#followers.size > 0) return
    this.#holdFrom(undefined)
    this.#round += 1
  }

  #holdFrom(place: RecordPlace | undefined): void {
    this.#held = []
    this.#length = 0
    this.#from = place
  }
}

/** One reader of the end of the log, at its own pace. */
export class LogFollower {
  readonly #tail: LogTail
  readonly #filter: RecordFilter
  readonly #left: () => void
  #place: RecordPlace
  #gap: TailGap | undefined
  /** Up to here it was told what is missing. */
  #toldCut: RecordPlace = { offset: 0, n: 0 }
  #wake: (() => void) | undefined
  #finishing = false
  #closed = false

  constructor(tail: LogTail, place: RecordPlace, filter: RecordFilter, left: () => void) {
    this.#tail = tail
    this.#place = place
    this.#filter = filter
    this.#left = left
  }

  get closed(): boolean {
    return this.#closed
  }

  /** The records that come next, until they have so many characters; none when it was closed, or has to tell of a gap. */
  async next(length?: number): Promise<readonly FoundRecord[]> {
    while (!this.#closed) {
      const part = this.#tail.heldAfter(this.#place) ?? (await this.#readOn(length))
      const { wanted, place } = this.#wantedOf(part, length)
      const moved = comparePlaces(place, this.#place) > 0
      this.#place = place
      if (wanted.length > 0 || this.#gap) return wanted
      if (moved) continue
      if (this.#finishing && this.#tail.endsAt(this.#place)) this.close()
      else await this.#somethingNew()
    }
    return []
  }

  /** What was removed before the records that `next` gave, if something was; told once. */
  takeGap(): TailGap | undefined {
    const gap = this.#gap
    this.#gap = undefined
    return gap
  }

  wake(): void {
    this.#wake?.()
    this.#wake = undefined
  }

  /** Closes when everything that is written by now was handed out. */
  finish(): void {
    this.#finishing = true
    this.wake()
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#left()
    this.wake()
  }

  async #readOn(length: number | undefined): Promise<TailPart> {
    const { records, next, cut } = await this.#tail.readAfter(this.#place, length)
    if (comparePlaces(cut, this.#place) > 0 && comparePlaces(cut, this.#toldCut) > 0) {
      this.#gap = { from: this.#gap?.from ?? this.#place, to: cut }
      this.#toldCut = cut
    }
    return { records, place: next }
  }

  #wantedOf({ records, place }: TailPart, most = Number.POSITIVE_INFINITY) {
    const wanted: FoundRecord[] = []
    let length = 0
    for (const record of records) {
      if (length >= most) return { wanted, place: placeOf(wanted.at(-1) ?? record) }
      if (!passes(this.#filter, record.facets)) continue
      wanted.push(record)
      length += record.text.length
    }
    return { wanted, place }
  }

  #somethingNew(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }
}

function placeOf({ offset, n }: RecordPlace): RecordPlace {
  return { offset, n }
}
