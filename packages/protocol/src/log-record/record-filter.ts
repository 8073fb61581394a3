import { attributeText, type LogRecord, SEVERITIES, type SeverityText } from './log-record.js'

/** Which records are wanted. */
export interface RecordFilter {
  /** This and what is more serious. */
  level?: SeverityText
  /** The uuid of a session. */
  sessionId?: string
  /** An event type, or the type a notify client gave it. */
  type?: string
}

/** What a filter looks at. */
export interface RecordFacets {
  severityNumber: number
  /** Its type, and the one a notify client gave it. */
  types: string[]
  sessionId?: string
}

const TYPE_KEYS = ['type', 'notify.type']

/** What filters look at, of a record of this session, or of none. */
export function facetsOf(
  { severityNumber, attributes }: Pick<LogRecord, 'severityNumber' | 'attributes'>,
  sessionId: string | undefined,
): RecordFacets {
  const types = attributes.filter(({ key }) => TYPE_KEYS.includes(key))
  return {
    severityNumber,
    types: types.map(({ value }) => attributeText(value)),
    ...(sessionId === undefined ? {} : { sessionId }),
  }
}

/** Whether a filter can let a notify record through at all: all of them are of one severity. */
export function wantsNotify({ level }: RecordFilter): boolean {
  return level === undefined || SEVERITIES[level] <= SEVERITIES.info
}

/** Whether a record is one of the wanted. */
export function passes({ level, sessionId, type }: RecordFilter, facets: RecordFacets): boolean {
  if (level !== undefined && facets.severityNumber < SEVERITIES[level]) return false
  if (sessionId !== undefined && sessionId !== facets.sessionId) return false
  return type === undefined || facets.types.includes(type)
}

/** Whether a text is somewhere in what a record says, in whatever case. */
export function mentions(
  { body, attributes }: Pick<LogRecord, 'body' | 'attributes'>,
  text: string,
): boolean {
  const wanted = text.toLowerCase()
  const has = (said: string) => said.toLowerCase().includes(wanted)
  return has(body.stringValue) || attributes.some(({ key, value }) => has(key) || has(attributeText(value)))
}
