import { type Alias, type Event, keptState, type SessionState } from '@signalbox/protocol'
import type Database from 'libsql'
import type { EndedRow } from '../request-entry.js'
import { sourceText } from '../source-text.js'
import { deliveryWrites } from './delivery-writes.js'
import { type EventRow, eventOf, SELECT_EVENT } from './event-row.js'
import { noteWrites } from './note-writes.js'

/** A session as the writer holds it: its row key, how far numbers are reserved on disk, and its folded state. */
export interface LoadedSession {
  key: number
  reserved: number
  state: SessionState
}

/** What stands beside an event in its row. */
export interface EventExtras {
  sessionKey: number
  history: boolean
  submission: string | undefined
  fact: string | undefined
  raw: string | undefined
}

export interface StoredSubmission {
  id: string
  seq: number
  data: string
}

/** A request that is asked, as its row keeps it. */
export interface AskedRequest {
  id: string
  sessionKey: number
  tenant: string
  kind: string
  turn: string | null
  at: number
  data: string
}

export interface OldEvent {
  offset: number
  sessionId: string
  seq: number
  ts: number
}

const PROBE_CHARS = 64 * 1024

interface SessionRow {
  key: number
  seq: number
  reserved: number
  ts: number
  last_activity: number | null
  state: string
  event_seq: number | null
  event_ts: number | null
}

/** All SQL of the writing thread. Every method runs inside the transaction the writer has open. */
export function writeStore(db: Database.Database) {
  const sql = {
    begin: db.prepare('BEGIN IMMEDIATE'),
    commit: db.prepare('COMMIT'),
    rollback: db.prepare('ROLLBACK'),
    session: db.prepare(
      `SELECT s.key, s.seq, s.reserved, s.ts, s.last_activity, t.state, e.seq AS event_seq, e.ts AS event_ts
       FROM sessions s JOIN states t ON t.session = s.key
       LEFT JOIN events e ON e.session = s.key AND e.seq = (SELECT max(seq) FROM events WHERE session = s.key)
       WHERE s.id = ?`,
    ),
    addSession: db.prepare(
      'INSERT INTO sessions (id, tenant, archived, seq, reserved, ts, last_activity) VALUES (?, ?, 0, 0, 0, 0, NULL) RETURNING key',
    ),
    saveHead: db.prepare(
      'UPDATE sessions SET archived = ?, seq = ?, reserved = ?, ts = ?, last_activity = ? WHERE key = ?',
    ),
    // Read back by nobody but the indexes: a row that says so already is left alone.
    saveMarks: db.prepare(
      'UPDATE sessions SET active = ?1, driven = ?2, attention = ?3, watched = ?4 WHERE key = ?5 AND (active, driven, attention, watched) IS NOT (?1, ?2, ?3, ?4)',
    ),
    saveState: db.prepare(
      'INSERT INTO states (session, state) VALUES (?, ?) ON CONFLICT (session) DO UPDATE SET state = excluded.state',
    ),
    aliasOwner: db.prepare(
      'SELECT s.id FROM aliases a JOIN sessions s ON s.key = a.session WHERE a.tenant = ? AND a.namespace = ? AND a.native = ?',
    ),
    addAlias: db.prepare('INSERT INTO aliases (tenant, namespace, native, session) VALUES (?, ?, ?, ?)'),
    submission: db.prepare('SELECT id, seq, data FROM events WHERE session = ? AND submission = ?'),
    fact: db.prepare('SELECT 1 AS known FROM events WHERE session = ? AND fact = ?'),
    addEvent: db.prepare(
      'INSERT INTO events (offset, session, seq, id, ts, type, turn, v, source, cause, history, data, submission, fact) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (session, submission) WHERE submission IS NOT NULL DO NOTHING',
    ),
    addRaw: db.prepare('INSERT INTO raws (offset, raw) VALUES (?, ?)'),
    hideFromHistory: db.prepare('UPDATE events SET history = 0 WHERE offset = ?'),
    askRequest: db.prepare(
      `INSERT INTO requests (id, session, tenant, kind, status, turn, asked_at, asked) VALUES (?, ?, ?, ?, 'pending', ?, ?, ?)
       ON CONFLICT (session, id) DO UPDATE SET kind = excluded.kind, status = 'pending', turn = excluded.turn,
       asked_at = excluded.asked_at, ended_at = NULL, asked = excluded.asked, outcome = NULL WHERE status <> 'pending'`,
    ),
    endRequest: db.prepare(
      "UPDATE requests SET status = ?, ended_at = ?, outcome = ? WHERE session = ? AND id = ? AND status = 'pending'",
    ),
    request: db.prepare(
      'SELECT kind, status, asked_at, ended_at, outcome FROM requests WHERE session = ? AND id = ?',
    ),
    hasSpecs: db.prepare(
      "SELECT 1 AS some FROM events INDEXED BY events_ui_specs WHERE session = ? AND turn = ? AND type = 'ui.spec_complete' LIMIT 1",
    ),
    record: db.prepare('SELECT revision FROM records WHERE kind = ? AND tenant = ? AND id = ?'),
    putRecord: db.prepare(
      'INSERT INTO records (kind, tenant, id, revision, value) VALUES (?, ?, ?, ?, ?) ON CONFLICT (kind, tenant, id) DO UPDATE SET revision = excluded.revision, value = excluded.value',
    ),
    dropRecord: db.prepare('DELETE FROM records WHERE kind = ? AND tenant = ? AND id = ?'),
    tombstone: db.prepare('INSERT INTO tombstones (id, tenant, aliases, deleted_at) VALUES (?, ?, ?, ?)'),
    probe: db.prepare(
      "INSERT INTO meta (key, value) VALUES ('probe', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    ),
    raiseMeta: db.prepare(
      'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = max(CAST(value AS INTEGER), CAST(excluded.value AS INTEGER))',
    ),
    buryOld: db.prepare('DELETE FROM tombstones WHERE deleted_at < ?'),
    oldest: db.prepare(
      'SELECT e.offset, e.seq, e.ts, s.id AS sessionId FROM events e JOIN sessions s ON s.key = e.session WHERE e.offset > ? ORDER BY e.offset LIMIT ?',
    ),
    base: db.prepare('SELECT seq, state FROM bases WHERE session = ?'),
    between: db.prepare(`${SELECT_EVENT} WHERE e.session = ? AND e.seq > ? AND e.seq <= ? ORDER BY e.seq`),
    saveBase: db.prepare(
      'INSERT INTO bases (session, seq, state) VALUES (?, ?, ?) ON CONFLICT (session) DO UPDATE SET seq = excluded.seq, state = excluded.state',
    ),
    cutRaws: db.prepare(
      'DELETE FROM raws WHERE offset IN (SELECT offset FROM events WHERE session = ? AND seq <= ?)',
    ),
    cutEvents: db.prepare('DELETE FROM events WHERE session = ? AND seq <= ?'),
    cutRequests: db.prepare(
      "DELETE FROM requests WHERE session = ? AND status <> 'pending' AND ended_at < ?",
    ),
    purge: [
      'DELETE FROM raws WHERE offset IN (SELECT offset FROM events WHERE session = ?)',
      'DELETE FROM events WHERE session = ?',
      'DELETE FROM requests WHERE session = ?',
      'DELETE FROM notes WHERE session = ?',
      'DELETE FROM aliases WHERE session = ?',
      'DELETE FROM bases WHERE session = ?',
      'DELETE FROM states WHERE session = ?',
      'DELETE FROM sessions WHERE key = ?',
    ].map((text) => db.prepare(text)),
  }

  /** What a session was before the events that are kept of it. */
  const saveBase = (key: number, seq: number, base: SessionState) =>
    void sql.saveBase.run(key, seq, JSON.stringify(base))

  const deliveries = deliveryWrites(db)

  // Asking SQLite costs a call for every event.
  let open = false

  return {
    /** Opens the transaction of the group, if it is not open yet. */
    begin(): void {
      if (open) return
      sql.begin.run()
      open = true
    },
    commit(): void {
      if (!open) return
      sql.commit.run()
      open = false
    },
    /** Some errors of the disk have ended the transaction already. */
    rollback(): void {
      open = false
      if (db.inTransaction) sql.rollback.run()
    },
    inTransaction: () => open,
    deliveries,
    ...noteWrites(db),

    loadSession(id: string): LoadedSession | undefined {
      const row = sql.session.get(id) as SessionRow | undefined
      if (!row) return undefined
      const state = keptState(JSON.parse(row.state) as SessionState)
      // Positions are written now and then: events after the last time tell the rest.
      const [eventSeq, eventTs] = [row.event_seq ?? 0, row.event_ts ?? 0]
      state.meta.lastActivityAt = eventSeq > row.seq ? eventTs : row.last_activity
      // Numbers up to `reserved` may have been seen live before a crash: they are never given again.
      const seq = Math.max(row.seq, row.reserved, eventSeq)
      return { key: row.key, reserved: row.reserved, state: { ...state, seq, ts: Math.max(row.ts, eventTs) } }
    },
    addSession(id: string, tenant: string): number {
      return (sql.addSession.get(id, tenant) as { key: number }).key
    },
    saveHead(session: LoadedSession): void {
      const { meta, seq, ts } = session.state
      sql.saveHead.run(meta.archived ? 1 : 0, seq, session.reserved, ts, meta.lastActivityAt, session.key)
    },
    saveState(key: number, state: SessionState): void {
      const { status, origin } = state.meta
      sql.saveMarks.run([
        status === 'inactive' || status === 'error' ? 0 : 1,
        origin === 'driven' ? 1 : 0,
        state.attention.length > 0 ? 1 : 0,
        state.watch !== null && state.watch.state !== 'ended' ? 1 : 0,
        key,
      ])
      sql.saveState.run(key, JSON.stringify(state))
    },

    aliasOwner(tenant: string, alias: Alias): string | undefined {
      return (sql.aliasOwner.get(tenant, alias.namespace, alias.id) as { id: string } | undefined)?.id
    },
    addAlias: (tenant: string, alias: Alias, key: number) =>
      void sql.addAlias.run(tenant, alias.namespace, alias.id, key),

    submission: (key: number, eventId: string) =>
      sql.submission.get(key, eventId) as StoredSubmission | undefined,
    hasFact: (key: number, fact: string) => sql.fact.get(key, fact) !== undefined,

    /** False, and nothing written, when the session has an event of this submission already. */
    addEvent(event: Event, extras: EventExtras): boolean {
      // As one list: libsql copies separate arguments twice, which costs a third of the insert.
      const { changes } = sql.addEvent.run([
        event.offset,
        extras.sessionKey,
        event.seq,
        event.id,
        event.ts,
        event.type,
        event.turnId ?? null,
        event.v,
        sourceText(event.source),
        event.causeId ?? null,
        extras.history ? 1 : 0,
        event.data,
        extras.submission ?? null,
        extras.fact ?? null,
      ])
      if (changes === 0) return false
      if (extras.raw !== undefined) sql.addRaw.run(event.offset, JSON.stringify(extras.raw))
      return true
    },
    hideFromHistory: (offset: number) => void sql.hideFromHistory.run(offset),

    /** An agent may use an id again once its request has ended. */
    askRequest({ id, sessionKey, tenant, kind, turn, at, data }: AskedRequest): void {
      sql.askRequest.run(id, sessionKey, tenant, kind, turn, at, data)
    },
    endRequest: (key: number, id: string, status: string, at: number, outcome: string) =>
      void sql.endRequest.run(status, at, outcome, key, id),
    request: (key: number, id: string) => sql.request.get(key, id) as EndedRow | undefined,
    /** Whether a turn has made pieces of interface. */
    hasSpecs: (key: number, turnId: string) => sql.hasSpecs.get(key, turnId) !== undefined,

    recordRevision(kind: string, tenant: string, id: string): number {
      return (sql.record.get(kind, tenant, id) as { revision: number } | undefined)?.revision ?? 0
    },
    putRecord: (kind: string, tenant: string, id: string, revision: number, value: string) =>
      void sql.putRecord.run(kind, tenant, id, revision, value),
    dropRecord: (kind: string, tenant: string, id: string) => void sql.dropRecord.run(kind, tenant, id),

    purgeSession(session: LoadedSession, now: number): void {
      const { meta } = session.state
      deliveries.purge(session.key)
      for (const statement of sql.purge) statement.run(session.key)
      sql.tombstone.run(meta.id, meta.tenantId, JSON.stringify(meta.aliases), now)
    },
    /**
     * `offset`: the highest that was given, for when the event that had it is gone. `cut`: up to where retention removed
     * events, `notes_cut` and `notes_cut_n`: and records of the gateway's own. None ever falls.
     */
    raiseMeta: (key: 'offset' | 'cut' | 'notes_cut' | 'notes_cut_n', number: number) =>
      void sql.raiseMeta.run(key, String(number)),
    /** A write as large as a large event, to learn whether the disk takes them again. */
    probe: (now: number) => void sql.probe.run(String(now).padEnd(PROBE_CHARS)),
    oldestEvents: (after: number, limit: number) => sql.oldest.all(after, limit) as OldEvent[],
    base(key: number): { seq: number; state: SessionState } | undefined {
      const row = sql.base.get(key) as { seq: number; state: string } | undefined
      return row && { seq: row.seq, state: keptState(JSON.parse(row.state) as SessionState) }
    },
    eventsBetween: (key: number, after: number, through: number) =>
      (sql.between.all(key, after, through) as EventRow[]).map(eventOf),
    saveBase,
    cut(key: number, seq: number, base: SessionState): void {
      saveBase(key, seq, base)
      deliveries.cut(key, seq)
      sql.cutRaws.run(key, seq)
      sql.cutEvents.run(key, seq)
      sql.cutRequests.run(key, base.ts)
    },
    buryOld: (before: number) => void sql.buryOld.run(before),
  }
}

export type WriteStore = ReturnType<typeof writeStore>
