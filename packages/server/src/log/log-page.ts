import type { Dialect, SaidEvent } from '../dialects/dialect.js'
import { Page, type PageBytes } from './page.js'

/** A page reads so much at most: of what is long in the log a dialect may say little. */
const READ_LENGTH = 4 * 1024 * 1024

/** Part of a replay of the log as one wire says it. */
export interface LogPage extends PageBytes {
  /** Where the next page begins. */
  lastOffset: number
  /** It is told by now that events up to here are gone. */
  toldOffset: number
}

export interface LogSpan {
  /** Exclusive. */
  afterOffset: number
  /** Inclusive: how far this page looks. */
  lookedThrough: number
  /** Inclusive: where the replay ends. */
  throughOffset: number
  /** Up to here events may have been removed by age or size. */
  cutOffset: number
  toldOffset: number
}

/**
 * Frames the stored events of a span until the page is full. A gap is said once for everything that may be gone:
 * offsets that are not there are no sign of it, since those of other sessions and types are not there either.
 */
export function logPage(
  span: LogSpan,
  stored: Iterable<SaidEvent>,
  dialect: Dialect,
  memory?: ArrayBuffer,
): LogPage {
  const page = new Page()
  const { afterOffset, lookedThrough, throughOffset, cutOffset } = span
  let { toldOffset } = span
  if (cutOffset > Math.max(afterOffset, toldOffset)) {
    const gap = { type: 'gap', fromOffset: Math.max(afterOffset, toldOffset), toOffset: cutOffset }
    page.add(dialect.control({ ...gap, reason: 'retention' }))
    toldOffset = cutOffset
  }
  let last = afterOffset
  let read = 0
  for (const event of stored) {
    if (page.full || read >= READ_LENGTH)
      return { bytes: page.bytes(memory), lastOffset: last, toldOffset, more: true }
    page.add(dialect.event(event))
    last = event.offset
    read += event.data.length
  }
  const more = lookedThrough < throughOffset
  return { bytes: page.bytes(memory), lastOffset: lookedThrough, toldOffset, more }
}
