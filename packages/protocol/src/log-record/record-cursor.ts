/**
 * Where a record of the log stream stands: an event at its offset, with `n` 0; a record of the gateway's own after the
 * event that was the last when it was written, with a number that rises over all of them.
 */
export interface RecordPlace {
  offset: number
  n: number
}

/** A place, and the log it is in: `epoch@offset.n`. */
export interface RecordCursor extends RecordPlace {
  epoch: string
}

const CURSOR = /^([0-9a-f-]{36})@(\d{1,15})(?:\.(\d{1,15}))?$/

export function formatRecordCursor({ epoch, offset, n }: RecordCursor): string {
  return `${epoch}@${offset}.${n}`
}

/** A cursor of the log without a number stands for its event. Undefined when the text is no cursor. */
export function parseRecordCursor(text: string): RecordCursor | undefined {
  const [, epoch, offset, n = '0'] = CURSOR.exec(text) ?? []
  return epoch && offset ? { epoch, offset: Number(offset), n: Number(n) } : undefined
}

/** Which of two places comes first: below 0, 0, above 0. */
export function comparePlaces(a: RecordPlace, b: RecordPlace): number {
  return a.offset - b.offset || a.n - b.n
}
