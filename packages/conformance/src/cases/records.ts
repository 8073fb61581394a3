import type { Context } from '../engine/context.js'
import { Failure } from '../engine/failure.js'
import type { Frame } from '../engine/witness.js'

/** A record of the log, as lists and streams tell it. */
export interface LogRecord {
  cursor?: string
  timeUnixNano: string
  observedTimeUnixNano: string
  severityText: string
  body: { stringValue: string }
  attributes: { key: string; value: Record<string, unknown> }[]
}

/** A page of records. */
export interface RecordPage {
  records: LogRecord[]
  next: string
}

/** The attributes of a record by their names, each without its kind. */
export function attributesOf(record: unknown): Record<string, unknown> {
  const { attributes = [] } = record as Partial<LogRecord>
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
}

/** The records of a query, each judged; fails unless there is an answer. */
export async function recordsOf(context: Context, query: string): Promise<RecordPage> {
  const { status, json, text } = await context.http({ path: `/api/logs?${query}` })
  if (status !== 200) throw new Failure(`records were answered by ${status} ${text}`)
  const page = json as RecordPage
  const judge = context.witness.recordReader()
  for (const record of page.records) judge(record)
  return page
}

/** The records of one session, the oldest first. */
export async function ofSession(context: Context, session: string, more = ''): Promise<LogRecord[]> {
  return (await recordsOf(context, `session_id=${encodeURIComponent(session)}${more}`)).records
}

/** What `n` says in each. */
export function numbersOf(records: readonly (LogRecord | Frame)[]): unknown[] {
  return records.map((record) => attributesOf(record).n)
}
