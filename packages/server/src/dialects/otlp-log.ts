import { formatRecordCursor, type RecordPlace } from '@signalbox/protocol/log-record'
import type { Dialect } from './dialect.js'

/** How the log stream says a record. */
export interface OtlpLogDialect extends Dialect {
  record(place: RecordPlace, text: string): Buffer
}

const NOTHING = Buffer.alloc(0)

/**
 * Records as server-sent events: each an OTLP LogRecord as JSON on one line, with its cursor as id. They come from the
 * reading thread, which knows by which name a session was spoken of; of an event alone nothing is said.
 */
export function otlpLogDialect(epoch: string): OtlpLogDialect {
  return {
    name: 'otlp-log',
    event: () => NOTHING,
    record: ({ offset, n }, text) =>
      Buffer.from(`id: ${formatRecordCursor({ epoch, offset, n })}\ndata: ${text}\n\n`),
    control: (frame) =>
      Buffer.from(`${cursorLine(frame)}event: ${frame.type}\ndata: ${JSON.stringify(frame)}\n\n`),
  }
}

/** Who heard nothing yet must be able to resume from there too. */
function cursorLine({ cursor }: Record<string, unknown>): string {
  return typeof cursor === 'string' ? `id: ${cursor}\n` : ''
}
