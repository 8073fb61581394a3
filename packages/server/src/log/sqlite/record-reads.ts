import { NOTIFY_EVENT_TYPES } from '@signalbox/protocol'
import {
  comparePlaces,
  type RecordFilter,
  type RecordPlace,
  wantsNotify,
} from '@signalbox/protocol/log-record'
import type Database from 'libsql'
import type { FoundRecord, NewestRecords, RecordPage, RecordQuery } from '../records.js'
import { oneView } from './one-view.js'
import {
  committedAt,
  type RecordMaker,
  recordMaker,
  type StoredEvent,
  type StoredNote,
} from './record-maker.js'
import { sessionPlaces } from './session-places.js'

/** A page looks at so many places in the log, and makes so many records: the reading thread has others to answer. */
const LOOKED_AT = 8192
const MADE = 1000
const PAGE_LENGTH = 512 * 1024
/** How many rows are read in one go while a page is filled; few at first, since it may be full after some. */
const STEP = 128
const FIRST_STEP = 16
/** Beyond every number of a note; as long as a cursor can say. */
const EVERYWHERE = 999_999_999_999_999

const EVENT = `SELECT e.offset, e.seq, e.id, e.ts, e.type, e.turn, e.data, e.session AS key, s.id AS sessionId FROM events e`
const OF_TYPES = 'e.type IN (SELECT value FROM json_each(?))'
const NOTE =
  'SELECT n.offset, n.id AS n, n.record, s.id AS sessionId FROM notes n INDEXED BY notes_by_offset LEFT JOIN sessions s ON s.key = n.session'
const NOTE_WITHIN = '(n.offset, n.id) > (?, ?) AND (n.offset, n.id) < (?, ?) AND n.tenant = ?'
const OF_TENANT = `${EVENT} NOT INDEXED CROSS JOIN sessions s ON s.key = e.session
  WHERE e.offset > ? AND e.offset < ? AND ${OF_TYPES} AND s.tenant = ? ORDER BY e.offset`
const OF_SESSION = `${EVENT} INDEXED BY events_by_session CROSS JOIN sessions s ON s.key = e.session
  WHERE e.session = ? AND e.seq > ? AND e.seq < ? AND ${OF_TYPES} ORDER BY e.seq`

/** The SQL of reading records. Forwards, and from the end. */
export const RECORD_SQL = {
  ofTenant: `${OF_TENANT} LIMIT ?`,
  ofTenantBack: `${OF_TENANT} DESC LIMIT ?`,
  ofSession: `${OF_SESSION} LIMIT ?`,
  ofSessionBack: `${OF_SESSION} DESC LIMIT ?`,
  notes: `${NOTE} WHERE ${NOTE_WITHIN} ORDER BY n.offset, n.id LIMIT ?`,
  notesBack: `${NOTE} WHERE ${NOTE_WITHIN} ORDER BY n.offset DESC, n.id DESC LIMIT ?`,
  lastEvent: 'SELECT e.offset FROM events e ORDER BY e.offset DESC LIMIT 1',
  lastNote: 'SELECT n.offset, n.id AS n FROM notes n ORDER BY n.id DESC LIMIT 1',
  eventFrom:
    'SELECT e.offset, e.id, e.ts FROM events e NOT INDEXED WHERE e.offset >= ? ORDER BY e.offset LIMIT 1',
  noteBefore: 'SELECT max(n.id) AS n FROM notes n WHERE n.offset = ? AND n.time < ?',
  aliases: "SELECT json_extract(t.state, '$.meta.aliases') AS aliases FROM states t WHERE t.session = ?",
  cuts: "SELECT key, CAST(value AS INTEGER) AS value FROM meta WHERE key IN ('cut', 'notes_cut', 'notes_cut_n')",
} as const

type Stored = StoredEvent | StoredNote

/** Which stretch of the log is looked at. Both ends are exclusive. */
interface Stretch {
  after: RecordPlace
  before: RecordPlace
  back: boolean
}

/** Reads notify events and the gateway's own records, in one order. */
export function recordReads(db: Database.Database) {
  const prepared = Object.fromEntries(
    Object.entries(RECORD_SQL).map(([name, text]) => [name, db.prepare(text)]),
  ) as Record<keyof typeof RECORD_SQL, Database.Statement>
  // Both kinds of records are of one moment.
  const atOnce = oneView(db)
  const places = sessionPlaces(db)
  const aliasesOf = (key: number) =>
    (prepared.aliases.get(key) as { aliases: string | null } | undefined)?.aliases ?? '[]'

  function last(): RecordPlace {
    const event = prepared.lastEvent.get() as { offset: number } | undefined
    const note = prepared.lastNote.get() as RecordPlace | undefined
    const place = { offset: event?.offset ?? 0, n: 0 }
    return note && comparePlaces(note, place) > 0 ? { offset: note.offset, n: note.n } : place
  }

  /** The last place something was removed from. */
  function cut(): RecordPlace {
    const rows = prepared.cuts.all() as { key: string; value: number }[]
    const at = Object.fromEntries(rows.map(({ key, value }) => [key, value]))
    const [event, note] = [
      { offset: at.cut ?? 0, n: 0 },
      { offset: at.notes_cut ?? 0, n: at.notes_cut_n ?? 0 },
    ]
    return comparePlaces(note, event) > 0 ? note : event
  }

  /** Events of the stretch; those of one session by their numbers, which are in the same order as their offsets. */
  function events(query: RecordQuery, { after, before, back }: Stretch): Iterable<StoredEvent> {
    if (!wantsNotify(query)) return []
    const types = JSON.stringify(typesOf(query))
    // An event comes before the notes at its offset.
    const [low, high] = [after.offset, before.n > 0 ? before.offset + 1 : before.offset]
    const { tenantId, sessionId } = query
    if (sessionId === undefined) {
      const statement = back ? prepared.ofTenantBack : prepared.ofTenant
      return stepwise((found: StoredEvent | undefined, limit) => {
        const [from, to] = back ? [low, found?.offset ?? high] : [found?.offset ?? low, high]
        return statement.all(from, to, types, tenantId, limit) as StoredEvent[]
      })
    }
    const session = places.find(sessionId, tenantId)
    if (!session) return []
    const [lowSeq, highSeq] = [places.seqAt(session, low), places.seqAt(session, high - 1) + 1]
    const statement = back ? prepared.ofSessionBack : prepared.ofSession
    return stepwise((found: StoredEvent | undefined, limit) => {
      const [from, to] = back ? [lowSeq, found?.seq ?? highSeq] : [found?.seq ?? lowSeq, highSeq]
      return statement.all(session.key, from, to, types, limit) as StoredEvent[]
    })
  }

  function notes({ tenantId }: RecordQuery, { after, before, back }: Stretch): Iterable<StoredNote> {
    const statement = back ? prepared.notesBack : prepared.notes
    return stepwise((found: StoredNote | undefined, limit) => {
      const [from, to] = back ? [after, found ?? before] : [found ?? after, before]
      return statement.all(from.offset, from.n, to.offset, to.n, tenantId, limit) as StoredNote[]
    })
  }

  /** How far a page looks that begins after an offset. */
  function lookedThrough(query: RecordQuery, after: number): number {
    if (!wantsNotify(query)) return EVERYWHERE
    if (query.sessionId === undefined) return after + LOOKED_AT
    const session = places.find(query.sessionId, query.tenantId)
    const beyond = session && places.nextAfter(session.key, places.seqAt(session, after) + LOOKED_AT)
    return beyond ? beyond.offset - 1 : EVERYWHERE
  }

  /** The offset after which a page looks that ends at another. */
  function lookedFrom(query: RecordQuery, through: number): number {
    if (!wantsNotify(query)) return 0
    if (query.sessionId === undefined) return Math.max(0, through - LOOKED_AT)
    const session = places.find(query.sessionId, query.tenantId)
    const seq = session ? places.seqAt(session, through) - LOOKED_AT : 0
    const first = session && seq > 0 ? places.nextAfter(session.key, seq) : undefined
    return first ? first.offset - 1 : 0
  }

  /** What is wanted of a stretch, and the last place that was looked at if it was left before its end. */
  function find(query: RecordQuery, stretch: Stretch): { records: FoundRecord[]; left?: RecordPlace } {
    const make: RecordMaker = recordMaker(query, aliasesOf)
    const records: FoundRecord[] = []
    let [looked, length] = [0, 0]
    let place: RecordPlace | undefined
    for (const stored of inOrder(events(query, stretch), notes(query, stretch), stretch.back)) {
      if (records.length >= query.limit || looked >= MADE || length >= (query.length ?? PAGE_LENGTH))
        return place ? { records, left: place } : { records }
      const record = make(stored)
      looked += 1
      place = { offset: stored.offset, n: placeOf(stored).n }
      if (!record) continue
      records.push(record)
      length += record.text.length
    }
    return { records }
  }

  return {
    logRecords(query: RecordQuery & { after: RecordPlace; through?: RecordPlace }): RecordPage {
      return atOnce(() => {
        const { after } = query
        const end = earlier(query.through, last())
        const through = lookedThrough(query, after.offset)
        const before = through < end.offset ? { offset: through, n: EVERYWHERE } : { ...end, n: end.n + 1 }
        const { records, left } = find(query, { after, before, back: false })
        const reached = through < end.offset ? { offset: through, n: EVERYWHERE } : end
        const next = left ?? (comparePlaces(reached, after) > 0 ? reached : after)
        return { records, next, more: left !== undefined || through < end.offset, cut: cut() }
      })
    },
    newestLogRecords(query: RecordQuery & { before: RecordPlace | null }): NewestRecords {
      return atOnce(() => {
        const end = last()
        const before = query.before ?? { ...end, n: end.n + 1 }
        const floor = lookedFrom(query, Math.min(before.offset, end.offset))
        const after = { offset: floor, n: floor === 0 ? 0 : EVERYWHERE }
        const { records, left } = find(query, { after, before, back: true })
        const rest = floor === 0 ? null : { offset: floor, n: EVERYWHERE }
        return { records: records.reverse(), before: left ?? rest }
      })
    },
    lastLogRecord: () => atOnce(last),
    logRecordsSince(time: number): RecordPlace {
      return atOnce(() => {
        let [low, high] = [1, last().offset + 1]
        while (low < high) {
          const middle = Math.floor((low + high) / 2)
          const row = prepared.eventFrom.get(middle) as Pick<StoredEvent, 'offset' | 'id' | 'ts'> | undefined
          if (row && committedAt(row) < time) low = row.offset + 1
          else high = middle
        }
        const offset = low - 1
        const note = prepared.noteBefore.get(offset, time) as { n: number | null }
        return { offset, n: note.n ?? 0 }
      })
    },
  }
}

function earlier(wanted: RecordPlace | undefined, there: RecordPlace): RecordPlace {
  return wanted && comparePlaces(wanted, there) < 0 ? wanted : there
}

/** A canonical type is looked for by the log itself; any other may be what a client called it. */
function typesOf({ type }: RecordFilter): readonly string[] {
  return type !== undefined && (NOTIFY_EVENT_TYPES as readonly string[]).includes(type)
    ? [type]
    : NOTIFY_EVENT_TYPES
}

/** Reads rows in steps that grow, each from the last row of the one before. */
function* stepwise<R>(read: (last: R | undefined, limit: number) => R[]): Iterable<R> {
  let last: R | undefined
  for (let step = FIRST_STEP; ; step = Math.min(step * 2, STEP)) {
    const rows = read(last, step)
    yield* rows
    last = rows.at(-1)
    if (rows.length < step) return
  }
}

/** Two lists as one, in the order of their places. */
function* inOrder(first: Iterable<Stored>, second: Iterable<Stored>, back: boolean): Iterable<Stored> {
  const [one, other] = [first[Symbol.iterator](), second[Symbol.iterator]()]
  let [a, b] = [one.next(), other.next()]
  while (!a.done || !b.done) {
    const order = a.done
      ? 1
      : b.done
        ? -1
        : comparePlaces(placeOf(a.value), placeOf(b.value)) * (back ? -1 : 1)
    if (order < 0 && !a.done) {
      yield a.value
      a = one.next()
    } else if (!b.done) {
      yield b.value
      b = other.next()
    }
  }
}

function placeOf(stored: Stored): RecordPlace {
  return 'record' in stored ? stored : { offset: stored.offset, n: 0 }
}
