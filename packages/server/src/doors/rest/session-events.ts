import { Readable } from 'node:stream'
import { type Event, encodeEvent } from '@signalbox/protocol'
import type { LogReader } from '../../log/log.js'

const PAGE = 500

/** `{events, next}` of one page as text; `next` goes into `after`, null at the end. The page may be cut short by size. */
export async function eventPage(
  reader: LogReader,
  sessionId: string,
  afterSeq: number,
  limit: number,
): Promise<string> {
  const { events, more } = await reader.read(sessionId, { afterSeq, limit })
  const next = more ? (events.at(-1)?.seq ?? null) : null
  return `{"events":[${events.map(onWire).join(',')}],"next":${next}}`
}

/** One event a line up to the head, or up to a limit; read page by page, as fast as the client takes it. */
export function eventLines(
  reader: LogReader,
  sessionId: string,
  afterSeq: number,
  limit = Number.MAX_SAFE_INTEGER,
): Readable {
  async function* pages() {
    let after = afterSeq
    let left = limit
    for (let more = true; more && left > 0; ) {
      const page = await reader.read(sessionId, { afterSeq: after, limit: Math.min(PAGE, left) })
      if (page.events.length > 0) yield page.events.map((event) => `${onWire(event)}\n`).join('')
      after = page.events.at(-1)?.seq ?? after
      left -= page.events.length
      more = page.more && page.events.length > 0
    }
  }
  return Readable.from(pages(), { objectMode: true, highWaterMark: 1 })
}

function onWire(event: Event): string {
  return encodeEvent(event, 'snake')
}
