import type { FastifyInstance } from 'fastify'
import { findSession } from '../../commands/find-session.js'
import { sseDialect } from '../../dialects/sse.js'
import { type JoinDeps, joinSession } from '../../hub/join.js'
import { permit } from '../rest/permit.js'
import { readQuery } from '../rest/query.js'
import type { OpenStreams } from './open-streams.js'
import { resumeAfter, sessionCursor } from './stream-cursor.js'

export interface StreamDeps extends JoinDeps {
  streams: OpenStreams
}

/** GET /api/sessions/:id/events/stream: the events of a session as they happen. */
export function addSessionStream(app: FastifyInstance, { streams, ...deps }: StreamDeps): void {
  const dialect = sseDialect(deps.log.epoch)
  const options = { exposeHeadRoute: false, config: { stream: true } }
  app.get<{ Params: { id: string } }>('/api/sessions/:id/events/stream', options, async (request, reply) => {
    const identity = permit(request, 'session:read')
    const { after } = readQuery(request.query, { after: sessionCursor })
    const from = resumeAfter(request, sessionCursor) ?? after ?? { afterSeq: null }
    const sessionId = await findSession(deps.log, identity, request.params.id)
    streams.open(reply, identity, {
      dialect,
      sessionId,
      join: (subscriber) => joinSession(deps, subscriber, sessionId, from, () => undefined),
    })
  })
}
