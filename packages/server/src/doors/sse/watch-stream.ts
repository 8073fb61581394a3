import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sseDialect } from '../../dialects/sse.js'
import type { Watching } from '../../watch/watching.js'
import { permit } from '../rest/permit.js'
import { readQuery, word } from '../rest/query.js'
import type { StreamDeps } from './session-stream.js'

/** Another way to tell the same: it answers the request by itself. */
type OpenDialect = (request: FastifyRequest, reply: FastifyReply) => void

export interface WatchStreamDeps extends StreamDeps {
  watching: Pick<Watching, 'ready' | 'join'>
  /** By the name they are asked for with `?dialect=`. */
  dialects?: Readonly<Record<string, OpenDialect>>
}

/** GET /api/watch/stream: the watch list, then every change of it, as it happens. */
export function addWatchStream(
  app: FastifyInstance,
  { log, hub, streams, watching, dialects = {} }: WatchStreamDeps,
): void {
  const dialect = sseDialect(log.epoch)
  const options = { exposeHeadRoute: false, config: { stream: true } }
  app.get<{ Querystring: Record<string, unknown> }>('/api/watch/stream', options, async (request, reply) => {
    const identity = permit(request, 'session:read')
    const { dialect: named } = request.query
    const other = typeof named === 'string' && Object.hasOwn(dialects, named) ? dialects[named] : undefined
    if (other) return other(request, reply)
    readQuery(request.query, { dialect: word(Object.keys(dialects)) })
    // Before the stream is open: a log that cannot be read has a status to say so.
    await watching.ready()
    streams.open(reply, identity, {
      dialect,
      join: async (subscriber) => {
        // On no topic, but known: it is closed when it takes nothing for too long.
        hub.subscribe(subscriber)
        watching.join(identity.tenantId, subscriber)
      },
    })
  })
}
