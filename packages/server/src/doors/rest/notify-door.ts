import { canonicalType, MAX_ENVELOPE_BYTES, SignalboxError } from '@signalbox/protocol'
import type { FastifyInstance } from 'fastify'
import type { Dispatch } from '../../flows/dispatch-timeline.js'
import type { DirectCall, DirectRoute } from '../../http/direct-routes.js'
import { sendNoContent } from '../../http/no-content.js'
import { SECURITY_HEADERS } from '../../http/security-headers.js'
import { type Notify, NotifyIntake, type NotifyIntakeOptions } from '../../ingest/notify-intake.js'
import type { Committed } from '../../log/log.js'
import { checkMediaType, JSON_TYPE, JSON_UTF8, takeBodies } from './media-type.js'
import { permittedIngest } from './permit.js'
import { readWhole } from './read-body.js'
import { readNotify } from './read-notify.js'

/** What flows do with what is taken, beside how it is taken. */
export type NotifyDoorOptions = NotifyIntakeOptions & { dispatch: () => Dispatch }

const REPRESENTATION = /(?:^|,)[ \t]*return[ \t]*=[ \t]*"?representation"?[ \t]*(?:;|,|$)/i

const TYPES = [JSON_TYPE]

/** POST /api/sessions/:id/notify: one envelope, on disk before the answer. */
export function addNotifyDoor(app: FastifyInstance, options: NotifyDoorOptions): void {
  const intake = new NotifyIntake(options)
  const { strict } = options
  const route: DirectRoute = {
    method: 'POST',
    path: '/api/sessions/:id/notify',
    async serve({ request, response, identity, id }) {
      const { tenantId } = permittedIngest(identity)
      checkMediaType(request.headers, TYPES)
      const notify = readNotify(await readWhole(request, MAX_ENVELOPE_BYTES), { pathId: id, strict })
      const committed = await intake.take(tenantId, notify)
      const { prefer } = request.headers
      if (prefer === undefined || !REPRESENTATION.test(String(prefer))) sendNoContent(response)
      else represent(response, acceptance(notify, committed, options.dispatch()))
    },
  }
  app.direct.add(route)
  app.register(async (door) => {
    takeBodies(door, TYPES)
    door.post(route.path, { config: { hooks: true } }, app.direct.behindRouter(route))
  })
}

function represent(response: DirectCall['response'], accepted: object): void {
  const body = Buffer.from(JSON.stringify(accepted))
  response
    .writeHead(200, {
      ...SECURITY_HEADERS,
      'content-type': JSON_UTF8,
      'content-length': body.length,
      'preference-applied': 'return=representation',
    })
    .end(body)
}

/** What is told of an accepted notify. */
export function acceptance({ envelope }: Notify, { first, duplicate }: Committed, { dispatch }: Dispatch) {
  if (!first) throw new SignalboxError('internal')
  return {
    id: first.id,
    session_id: envelope.sessionId,
    seq: first.seq,
    type: canonicalType(envelope.payload.type),
    dispatch,
    duplicate,
  }
}
