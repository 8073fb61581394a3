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
