import { canonicalType, SignalboxError } from '@signalbox/protocol'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sendNoContent } from '../../http/no-content.js'
import { type Notify, NotifyIntake, type NotifyIntakeOptions } from '../../ingest/notify-intake.js'
import type { Committed } from '../../log/log.js'
import { JSON_TYPE, takeBodies } from './media-type.js'
import { permit } from './permit.js'
import { readBody } from './read-body.js'
import { MAX_ENVELOPE_BYTES, readNotify } from './read-notify.js'

const REPRESENTATION = /(?:^|,)[ \t]*return[ \t]*=[ \t]*"?representation"?[ \t]*(?:;|,|$)/i

interface NotifyRoute {
  Params: { id: string }
}

/** POST /api/sessions/:id/notify: one envelope, on disk before the answer. */
export function addNotifyDoor(app: FastifyInstance, options: NotifyIntakeOptions): void {
  const intake = new NotifyIntake(options)
  app.register(async (door) => {
    takeBodies(door, [JSON_TYPE])
    door.post<NotifyRoute>('/api/sessions/:id/notify', async (request, reply) => {
      const { tenantId } = permit(request, 'session:write')
      const notify = readNotify(await readWhole(request), {
        pathId: request.params.id,
        strict: options.strict,
      })
      const committed = await intake.take(tenantId, notify)
      const { prefer } = request.headers
      if (prefer === undefined || !REPRESENTATION.test(String(prefer))) return sendNoContent(reply)
      reply.header('preference-applied', 'return=representation')
      return acceptance(notify, committed)
    })
  })
}

/** What is told of an accepted notify. Flows are not built yet, so none was asked to look at it. */
export function acceptance({ envelope }: Notify, { first, duplicate }: Committed) {
  if (!first) throw new SignalboxError('internal')
  return {
    id: first.id,
    session_id: envelope.sessionId,
    seq: first.seq,
    type: canonicalType(envelope.payload.type),
    dispatch: 'flow_unavailable',
    duplicate,
  }
}

async function readWhole(request: FastifyRequest): Promise<Buffer> {
  const chunks: Buffer[] = []
  await readBody(request.raw, MAX_ENVELOPE_BYTES, (chunk) => void chunks.push(chunk))
  const [only] = chunks
  return chunks.length === 1 && only ? only : Buffer.concat(chunks)
}
