import { LOG_LEVELS, type LogLevel, type LogRecord } from './log-record.js'

/** How far back the page reads when it opens. */
export const WINDOWS = ['15m', '1h', '24h', '168h'] as const
export type LogWindow = (typeof WINDOWS)[number]
export const WINDOW_WORDS: Readonly<Record<LogWindow, string>> = {
  '15m': 'Last 15 minutes',
  '1h': 'Last hour',
  '24h': 'Last day',
  '168h': 'Last week',
}

/** Which records are shown. Of a level are those that are at least so grave. */
export interface LogFilter {
  level: LogLevel | null
  sessionId: string | null
  type: string | null
  window: LogWindow
  search: string
}

export const NO_LOG_FILTER: LogFilter = { level: null, sessionId: null, type: null, window: '1h', search: '' }

const LONGEST = 200

/** What the address says. What it says wrongly is as if it were not said. */
export function readLogFilter(query: string): LogFilter {
  const told = new URLSearchParams(query)
  const word = (name: string) => told.get(name)?.slice(0, LONGEST) || null
  return {
    level: LOG_LEVELS.find((level) => level === told.get('level')) ?? null,
    sessionId: word('session'),
    type: word('type'),
    window: WINDOWS.find((window) => window === told.get('since')) ?? NO_LOG_FILTER.window,
    search: told.get('q')?.slice(0, LONGEST) ?? '',
  }
}

/** The same as an address, in one order, without what is not filtered. */
export function logFilterQuery({ level, sessionId, type, window, search }: LogFilter): string {
  const since = window === NO_LOG_FILTER.window ? null : window
  return queryOf({ level, session: sessionId, type, since, q: search || null })
}

/** Where the records of a filter are streamed from. Words are looked for in the page. */
export function streamPath({ level, sessionId, type, window }: LogFilter): string {
  return `/api/logs/stream?${queryOf({ replay: window, level, session_id: sessionId, type })}`
}

/** Whether a record has the words that are looked for, anywhere in it. */
export function hasWords({ body, attributes }: LogRecord, search: string): boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return true
  const text = [body, ...attributes.flat()].join('\n').toLowerCase()
  return words.every((word) => text.includes(word))
}

export function isFilteringLogs(filter: LogFilter): boolean {
  return logFilterQuery({ ...filter, window: NO_LOG_FILTER.window }) !== ''
}

function queryOf(told: Readonly<Record<string, string | null>>): string {
  const said = Object.entries(told).filter((pair): pair is [string, string] => pair[1] !== null)
  return new URLSearchParams(said).toString()
}
