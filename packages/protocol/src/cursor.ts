/** Position in one session: `epoch:seq`. */
export interface SessionCursor {
  epoch: string
  seq: number
}

const SESSION_CURSOR = /^([0-9a-f-]{36}):(\d{1,15})$/

export function formatSessionCursor(cursor: SessionCursor): string {
  return `${cursor.epoch}:${cursor.seq}`
}

/** Undefined when the text is no session cursor. */
export function parseSessionCursor(text: string): SessionCursor | undefined {
  const match = SESSION_CURSOR.exec(text)
  return match?.[1] && match[2] ? { epoch: match[1], seq: Number(match[2]) } : undefined
}

/** Position in the log, over all its sessions: `epoch@offset`. */
export interface LogCursor {
  epoch: string
  offset: number
}

const LOG_CURSOR = /^([0-9a-f-]{36})@(\d{1,15})$/

export function formatLogCursor(cursor: LogCursor): string {
  return `${cursor.epoch}@${cursor.offset}`
}

/** Undefined when the text is no log cursor. */
export function parseLogCursor(text: string): LogCursor | undefined {
  const match = LOG_CURSOR.exec(text)
  return match?.[1] && match[2] ? { epoch: match[1], offset: Number(match[2]) } : undefined
}

/**
 * What a reader of all sessions has heard: a place in the log and, since pieces have none there, the number of the last
 * line in its session: `epoch@offset~session:seq`. Without the last line it is a log cursor.
 */
export interface HeardCursor extends LogCursor {
  last?: { sessionId: string; seq: number }
}

const LAST_HEARD = /^(?:thread_)?([0-9a-f-]{36}):(\d{1,15})$/

export function formatHeardCursor({ last, ...place }: HeardCursor): string {
  const log = formatLogCursor(place)
  return last ? `${log}~thread_${last.sessionId}:${last.seq}` : log
}

/** Undefined when the text is no such cursor. */
export function parseHeardCursor(text: string): HeardCursor | undefined {
  const tail = text.indexOf('~')
  const place = parseLogCursor(tail < 0 ? text : text.slice(0, tail))
  if (!place || tail < 0) return place
  const match = LAST_HEARD.exec(text.slice(tail + 1))
  return match?.[1] && match[2]
    ? { ...place, last: { sessionId: match[1], seq: Number(match[2]) } }
    : undefined
}
