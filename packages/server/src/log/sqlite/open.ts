import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { uuidTime } from '@signalbox/protocol'
import Database from 'libsql'
import { LogOpenError } from '../log-open-error.js'
import type { ThreadSettings } from '../thread-messages.js'
import { MIGRATIONS, migrate, schemaVersion } from './migrations.js'

export type Synchronous = 'FULL' | 'OFF'

const FILE = 'events.db'
const CHECKED_ROWS = 1000

/** The writing connection of a data directory, and the lock that keeps every other process out of it. */
export interface OpenFile {
  db: Database.Database
  epoch: string
  offset: number
  /** When the id of the last event was made: ids rise with the log, also where the clock was put back. */
  lastIdAt: number
  /** False when the last process did not get to close the log. */
  clean: boolean
  close(): void
}

/**
 * Opens the one connection that ever writes or checkpoints. SQLite 3.45 has the WAL-reset bug: two connections that
 * write and checkpoint at once can corrupt the file, so there is exactly one, and lock.db keeps other processes out.
 */
export function openForWriting(
  { dataDir, synchronous, restored }: ThreadSettings,
  newEpoch: () => string,
): OpenFile {
  const lock = takeLock(dataDir)
  try {
    const path = join(dataDir, FILE)
    const known = inspect(dataDir, path, restored ? undefined : epochNamed(dataDir))
    if (restored && !known) throw nothingRestored(dataDir)
    makePrivate(path)
    const db = new Database(path)
    db.pragma('journal_mode = WAL')
    db.pragma(`synchronous = ${synchronous}`)
    db.pragma('wal_autocheckpoint = 4000')
    db.pragma('cache_size = -8000')
    migrate(db, (from) => {
      db.pragma('wal_checkpoint(TRUNCATE)')
      copyFileSync(path, `${path}.before-v${from + 1}`)
    })
    // Numbers given after the backup was made will be given again: for cursors of then this is another log.
    const epoch = restored ? newEpoch() : (known?.epoch ?? newEpoch())
    if (restored) rmSync(join(dataDir, 'epoch'), { force: true })
    const set = db.prepare(
      'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    )
    set.run('epoch', epoch)
    set.run('clean', 'no')
    // A log that was cut before anybody wrote down how far: it may have been anywhere.
    db.exec(`INSERT INTO meta (key, value) SELECT 'cut', coalesce((SELECT max(offset) FROM events WHERE EXISTS
      (SELECT 1 FROM bases WHERE seq > 0)), 0) WHERE NOT EXISTS (SELECT 1 FROM meta WHERE key = 'cut')`)
    // A new log is whole in its own file from the start, not only together with its WAL.
    if (!known) db.pragma('wal_checkpoint(TRUNCATE)')
    writeFileSync(join(dataDir, 'epoch'), epoch, { mode: 0o600 })
    return {
      db,
      epoch,
      offset: known?.offset ?? 0,
      lastIdAt: lastIdAt(db),
      clean: known?.clean ?? true,
      close() {
        set.run('clean', 'yes')
        db.close()
        lock.close()
      },
    }
  } catch (error) {
    lock.close()
    throw asOpenError(error, dataDir)
  }
}

/** A connection that cannot write, and never checkpoints. */
export function openForReading(dataDir: string): Database.Database {
  const db = new Database(`${pathToFileURL(join(dataDir, FILE)).href}?mode=ro`)
  db.pragma('wal_autocheckpoint = 0')
  db.pragma('query_only = ON')
  return db
}

function takeLock(dataDir: string): Database.Database {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    makePrivate(join(dataDir, 'lock.db'))
    const lock = new Database(join(dataDir, 'lock.db'))
    lock.exec('BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    throw asOpenError(error, dataDir)
  }
}

/** SQLite gives the files beside it the same mode: what agents say is nobody else's business, whatever the directory. */
function makePrivate(path: string): void {
  closeSync(openSync(path, 'a', 0o600))
}

/** What there is to know of an existing log; undefined for a new one. */
interface Known {
  epoch: string
  offset: number
  clean: boolean
}

/**
 * Looks at an existing file through a connection that cannot write: what turns out to be damaged must stay as it is,
 * and a connection that can write does so merely by being closed.
 */
function inspect(dataDir: string, path: string, named: string | undefined): Known | undefined {
  if (!existsSync(path) || statSync(path).size === 0) {
    if (named === undefined) return undefined
    throw new LogOpenError('damaged', `${FILE} of log ${named} is missing or empty`)
  }
  const db = openForReading(dataDir)
  try {
    refuseNewer(db)
    const epoch = schemaVersion(db) > 0 ? readMeta(db, 'epoch') : undefined
    if (named !== undefined && named !== epoch) {
      throw new LogOpenError(
        'damaged',
        `${FILE} is not the log ${named} that was here; remove the file "epoch" to use it`,
      )
    }
    if (epoch === undefined) return undefined
    // The event with the highest offset may be gone: none is given twice, or cursors would skip what has it now.
    const offset = Math.max(checkTail(db), Number(readMeta(db, 'offset') ?? 0))
    return { epoch, offset, clean: readMeta(db, 'clean') !== 'no' }
  } finally {
    db.close()
  }
}

function nothingRestored(dataDir: string): LogOpenError {
  return new LogOpenError(
    'unusable',
    `There is no ${FILE} in ${dataDir}. Put it back from the backup first, or start without --restored.`,
  )
}

/** Beside the file stands which log it is, so that a lost one is not mistaken for a new one. */
function epochNamed(dataDir: string): string | undefined {
  const path = join(dataDir, 'epoch')
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined
}

function refuseNewer(db: Database.Database): void {
  const version = schemaVersion(db)
  if (version > MIGRATIONS.length) {
    throw new LogOpenError(
      'newer',
      `The data directory was written by a newer Signalbox (log version ${version}, this one knows ${MIGRATIONS.length}). Install the newer version again, or start with another --data-dir.`,
    )
  }
}

interface TailRow {
  offset: number
  session: number | null
  sound: number
}

/**
 * Reads the newest rows through, so that a damaged end is found before anything is added to it. SQLite does the reading:
 * a thousand long texts would take as much memory for as long as the thread lives.
 */
function checkTail(db: Database.Database): number {
  const rows = db
    .prepare(
      'SELECT e.offset, s.key AS session, json_valid(e.data) AND json_valid(e.source) AS sound FROM events e LEFT JOIN sessions s ON s.key = e.session ORDER BY e.offset DESC LIMIT ?',
    )
    .all(CHECKED_ROWS) as TailRow[]
  for (const row of rows) {
    if (row.session === null) {
      throw new LogOpenError('damaged', `the event at offset ${row.offset} belongs to no session`)
    }
    if (row.sound !== 1) {
      throw new LogOpenError('damaged', `the event at offset ${row.offset} cannot be read`)
    }
  }
  return rows[0]?.offset ?? 0
}

function lastIdAt(db: Database.Database): number {
  const row = db.prepare('SELECT id FROM events ORDER BY offset DESC LIMIT 1').get() as
    | { id: string }
    | undefined
  return (row && uuidTime(row.id)) ?? 0
}

function readMeta(db: Database.Database, key: string): string | undefined {
  const row = db.prepare('SELECT value FROM meta WHERE key = ?').get(key) as { value: string } | undefined
  return row?.value
}

function asOpenError(error: unknown, dataDir: string): unknown {
  if (error instanceof LogOpenError) return error
  const { code, message } = error as { code?: string; message: string }
  if (code === 'SQLITE_BUSY') {
    return new LogOpenError(
      'locked',
      `Another Signalbox is using ${dataDir}. Stop it, or start this one with another --data-dir.`,
    )
  }
  if (code === 'SQLITE_CORRUPT' || code === 'SQLITE_NOTADB') return new LogOpenError('damaged', message)
  return new LogOpenError(
    'unusable',
    `Cannot write to ${dataDir} (${message}). Choose another directory with --data-dir.`,
  )
}
