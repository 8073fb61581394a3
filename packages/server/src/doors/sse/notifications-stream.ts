import { NOTIFICATION_TYPES } from '@signalbox/protocol/flow'
import type { FastifyInstance } from 'fastify'
import { notificationsDialect } from '../../dialects/notifications.js'
import { joinLog, startIn } from '../../hub/join-log.js'
import type { LogScope } from '../../log/log.js'
import { permit } from '../rest/permit.js'
import { readQuery } from '../rest/query.js'
import type { StreamDeps } from './session-stream.js'
import { logCursor, resumeAfter } from './stream-cursor.js'

/** GET /api/notifications/stream: what flows say and who needs a person, as it happens; what was is not said again. */
export function addNotificationsStream(app: FastifyInstance, { streams, ...deps }: StreamDeps): void {
  const { log } = deps
  const dialect = notificationsDialect(log.epoch)
  const options = { exposeHeadRoute: false, config: { stream: true } }
  app.get('/api/notifications/stream', options, async (request, reply) => {
    const identity = permit(request, 'session:read')
    readQuery(request.query, {})
    const from = resumeAfter(request, logCursor) ?? { afterOffset: null }
    const scope: LogScope = { tenantId: identity.tenantId, types: NOTIFICATION_TYPES }
    // Before the stream is open: a log that cannot be read has a status to say so.
    const start = startIn(log, from)
    streams.open(reply, identity, {
      dialect,
      join: (subscriber) => joinLog(deps, subscriber, scope, start),
    })
  })
}
