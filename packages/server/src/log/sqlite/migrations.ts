import type Database from 'libsql'

interface Migration {
  name: string
  sql: string
}

/** Less than what is left of `LOST_MS` after the longest time a row is put off. */
const LATEST_MS = 900_000
/** The row is to be tried, and sooner or later than what is known of its binding. */
const IS_AHEAD = `new.status = 'pending' AND NOT EXISTS
  (SELECT 1 FROM waiting WHERE binding = new.binding AND due <= new.due AND latest >= new.due)`
const WAITS = `INSERT INTO waiting (binding, activity, due, latest)
  SELECT key, activity, new.due, new.due + ${LATEST_MS} FROM bindings WHERE key = new.binding
  ON CONFLICT (binding) DO UPDATE SET due = min(due, excluded.due), latest = iif(latest < new.due, excluded.latest, latest)`
const PENDING = "FROM deliveries INDEXED BY deliveries_due WHERE binding = old.binding AND status = 'pending'"
const WAITS_NO_MORE = `DELETE FROM waiting WHERE binding = old.binding AND NOT EXISTS (SELECT 1 ${PENDING});
  UPDATE waiting SET due = (SELECT min(due) ${PENDING})
    WHERE binding = old.binding AND due = old.due AND NOT EXISTS (SELECT 1 ${PENDING} AND due = old.due)`

/**
 * Numbered by their place, never edited once released. The events table is keyed by append order with a unique
 * (session, seq) index beside it: a clustered (session, seq) key writes 2.2 to 2.6 times slower.
 */
export const MIGRATIONS: readonly Migration[] = [
  {
    name: 'initial',
    sql: `
      CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
      CREATE TABLE sessions (
        key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, tenant TEXT NOT NULL, archived INTEGER NOT NULL,
        seq INTEGER NOT NULL, reserved INTEGER NOT NULL, ts INTEGER NOT NULL, last_activity INTEGER);
      CREATE INDEX sessions_by_tenant ON sessions (tenant, key);
      CREATE TABLE states (session INTEGER PRIMARY KEY, state TEXT NOT NULL);
      CREATE TABLE bases (session INTEGER PRIMARY KEY, seq INTEGER NOT NULL, state TEXT NOT NULL);
      CREATE TABLE events (
        offset INTEGER PRIMARY KEY, session INTEGER NOT NULL, seq INTEGER NOT NULL, id TEXT NOT NULL,
        ts INTEGER NOT NULL, type TEXT NOT NULL, turn TEXT, v INTEGER NOT NULL, source TEXT NOT NULL, cause TEXT,
        history INTEGER NOT NULL, data TEXT NOT NULL, submission TEXT, fact TEXT);
      CREATE UNIQUE INDEX events_by_session ON events (session, seq);
      CREATE UNIQUE INDEX events_by_submission ON events (session, submission) WHERE submission IS NOT NULL;
      CREATE UNIQUE INDEX events_by_fact ON events (session, fact) WHERE fact IS NOT NULL;
      CREATE TABLE raws (offset INTEGER PRIMARY KEY, raw TEXT NOT NULL);
      CREATE TABLE aliases (
        tenant TEXT NOT NULL, namespace TEXT NOT NULL, native TEXT NOT NULL, session INTEGER NOT NULL,
        PRIMARY KEY (tenant, namespace, native)) WITHOUT ROWID;
      CREATE INDEX aliases_by_native ON aliases (tenant, native);
      CREATE INDEX aliases_by_session ON aliases (session);
      CREATE TABLE requests (
        id TEXT PRIMARY KEY, session INTEGER NOT NULL, kind TEXT NOT NULL, status TEXT NOT NULL,
        asked_at INTEGER NOT NULL, ended_at INTEGER, asked TEXT NOT NULL, outcome TEXT) WITHOUT ROWID;
      CREATE INDEX requests_by_session ON requests (session);
      CREATE TABLE records (
        kind TEXT NOT NULL, tenant TEXT NOT NULL, id TEXT NOT NULL, revision INTEGER NOT NULL, value TEXT NOT NULL,
        PRIMARY KEY (kind, tenant, id)) WITHOUT ROWID;
      CREATE TABLE tombstones (
        id TEXT PRIMARY KEY, tenant TEXT NOT NULL, aliases TEXT NOT NULL, deleted_at INTEGER NOT NULL) WITHOUT ROWID;
    `,
  },
  {
    name: 'requests and attention',
    // What a session waits for is in its folded state; the columns and indexes let nobody read the states of all for it.
    sql: `
      ALTER TABLE sessions ADD COLUMN active INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE sessions ADD COLUMN driven INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE sessions ADD COLUMN attention INTEGER NOT NULL DEFAULT 0;
      UPDATE sessions SET
        active = coalesce(json_extract(t.state, '$.meta.status') NOT IN ('inactive', 'error'), 0),
        driven = coalesce(json_extract(t.state, '$.meta.origin') = 'driven', 0),
        attention = coalesce(json_array_length(t.state, '$.attention') > 0, 0)
        FROM states t WHERE t.session = sessions.key AND json_valid(t.state);
      CREATE INDEX sessions_at_work ON sessions (tenant) WHERE active = 1 AND driven = 1;
      CREATE INDEX sessions_with_attention ON sessions (tenant) WHERE attention = 1;

      ALTER TABLE requests RENAME TO requests_before;
      CREATE TABLE requests (
        session INTEGER NOT NULL, id TEXT NOT NULL, tenant TEXT NOT NULL, kind TEXT NOT NULL, status TEXT NOT NULL,
        turn TEXT, asked_at INTEGER NOT NULL, ended_at INTEGER, asked TEXT NOT NULL, outcome TEXT,
        PRIMARY KEY (session, id)) WITHOUT ROWID;
      INSERT INTO requests (session, id, tenant, kind, status, turn, asked_at, ended_at, asked, outcome)
        SELECT r.session, r.id, s.tenant, r.kind, r.status, a.turn, r.asked_at, r.ended_at, r.asked, r.outcome
        FROM requests_before r JOIN sessions s ON s.key = r.session
        LEFT JOIN (
          SELECT session, CAST(json_extract(data, '$.requestId') AS TEXT) AS request, turn, min(offset)
          FROM events NOT INDEXED
          WHERE type IN ('permission_requested', 'question_requested') AND json_valid(data) GROUP BY session, request
        ) a ON a.session = r.session AND a.request = r.id;
      INSERT INTO requests (session, id, tenant, kind, status, turn, asked_at, asked)
        SELECT s.key, json_extract(p.value, '$.requestId'), s.tenant, json_extract(p.value, '$.kind'), 'pending',
          json_extract(p.value, '$.turnId'), json_extract(p.value, '$.since'), json_extract(p.value, '$.data')
        FROM sessions s JOIN states t ON t.session = s.key,
          json_each(iif(json_valid(t.state), t.state, '{}'), '$.requests') p WHERE true
        ON CONFLICT (session, id) DO UPDATE SET kind = excluded.kind, status = 'pending', turn = excluded.turn,
          asked_at = excluded.asked_at, ended_at = NULL, asked = excluded.asked, outcome = NULL;
      DROP TABLE requests_before;
      CREATE INDEX requests_by_id ON requests (tenant, id);
      CREATE INDEX requests_pending ON requests (tenant, asked_at) WHERE status = 'pending';
      CREATE INDEX requests_ended ON requests (tenant, ended_at) WHERE status <> 'pending';

      CREATE INDEX events_ui_specs ON events (session, turn) WHERE type = 'ui.spec_complete';
      CREATE INDEX events_attention_cleared ON events (offset) WHERE type = 'attention_cleared';
    `,
  },
  {
    name: 'the watch list',
    // Sessions of before are seen when something is heard of them.
    sql: `
      ALTER TABLE sessions ADD COLUMN watched INTEGER NOT NULL DEFAULT 0;
      CREATE INDEX sessions_watched ON sessions (key) WHERE watched = 1;
    `,
  },
  {
    name: 'deliveries',
    // A row is an event and a binding, which many events share. Its key grows with the log, so rows are added at the end.
    sql: `
      CREATE TABLE bindings (
        key INTEGER PRIMARY KEY, trigger_id TEXT NOT NULL, place INTEGER NOT NULL, activity TEXT NOT NULL,
        config TEXT NOT NULL, used_at INTEGER NOT NULL);
      CREATE INDEX bindings_by_trigger ON bindings (trigger_id, place);
      CREATE TABLE deliveries (
        offset INTEGER NOT NULL, binding INTEGER NOT NULL, session INTEGER NOT NULL, status TEXT NOT NULL,
        attempts INTEGER NOT NULL, begun INTEGER NOT NULL DEFAULT 0, due INTEGER, causes TEXT, turn TEXT, response TEXT, error TEXT,
        created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, event TEXT, type TEXT,
        PRIMARY KEY (offset, binding)) WITHOUT ROWID;
      CREATE INDEX deliveries_due ON deliveries (binding, due) WHERE status = 'pending';
      CREATE INDEX deliveries_running ON deliveries (binding) WHERE status = 'running';
      CREATE INDEX deliveries_by_turn ON deliveries (turn) WHERE turn IS NOT NULL;
      CREATE INDEX deliveries_orphaned ON deliveries (session) WHERE event IS NOT NULL;
      CREATE INDEX deliveries_by_event ON deliveries (event) WHERE event IS NOT NULL;
    `,
  },
  {
    name: 'log records',
    // Ids are never given again: they are part of cursors. `total` is how many bytes were written up to and with a row.
    sql: `
      CREATE TABLE notes (
        id INTEGER PRIMARY KEY AUTOINCREMENT, offset INTEGER NOT NULL, tenant TEXT NOT NULL, session INTEGER,
        time INTEGER NOT NULL, total INTEGER NOT NULL, record TEXT NOT NULL);
      CREATE INDEX notes_by_offset ON notes (offset);
      CREATE INDEX notes_by_session ON notes (session) WHERE session IS NOT NULL;
    `,
  },
  {
    name: 'deliveries that ended',
    // What can be removed is found without looking at what cannot.
    sql: `
      CREATE INDEX deliveries_ended ON deliveries (status, updated_at) WHERE status IN ('done', 'dead', 'unknown', 'stopped');
    `,
  },
  {
    name: 'bindings that wait',
    // Of each binding with rows to be tried, when the first is due, so that who looks for what is due need not look at all
    // of them. None of its rows is due after `latest`, which is a quarter of an hour too late, so that it is written seldom.
    // Kept by triggers: rows come, go and change in many ways, and one that is missed here would never be tried.
    sql: `
      CREATE TABLE waiting (
        binding INTEGER PRIMARY KEY, activity TEXT NOT NULL, due INTEGER NOT NULL, latest INTEGER NOT NULL);
      CREATE INDEX waiting_due ON waiting (activity, due, binding, latest);
      CREATE INDEX waiting_latest ON waiting (activity, latest);
      INSERT INTO waiting (binding, activity, due, latest)
        SELECT b.key, b.activity, min(d.due), max(d.due) + ${LATEST_MS} FROM deliveries d JOIN bindings b ON b.key = d.binding
        WHERE d.status = 'pending' GROUP BY d.binding;
      CREATE TRIGGER deliveries_added AFTER INSERT ON deliveries WHEN ${IS_AHEAD} BEGIN ${WAITS}; END;
      CREATE TRIGGER deliveries_again AFTER UPDATE OF status, due, binding ON deliveries WHEN ${IS_AHEAD} BEGIN ${WAITS}; END;
      CREATE TRIGGER deliveries_taken AFTER UPDATE OF status, due, binding ON deliveries
        WHEN old.status = 'pending' BEGIN ${WAITS_NO_MORE}; END;
      CREATE TRIGGER deliveries_removed AFTER DELETE ON deliveries
        WHEN old.status = 'pending' BEGIN ${WAITS_NO_MORE}; END;
    `,
  },
]

/** The schema version of a file; 0 for a new one. */
export function schemaVersion(db: Database.Database): number {
  const [row] = db.pragma('user_version') as { user_version: number }[]
  return row?.user_version ?? 0
}

/** Brings the file to the newest schema; `backUp` runs once before the first step on a file that holds something. */
export function migrate(db: Database.Database, backUp: (from: number) => void): void {
  const from = schemaVersion(db)
  if (from > 0 && from < MIGRATIONS.length) backUp(from)
  MIGRATIONS.slice(from).forEach((migration, index) => {
    db.exec(`BEGIN IMMEDIATE; ${migration.sql}; PRAGMA user_version = ${from + index + 1}; COMMIT`)
  })
}
