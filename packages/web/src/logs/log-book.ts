import type { LogRecord } from './log-record.js'

/** So many lines are kept in the page; the gateway keeps the others. */
export const MOST_LINES = 5000

/** A line of the page: a record, or the place where some are missing. */
export type LogLine = LogRecord | { key: string; gap: true }

/** What was heard, newest first. */
export interface LogBook {
  lines: readonly LogLine[]
  /** Whether older ones were let go. */
  isCut: boolean
}

export const EMPTY_LOG: LogBook = { lines: [], isCut: false }

/** The book with lines that came, the newest last. Pure. */
export function logged(book: LogBook, came: readonly LogLine[]): LogBook {
  if (came.length === 0) return book
  // After a cut the gateway may begin with what is here already.
  const known = new Set(book.lines.slice(0, came.length + 1000).map(({ key }) => key))
  const news = came.filter(({ key }) => !known.has(key)).reverse()
  const lines = [...news, ...book.lines]
  return { lines: lines.slice(0, MOST_LINES), isCut: book.isCut || lines.length > MOST_LINES }
}

/** What stands where somebody reads: the lines there were when they began, and how many wait. */
export function heldLines(
  shown: readonly LogLine[],
  heldKey: string | null,
): { lines: readonly LogLine[]; waiting: number } {
  const at = heldKey === null ? 0 : shown.findIndex(({ key }) => key === heldKey)
  return at > 0 ? { lines: shown.slice(at), waiting: at } : { lines: shown, waiting: 0 }
}

export function isRecord(line: LogLine): line is LogRecord {
  return !('gap' in line)
}
