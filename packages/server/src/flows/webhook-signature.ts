import { createHmac } from 'node:crypto'
import type { WebhookSecret } from './webhook-secrets.js'

export interface SignedMessage {
  /** The same for every attempt. */
  id: string
  /** When this attempt is made, in ms. */
  at: number
  body: string | Buffer
}

/** The headers of Standard Webhooks: who receives it can check that it is ours, and not old. */
export function signatureHeaders(
  { id, at, body }: SignedMessage,
  { secret, previous }: WebhookSecret,
): Record<string, string> {
  const seconds = Math.floor(at / 1000)
  const secrets = previous ? [secret, previous.secret] : [secret]
  const signatures = secrets.map((key) => {
    const hmac = createHmac('sha256', Buffer.from(key.replace(/^whsec_/, ''), 'base64'))
    return `v1,${hmac.update(`${id}.${seconds}.`).update(body).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  }
}
