import type Database from 'libsql'

/** Runs reads that belong together over one view of the file, whatever is written meanwhile. */
export function oneView(db: Database.Database) {
  const begin = db.prepare('BEGIN')
  const end = db.prepare('COMMIT')
  return <T>(read: () => T): T => {
    begin.run()
    try {
      return read()
    } finally {
      end.run()
    }
  }
}
