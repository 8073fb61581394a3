import { SignalboxError } from '@signalbox/protocol'
import type { FastifyInstance } from 'fastify'
import type { WebhookSecret, WebhookSecrets } from '../../flows/webhook-secrets.js'
import { permit } from './permit.js'
import { readQuery } from './query.js'

export interface WebhookSecretsDoorDeps {
  secrets: WebhookSecrets
  hasTrigger: (triggerId: string) => boolean
}

interface TriggerRoute {
  Params: { id: string }
}

/** What the webhooks of a trigger are signed with. */
export function addWebhookSecretsDoor(
  app: FastifyInstance,
  { secrets, hasTrigger }: WebhookSecretsDoorDeps,
): void {
  app.get<TriggerRoute>('/api/flow/triggers/:id/secret', async (request) => {
    const { tenantId } = permit(request, 'tenant:admin')
    readQuery(request.query, {})
    const { id } = request.params
    known(id)
    return shown(id, await secrets.of(tenantId, id))
  })

  app.post<TriggerRoute>('/api/flow/triggers/:id/secret/rotate', async (request) => {
    const { tenantId } = permit(request, 'tenant:admin')
    readQuery(request.query, {})
    const { id } = request.params
    known(id)
    return shown(id, await secrets.rotate(tenantId, id))
  })

  function known(id: string): void {
    if (!hasTrigger(id)) throw new SignalboxError('notFound', 'there is no trigger of this id')
  }
}

function shown(triggerId: string, { secret, previous }: WebhookSecret) {
  const before = previous && {
    previous: { secret: previous.secret, until: new Date(previous.until).toISOString() },
  }
  return { trigger_id: triggerId, secret, ...before }
}
