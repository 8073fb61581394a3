import { encodeEvent, formatSessionCursor } from '@signalbox/protocol'
import type { Dialect } from './dialect.js'

/**
 * Server-sent events. Events of the log carry no `event:` line, so that `onmessage` of a browser gets all of them; what
 * is no event of the log has its type there. Ids are cursors: the browser sends the last one back when it reconnects.
 * Everything is JSON on one line, so nothing an agent says can break the framing.
 */
export function sseDialect(epoch: string): Dialect {
  return {
    name: 'sse',
    event: (event) => Buffer.from(`id: ${epoch}:${event.seq}\ndata: ${encodeEvent(event, 'snake')}\n\n`),
    control: (frame) =>
      Buffer.from(`${cursorLine(epoch, frame)}event: ${frame.type}\ndata: ${JSON.stringify(frame)}\n\n`),
  }
}

/** Who joined and heard nothing yet must be able to resume from there too. */
function cursorLine(epoch: string, { lastSeq }: Record<string, unknown>): string {
  return typeof lastSeq === 'number' ? `id: ${formatSessionCursor({ epoch, seq: lastSeq })}\n` : ''
}
