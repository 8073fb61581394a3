import { describe, expect, it } from 'vitest'
import { WebhookSecrets } from '../../flows/webhook-secrets.js'
import { MemoryRecords, startTestGateway } from '../../http/testing.js'
import { send } from './testing.js'
import { addWebhookSecretsDoor } from './webhook-secrets-door.js'

async function open() {
  let made = 0
  const secrets = new WebhookSecrets({
    records: new MemoryRecords(),
    now: () => 0,
    randomBytes: (size) => Buffer.alloc(size, ++made),
  })
  const gateway = await startTestGateway({
    routes: (app) => addWebhookSecretsDoor(app, { secrets, hasTrigger: (id) => id === 'Plan / created' }),
  })
  return gateway.port
}

describe('the secret of a trigger', () => {
  const path = '/api/flow/triggers/Plan%20%2F%20created/secret'

  it('is told, and changed', async () => {
    const port = await open()
    const first = JSON.parse((await send(port, { path })).text)
    expect(first).toEqual({ trigger_id: 'Plan / created', secret: expect.stringMatching(/^whsec_/) })
    expect(JSON.parse((await send(port, { path })).text)).toEqual(first)
    const rotated = await send(port, { method: 'POST', path: `${path}/rotate` })
    expect(rotated.headers['cache-control']).toContain('no-store')
    expect(JSON.parse(rotated.text)).toEqual({
      trigger_id: 'Plan / created',
      secret: expect.not.stringContaining(first.secret),
      previous: { secret: first.secret, until: '1970-01-02T00:00:00.000Z' },
    })
  })

  it('is there for triggers that are, and for whoever may change flows', async () => {
    const port = await open()
    expect((await send(port, { path: '/api/flow/triggers/x/secret' })).status).toBe(404)
    expect((await send(port, { method: 'POST', path: '/api/flow/triggers/x/secret/rotate' })).status).toBe(
      404,
    )
    expect((await send(port, { path, headers: { authorization: '' } })).status).toBe(401)
    expect((await send(port, { path: `${path}?x=1` })).status).toBe(400)
  })
})
