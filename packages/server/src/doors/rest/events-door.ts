import { ERRORS, SignalboxError } from '@signalbox/protocol'
import type { FastifyInstance } from 'fastify'
import type { Dispatch } from '../../flows/dispatch-timeline.js'
import { type Notify, NotifyIntake } from '../../ingest/notify-intake.js'
import type { Committed } from '../../log/log.js'
import { acceptsNdjson, JSON_TYPE, JSON_UTF8, NDJSON, NDJSON_TYPE, takeBodies } from './media-type.js'
import { acceptance, type NotifyDoorOptions } from './notify-door.js'
import { permit } from './permit.js'
import { type BatchEntry, readBatch } from './read-batch.js'

/**
 * POST /api/events: many envelopes in one call. Answers 200 with, for each, the status it would have got alone; good
 * ones are kept when others fail.
 */
export function addEventsDoor(app: FastifyInstance, options: NotifyDoorOptions): void {
  const intake = new NotifyIntake(options)
  app.register(async (door) => {
    takeBodies(door, [JSON_TYPE, NDJSON_TYPE])
    door.post('/api/events', async (request, reply) => {
      const { tenantId } = permit(request, 'session:write')
      const entries = await readBatch(request, options.strict)
      const outcomes = (await intake.takeAll(tenantId, entries.filter(isNotify))).values()
      const dispatch = options.dispatch()
      const results = entries.map((entry, index) => {
        const outcome = isNotify(entry) ? outcomes.next().value : undefined
        return JSON.stringify(resultOf(index, entry, outcome, dispatch))
      })
      return acceptsNdjson(request)
        ? reply.type(NDJSON).send(results.map((result) => `${result}\n`).join(''))
        : reply.type(JSON_UTF8).send(`{"results":[${results.join(',')}]}`)
    })
  })
}

function resultOf(
  index: number,
  entry: BatchEntry,
  outcome: PromiseSettledResult<Committed> | undefined,
  dispatch: Dispatch,
) {
  if (isNotify(entry) && outcome?.status === 'fulfilled') {
    return { index, status: 204, ...acceptance(entry, outcome.value, dispatch) }
  }
  const error: unknown = outcome?.status === 'rejected' ? outcome.reason : entry
  if (!(error instanceof SignalboxError)) throw error
  const { status, http: code } = ERRORS[error.kind]
  return {
    index,
    status,
    code,
    detail: error.message,
    ...(error.field === undefined ? {} : { field: error.field }),
  }
}

function isNotify(entry: BatchEntry): entry is Notify {
  return !(entry instanceof SignalboxError)
}
