import { SignalboxError } from '@signalbox/protocol'
import type { FastifyInstance } from 'fastify'
import { findSession } from '../../commands/find-session.js'
import type { Log } from '../../log/log.js'
import { acceptsNdjson, JSON_UTF8, NDJSON } from './media-type.js'
import { permit } from './permit.js'
import { flag, integer, readQuery } from './query.js'
import { eventLines, eventPage } from './session-events.js'

const MAX_LIMIT = 1000
const DEFAULT_LIMIT = 100
const STALLED_MS = 25_000
const limit = integer(1, MAX_LIMIT)
const position = integer(0, Number.MAX_SAFE_INTEGER)

const LIST = { limit, cursor: position, archived: flag }
const EVENTS = { after: position, limit }

interface SessionRoute {
  Params: { id: string }
}

interface EventRoute {
  Params: { id: string; seq: string }
}

/** What is known of sessions: the list, one of them, its events, and what the sender of an event said word for word. */
export function addSessionsDoor(app: FastifyInstance, { log }: { log: Log }): void {
  app.get('/api/sessions', async (request) => {
    const { tenantId } = permit(request, 'session:read')
    const { limit = DEFAULT_LIMIT, cursor, archived } = readQuery(request.query, LIST)
    const from = cursor === undefined ? {} : { cursor: String(cursor) }
    return log.reader.sessions({ tenantId, includeArchived: archived, limit, ...from })
  })

  app.get<SessionRoute>('/api/sessions/:id', async (request) => {
    const identity = permit(request, 'session:read')
    readQuery(request.query, {})
    const session = await log.reader.session(await findSession(log, identity, request.params.id))
    if (!session) throw new SignalboxError('sessionNotFound', 'session not found')
    return session
  })

  app.get<SessionRoute>('/api/sessions/:id/events', async (request, reply) => {
    const identity = permit(request, 'session:read')
    const { after = 0, limit } = readQuery(request.query, EVENTS)
    const sessionId = await findSession(log, identity, request.params.id)
    if (!acceptsNdjson(request)) {
      return reply.type(JSON_UTF8).send(await eventPage(log.reader, sessionId, after, limit ?? DEFAULT_LIMIT))
    }
    // A reader that takes nothing for so long is gone.
    reply.raw.setTimeout(STALLED_MS, () => reply.raw.destroy())
    return reply.type(NDJSON).send(eventLines(log.reader, sessionId, after, limit))
  })

  app.get<EventRoute>('/api/sessions/:id/events/:seq/raw', async (request, reply) => {
    const identity = permit(request, 'session:read')
    readQuery(request.query, {})
    const seq = position(request.params.seq, 'seq') ?? 0
    const raw = await log.reader.raw(await findSession(log, identity, request.params.id), seq)
    if (raw === undefined) throw new SignalboxError('notFound', 'nothing raw was sent with this event')
    return reply.type('text/plain; charset=utf-8').send(raw)
  })
}
