import { s } from '../schema.js'
import type { HttpRoute, Parameter, RouteAnswer } from './route.js'

/** The secret webhooks of a trigger are signed with. `previous`: the one before, which signs along until `until`. */
export const WebhookSecretEntry = s.object({
  trigger_id: s.string(),
  secret: s.string(),
  previous: s.optional(s.object({ secret: s.string(), until: s.string() })),
})

const example = { trigger_id: 'plan-created', secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=' }

const id: Parameter = {
  name: 'id',
  in: 'path',
  schema: s.string(),
  description: 'The trigger.',
  example: 'plan-created',
}

function secret(description: string): Readonly<Record<number, RouteAnswer>> {
  const content = [{ mediaType: 'application/json', schema: WebhookSecretEntry, example }]
  return { 200: { description, content } }
}

/** What receivers check the webhooks of a trigger with. */
export const webhookSecretRoutes: readonly HttpRoute[] = [
  {
    method: 'GET',
    path: '/api/flow/triggers/{id}/secret',
    operation: 'getWebhookSecret',
    chapter: 'flows',
    summary: 'What the webhooks of a trigger are signed with',
    description:
      'Made when it is first needed. Signatures are those of Standard Webhooks, in `webhook-signature`.',
    access: 'tenant:admin',
    parameters: [id],
    answers: secret('The secret.'),
    errors: ['invalidMessage', 'notFound', 'unavailable'],
  },
  {
    method: 'POST',
    path: '/api/flow/triggers/{id}/secret/rotate',
    operation: 'rotateWebhookSecret',
    chapter: 'flows',
    summary: 'Sign the webhooks of a trigger with a new secret',
    description: 'For a day the one before signs along, so that receivers can change over.',
    access: 'tenant:admin',
    parameters: [id],
    answers: secret('The new secret.'),
    errors: ['invalidMessage', 'notFound', 'unavailable'],
  },
]
