import { formatLogCursor } from '@signalbox/protocol'
import { notificationOf } from '@signalbox/protocol/flow'
import type { Dialect } from './dialect.js'

const NOTHING = Buffer.alloc(0)

/**
 * What people should see wherever they look, as server-sent events. Ids are cursors of the log, since the stream goes over
 * several sessions. JSON on one line: nothing an agent says can break the framing.
 */
export function notificationsDialect(epoch: string): Dialect {
  return {
    name: 'notifications',
    event(event) {
      const notification = notificationOf(event)
      if (!notification) return NOTHING
      const id = formatLogCursor({ epoch, offset: event.offset })
      return Buffer.from(`id: ${id}\ndata: ${JSON.stringify(notification)}\n\n`)
    },
    control: (frame) =>
      Buffer.from(`${cursorLine(frame)}event: ${frame.type}\ndata: ${JSON.stringify(frame)}\n\n`),
  }
}

/** Who heard nothing yet must be able to resume from there too. */
function cursorLine({ cursor }: Record<string, unknown>): string {
  return typeof cursor === 'string' ? `id: ${cursor}\n` : ''
}
