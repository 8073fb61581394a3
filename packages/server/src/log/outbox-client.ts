import { SignalboxError } from '@signalbox/protocol'
import type { Delivery, DeliveryStatus } from '@signalbox/protocol/flow'
import type { Answer } from './operations.js'
import type { DeliveryKey, Outbox, OutboxReads, OutboxStep, Renew, TakenBinding } from './outbox.js'

/** So many rows are removed in one go, so that commits never wait long behind it. */
const DROPPED_AT_ONCE = 500

/** The outbox as the main thread sees it: every call is one operation of the writer. */
export function outboxClient(
  ask: (step: OutboxStep) => Promise<Answer>,
  reader: Pick<OutboxReads, 'delivery' | 'deliveryKey' | 'prunable'>,
  epoch: string,
): Outbox {
  return {
    take: async (taken) => void (await ask({ step: 'take', epoch, taken })),
    begin: (keys) => ask({ step: 'begin', keys }) as Promise<DeliveryKey[]>,
    settle: async (outcomes) => void (await ask({ step: 'settle', outcomes })),
    async retry(tenantId, id, renew) {
      for (;;) {
        const key = await reader.deliveryKey(tenantId, id)
        const before = key && (await reader.delivery(tenantId, id))
        if (!before) throw new SignalboxError('notFound', 'there is no such delivery')
        const renewed = renew && renewedBy(renew, before)
        const retried = ask({ step: 'retry', key, ...(renewed ? { renewed } : {}) })
        const delivery = (await retried.catch(isMissing)) && (await reader.delivery(tenantId, id))
        if (delivery) return delivery
        // Whoever was quicker renewed it, which gave it another key, or it went away: looked up again, it says which.
      }
    },
    recover: (recovery) => ask({ step: 'recover', recovery }) as Promise<number>,
    async prune(limits) {
      const unusedSince = limits.otherBefore
      for (;;) {
        const { rows, bindings } = await reader.prunable(limits)
        for (let at = 0; at < rows.length; at += DROPPED_AT_ONCE)
          await ask({ step: 'drop', rows: rows.slice(at, at + DROPPED_AT_ONCE), bindings: [], unusedSince })
        if (rows.length > 0) continue
        if (bindings.length > 0) await ask({ step: 'drop', rows, bindings, unusedSince })
        return
      }
    },
  }
}

/** A row that is not there may be under another key; whatever else is refused stays refused. */
function isMissing(error: unknown): undefined {
  if (!(error instanceof SignalboxError) || error.kind !== 'notFound') throw error
}

/** One that is not to be tried again is refused for that, whatever became of its trigger. */
const ENDED: ReadonlySet<DeliveryStatus> = new Set(['dead', 'unknown', 'stopped'])

function renewedBy(renew: Renew, delivery: Delivery): TakenBinding | undefined {
  if (!ENDED.has(delivery.status)) return undefined
  const { trigger_id: triggerId, index, activity_id: activityId } = delivery
  return { triggerId, index, activityId, config: renew(delivery) }
}
