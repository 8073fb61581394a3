import { formatLogCursor } from '@signalbox/protocol'
import { activityOf } from '@signalbox/protocol/harmonize'
import type { Dialect } from './dialect.js'

const NOTHING = Buffer.alloc(0)

/**
 * Canonical activity as server-sent events. Ids are cursors of the log, since the stream goes over several sessions;
 * an event that is no activity is not said. JSON on one line: nothing an agent says can break the framing.
 */
export function activityDialect(epoch: string): Dialect {
  return {
    name: 'activity',
    event(event) {
      const activity = activityOf(event)
      if (!activity) return NOTHING
      const id = formatLogCursor({ epoch, offset: event.offset })
      return Buffer.from(`id: ${id}\ndata: ${JSON.stringify(activity)}\n\n`)
    },
    control: (frame) =>
      Buffer.from(`${cursorLine(frame)}event: ${frame.type}\ndata: ${JSON.stringify(frame)}\n\n`),
  }
}

/** Who heard nothing yet must be able to resume from there too. */
function cursorLine({ cursor }: Record<string, unknown>): string {
  return typeof cursor === 'string' ? `id: ${cursor}\n` : ''
}
