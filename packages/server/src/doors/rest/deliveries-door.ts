import { SignalboxError } from '@signalbox/protocol'
import { DELIVERY_STATUSES, type Delivery, type FlowBinding } from '@signalbox/protocol/flow'
import type { FastifyInstance } from 'fastify'
import { findSession } from '../../commands/find-session.js'
import type { Log } from '../../log/log.js'
import type { DeliveryPage, DeliveryQuery } from '../../log/outbox.js'
import { permit } from './permit.js'
import { badParameter, integer, type ParameterReader, readQuery, text, word } from './query.js'

export interface DeliveriesDoorDeps {
  log: Log
  /** What a trigger sets off as it is now; undefined where there is none. */
  bindingsOf: (triggerId: string) => readonly FlowBinding[] | undefined
  /** Something is to be done that nobody waits for yet. */
  wake: () => void
}

interface DeliveryRoute {
  Params: { id: string }
}

const LIMIT = 100
const MAX_LIMIT = 1000
/** Where little is found, so many pages are looked through for one that is asked for. */
const MAX_LOOKS = 20

const place: ParameterReader<string | undefined> = (given, name) => {
  if (given === undefined || /^\d{1,15}\.\d{1,15}$/.test(given)) return given
  throw badParameter(name, `${name} must be the next of a page of deliveries`)
}

const QUERY = {
  status: word(DELIVERY_STATUSES),
  trigger: text,
  session: text,
  limit: integer(1, MAX_LIMIT),
  after: place,
}

/** What flows did and are going to do, and another try. */
export function addDeliveriesDoor(app: FastifyInstance, { log, bindingsOf, wake }: DeliveriesDoorDeps): void {
  app.get('/api/flow/deliveries', async (request) => {
    const identity = permit(request, 'session:read')
    const { status, trigger, session, limit = LIMIT, after } = readQuery(request.query, QUERY)
    const sessionId = session === undefined ? undefined : await findSession(log, identity, session)
    return pageOf({
      tenantId: identity.tenantId,
      limit,
      ...(status === undefined ? {} : { status }),
      ...(trigger === undefined ? {} : { triggerId: trigger }),
      ...(sessionId === undefined ? {} : { sessionId }),
      ...(after === undefined ? {} : { after }),
    })
  })

  app.post<DeliveryRoute>('/api/flow/deliveries/:id/retry', async (request) => {
    const { tenantId } = permit(request, 'session:write')
    readQuery(request.query, {})
    const delivery = await log.outbox.retry(tenantId, request.params.id, asItIsNow)
    wake()
    return { delivery }
  })

  /** Whoever asks for another try has put right what was wrong, if it was the rule. */
  function asItIsNow({ trigger_id: triggerId, index, activity_id: activityId }: Delivery) {
    const bindings = bindingsOf(triggerId)
    if (!bindings) throw new SignalboxError('conflict', `the trigger ${triggerId} is no longer there`)
    const binding = bindings[index]
    if (binding?.activity_id === activityId) return binding.config
    throw new SignalboxError(
      'conflict',
      `the trigger ${triggerId} no longer has ${activityId} as its activity number ${index + 1}`,
    )
  }

  /** A page of the outbox looks at so many rows only: a full one may take several. */
  async function pageOf(query: DeliveryQuery): Promise<DeliveryPage> {
    const page = await log.reader.deliveries(query)
    for (
      let looks = 1;
      page.next !== null && page.deliveries.length < query.limit && looks < MAX_LOOKS;
      looks++
    ) {
      const limit = query.limit - page.deliveries.length
      const more = await log.reader.deliveries({ ...query, limit, after: page.next })
      page.deliveries.push(...more.deliveries)
      page.next = more.next
    }
    return page
  }
}
