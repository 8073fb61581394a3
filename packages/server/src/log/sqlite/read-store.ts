import type { Event, HistoryItem, SessionMeta, SessionState } from '@signalbox/protocol'
import { isStale, sessionUuid } from '@signalbox/protocol'
import type Database from 'libsql'
import type { SaidEvent } from '../../dialects/dialect.js'
import { dialectNamed } from '../../dialects/dialect-named.js'
import { historyItem, type UiSpec } from '../history-item.js'
import type { EventPage, ReadOptions, RecordEntry, ReplayOptions, Submission } from '../log.js'
import { type ReplayPage, replayPage } from '../replay-page.js'
import { deliveryReads } from './delivery-reads.js'
import { eventReads } from './event-reads.js'
import { type EventRow, eventOf, SELECT_EVENT, SELECT_WIRE, saidEventOf, type WireRow } from './event-row.js'
import { logReads } from './log-reads.js'
import { recordReads } from './record-reads.js'
import { requestReads } from './request-reads.js'
import { watchReads } from './watch-reads.js'

/** A page ends after this much data, so that a replay never holds more than a few of them in memory. */
const PAGE_BYTES = 1024 * 1024
/** How many rows are looked at in one go while a page is filled. */
const STEP = 256
const FIRST_STEP = 16

/** Positions are written now and then: events after the last time tell when the session was last heard of. */
const LAST_HEARD =
  's.ts, s.last_activity, (SELECT e.ts FROM events e WHERE e.session = s.key AND e.seq > s.seq ORDER BY e.seq DESC LIMIT 1) AS event_ts'

/** All SQL of the reading thread. */
export function readStore(db: Database.Database, { epoch, startedAt }: { epoch: string; startedAt: number }) {
  const sql = {
    byUuid: db.prepare('SELECT id FROM sessions WHERE id = ? AND tenant = ?'),
    byAlias: db.prepare(
      "SELECT s.id FROM aliases a JOIN sessions s ON s.key = a.session WHERE a.tenant = ? AND a.native = ? ORDER BY a.namespace <> 'notify', s.key LIMIT 1",
    ),
    session: db.prepare(
      `SELECT ${LAST_HEARD}, t.state FROM sessions s JOIN states t ON t.session = s.key WHERE s.id = ?`,
    ),
    sessions: db.prepare(
      `SELECT s.key, ${LAST_HEARD}, t.state FROM sessions s JOIN states t ON t.session = s.key WHERE s.tenant = ? AND s.archived <= ? AND s.key < ? ORDER BY s.key DESC LIMIT ?`,
    ),
    events: db.prepare(
      `${SELECT_EVENT} WHERE e.session = (SELECT key FROM sessions WHERE id = ?) AND e.seq > ? ORDER BY e.seq LIMIT ?`,
    ),
    wire: db
      .prepare(`${SELECT_WIRE} WHERE e.session = ? AND e.seq > ? AND e.seq <= ? ORDER BY e.seq LIMIT ?`)
      .raw(),
    key: db.prepare('SELECT key FROM sessions WHERE id = ?'),
    all: db.prepare(`${SELECT_EVENT} WHERE e.offset > ? AND s.tenant = ? ORDER BY e.offset LIMIT ?`),
    history: db.prepare(
      `${SELECT_EVENT} WHERE e.session = (SELECT key FROM sessions WHERE id = ?) AND e.seq < ? AND e.history = 1 ORDER BY e.seq DESC LIMIT ?`,
    ),
    raw: db.prepare(
      'SELECT r.raw, e.cause FROM events e LEFT JOIN raws r ON r.offset = e.offset WHERE e.session = (SELECT key FROM sessions WHERE id = ?) AND e.seq = ?',
    ),
    rawOfCause: db.prepare(
      'SELECT r.raw FROM events e JOIN raws r ON r.offset = e.offset WHERE e.session = (SELECT key FROM sessions WHERE id = ?) AND e.seq < ? AND e.id = ? ORDER BY e.seq DESC LIMIT 1',
    ),
    submission: db.prepare(
      'SELECT id, seq, ts, turn FROM events WHERE session = (SELECT key FROM sessions WHERE id = ?) AND submission = ?',
    ),
    specs: db.prepare(
      "SELECT data FROM events INDEXED BY events_ui_specs WHERE session = (SELECT key FROM sessions WHERE id = ?) AND turn = ? AND type = 'ui.spec_complete' ORDER BY seq",
    ),
    base: db.prepare('SELECT b.seq FROM bases b JOIN sessions s ON s.key = b.session WHERE s.id = ?'),
    records: db.prepare('SELECT id, revision, value FROM records WHERE kind = ? AND tenant = ? ORDER BY id'),
  }

  const metaOf = (row: MetaRow): SessionMeta => tellStale(row, startedAt)

  /** The pieces of interface a turn made, in order. */
  function specsOf(sessionId: string, turnId: string): UiSpec[] {
    const rows = sql.specs.all(sessionId, turnId) as { data: string }[]
    return rows.map(({ data }) => JSON.parse(data) as UiSpec)
  }

  const events = eventReads(db)

  return {
    ...requestReads(db),
    ...logReads(db, epoch),
    ...watchReads(db),
    ...events,
    ...deliveryReads(db, events),
    ...recordReads(db),
    resolve(tenant: string, id: string): string | undefined {
      const uuid = sessionUuid(id)
      const row = (uuid && sql.byUuid.get(uuid, tenant)) || sql.byAlias.get(tenant, id)
      return (row as { id: string } | undefined)?.id
    },
    session(id: string): SessionMeta | undefined {
      const row = sql.session.get(id) as MetaRow | undefined
      return row && metaOf(row)
    },
    sessions(query: { tenantId: string; includeArchived: boolean; limit: number; cursor?: string }) {
      const before = query.cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(query.cursor)
      const rows = sql.sessions.all(
        query.tenantId,
        query.includeArchived ? 1 : 0,
        before,
        query.limit + 1,
      ) as (MetaRow & {
        key: number
      })[]
      const page = rows.slice(0, query.limit)
      const last = page.at(-1)
      return {
        sessions: page.map(metaOf),
        next: rows.length > query.limit && last ? String(last.key) : null,
      }
    },
    read(sessionId: string, options: ReadOptions): EventPage {
      const types = options.types && new Set(options.types)
      return fillPage(
        options.limit,
        types,
        (after, limit) => sql.events.all(sessionId, after?.seq ?? options.afterSeq, limit) as EventRow[],
      )
    },
    replay({ dialect, memory, ...span }: ReplayOptions): ReplayPage {
      const { sessionId } = span
      const key = (sql.key.get(sessionId) as { key: number } | undefined)?.key
      // Of a session that was deleted meanwhile everything was removed.
      const base =
        key === undefined ? span.throughSeq : (sql.base.get(sessionId) as { seq: number } | undefined)?.seq
      function* stored(): Iterable<SaidEvent> {
        let after = span.afterSeq
        // Few at first: a page may be full after some large ones, and all that is looked at is in memory.
        for (let step = FIRST_STEP; ; step = Math.min(step * 2, STEP)) {
          const rows = sql.wire.all(key ?? null, after, span.throughSeq, step) as WireRow[]
          for (const row of rows) yield saidEventOf(sessionId, row)
          after = rows.at(-1)?.[0] ?? after
          if (rows.length < step) return
        }
      }
      return replayPage({ ...span, baseSeq: base ?? 0 }, stored(), dialectNamed(dialect, epoch), memory)
    },
    readAll(tenant: string, afterOffset: number, limit: number): EventPage {
      return fillPage(
        limit,
        undefined,
        (after, step) => sql.all.all(after?.offset ?? afterOffset, tenant, step) as EventRow[],
      )
    },
    history(sessionId: string, before: number | null, limit: number) {
      const rows = sql.history.all(sessionId, before ?? Number.MAX_SAFE_INTEGER, limit + 1) as EventRow[]
      const page = rows.slice(0, limit)
      const oldest = page.at(-1)
      return {
        items: page.reverse().map((row): HistoryItem => {
          const made = row.type === 'turn_complete' && row.turn !== null ? specsOf(sessionId, row.turn) : []
          return historyItem(eventOf(row), made)
        }),
        next: rows.length > limit && oldest ? oldest.seq : null,
      }
    },
    raw(sessionId: string, seq: number): string | undefined {
      const row = sql.raw.get(sessionId, seq) as { raw: string | null; cause: string | null } | undefined
      const own = row?.raw ?? undefined
      const cause = row?.cause
      const stored =
        own ??
        (cause ? (sql.rawOfCause.get(sessionId, seq, cause) as { raw: string } | undefined)?.raw : undefined)
      return stored === undefined ? undefined : (JSON.parse(stored) as string)
    },
    submission(sessionId: string, eventId: string): Submission | undefined {
      const row = sql.submission.get(sessionId, eventId) as
        | (Omit<Submission, 'turnId'> & { turn: string | null })
        | undefined
      if (!row) return undefined
      const { id, seq, ts, turn } = row
      return { id, seq, ts, ...(turn === null ? {} : { turnId: turn }) }
    },
    records(kind: string, tenantId: string): RecordEntry[] {
      const rows = sql.records.all(kind, tenantId) as { id: string; revision: number; value: string }[]
      return rows.map((row) => ({
        kind,
        tenantId,
        id: row.id,
        revision: row.revision,
        value: JSON.parse(row.value),
      }))
    },
  }
}

export type ReadStore = ReturnType<typeof readStore>

interface MetaRow {
  ts: number
  last_activity: number | null
  event_ts: number | null
  state: string
}

/** Nobody told how an observed session went on while the gateway was not there. */
function tellStale(row: MetaRow, startedAt: number): SessionMeta {
  const state = JSON.parse(row.state) as SessionState
  const meta: SessionMeta = { ...state.meta, lastActivityAt: row.event_ts ?? row.last_activity }
  return isStale({ ...state, ts: row.event_ts ?? row.ts }, startedAt) ? { ...meta, stale: true } : meta
}

function fillPage(
  limit: number,
  types: ReadonlySet<string> | undefined,
  step: (after: EventRow | undefined, limit: number) => EventRow[],
): EventPage {
  const events: Event[] = []
  let bytes = 0
  let last: EventRow | undefined
  for (;;) {
    const wanted = types ? STEP : Math.min(STEP, limit + 1 - events.length)
    const rows = step(last, wanted)
    for (const row of rows) {
      if (types && !types.has(row.type)) {
        last = row
        continue
      }
      if (events.length === limit || bytes >= PAGE_BYTES) return { events, more: true }
      events.push(eventOf(row))
      bytes += row.data.length
      last = row
    }
    if (rows.length < wanted) return { events, more: false }
  }
}
