import { sessionUuid } from '@signalbox/protocol'
import type { SeverityText } from '@signalbox/protocol/log-record'
import type { ServerFailure } from '../http/observer.js'
import type { JournalFields } from '../telemetry/journal.js'
import type { JournalLevel } from '../telemetry/journal-level.js'
import type { OwnEntry } from './own-records.js'

const SEVERITY: Readonly<Record<JournalLevel, SeverityText>> = {
  debug: 'debug',
  info: 'info',
  warn: 'warning',
  error: 'error',
}

/** The fields by which entries name the session they are about. */
const SESSION_FIELDS = ['sessionId', 'session_id', 'session'] as const

/** An entry of the journal. It is of a session where it names one by its uuid. */
export function journalEntry(level: JournalLevel, message: string, fields: JournalFields): OwnEntry {
  const named = SESSION_FIELDS.map((key) => sessionUuid(String(fields[key] ?? ''))).find(
    (id) => id !== undefined,
  )
  return { severity: SEVERITY[level], message, fields, ...(named === undefined ? {} : { sessionId: named }) }
}

/** An answer that said the fault is ours: where and of what kind, never what was sent. */
export function apiError({ method, route, status, code }: ServerFailure): OwnEntry {
  const fields = { method, route: route ?? 'unmatched', status, ...(code === undefined ? {} : { code }) }
  return { severity: 'error', message: 'api error', fields }
}
