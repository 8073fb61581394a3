import { SignalboxError } from '@signalbox/protocol'
import { ROUTES } from '@signalbox/protocol/documents'
import { compileTriggers } from '@signalbox/protocol/flow'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import type { FlowStore } from '../../flows/flow-store.js'
import type { WebhookSecrets } from '../../flows/webhook-secrets.js'
import { type Identity, may, OWNER, type Role } from '../../identity.js'
import type { Log } from '../../log/log.js'
import { addDeliveriesDoor } from './deliveries-door.js'
import { addFlowDoor } from './flow-door.js'
import { addWebhookSecretsDoor } from './webhook-secrets-door.js'

const HEADERS = '{"Authorization": "Bearer s3cret", "X-Team": "shop"}'
const hook = {
  activity_id: 'post_webhook' as const,
  config: { url: 'https://a.example/', headers_json: HEADERS },
}
const config = {
  ...{ version: 1 as const, triggers: [{ id: 'a', event_type: 'notify_event' }] },
  bindings_by_trigger_id: { a: [hook] },
}

const served = async () => ({ served: true })
const snapshot = {
  config,
  triggers: compileTriggers(config),
  files: [],
  errors: [],
  warnings: [],
  revision: 'r',
}
const store = {
  ...{ state: 'ready', directory: '/flows', current: snapshot },
  ...{ put: async () => snapshot, putTrigger: async () => ({ snapshot, created: false }) },
  deleteTrigger: async () => true,
} as unknown as FlowStore
const log = {
  reader: {
    deliveries: async () => ({ deliveries: [], next: null }),
    recentEvents: async () => ({ events: [], lookedFrom: 0 }),
  },
  outbox: { retry: served },
} as unknown as Log
const secret = async () => ({ secret: 'whsec_x' })

/** The doors of flows, with whoever the request says at them. */
async function doors() {
  const app = Fastify()
  app.decorateRequest('identity')
  app.addHook('onRequest', async (request) => {
    request.identity = { ...OWNER, role: request.headers['x-role'] as Role }
  })
  app.setErrorHandler((error, _request, reply) =>
    reply
      .code(error instanceof SignalboxError && error.kind === 'unauthorized' ? 403 : 500)
      .send(String(error)),
  )
  const problems = { during: () => async () => undefined }
  addFlowDoor(app, { store, log, enabled: true, harmonize: (commit) => commit, problems, now: () => 0 })
  addDeliveriesDoor(app, { log, bindingsOf: () => undefined, wake: () => undefined })
  const secrets = { of: secret, rotate: secret } as unknown as WebhookSecrets
  addWebhookSecretsDoor(app, { secrets, hasTrigger: () => true })
  await app.ready()
  return app
}

const json = { 'content-type': 'application/json' }
const yaml = { 'content-type': 'application/yaml' }
const sample = JSON.stringify({ event: { sample: 'notify_event' } })
interface Asked {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  headers?: Record<string, string>
  payload?: string
}

const ASKED: readonly Asked[] = [
  { method: 'GET', path: '/api/flow/activities' },
  { method: 'GET', path: '/api/flow/event-types' },
  { method: 'GET', path: '/api/flow/config' },
  { method: 'GET', path: '/api/flow/config/export' },
  { method: 'GET', path: '/api/flow/files' },
  { method: 'GET', path: '/api/flow/recent-events' },
  { method: 'GET', path: '/api/flow/deliveries' },
  { method: 'POST', path: '/api/flow/dry-run', headers: json, payload: sample },
  { method: 'POST', path: '/api/flow/deliveries/{id}/retry' },
  { method: 'PUT', path: '/api/flow/config', headers: json, payload: JSON.stringify(config) },
  {
    ...{ method: 'PUT', path: '/api/flow/triggers/{id}', headers: json },
    payload: '{"event_type":"notify_event","bindings":[]}',
  },
  { method: 'DELETE', path: '/api/flow/triggers/{id}' },
  { method: 'POST', path: '/api/flow/config/import', headers: yaml, payload: 'version: 1\nflows: []\n' },
  { method: 'GET', path: '/api/flow/triggers/{id}/secret' },
  { method: 'POST', path: '/api/flow/triggers/{id}/secret/rotate' },
]

const ROLES: readonly Role[] = ['owner', 'admin', 'billing_admin', 'member', 'viewer', 'hook']
const NEEDS: Readonly<Record<string, 'session:read' | 'session:write' | 'tenant:admin'>> = {
  'POST /api/flow/dry-run': 'session:read',
  'POST /api/flow/deliveries/{id}/retry': 'session:write',
  'GET /api/flow/triggers/{id}/secret': 'tenant:admin',
}

describe('who may what with flows', () => {
  it('is every route of them', () => {
    const told = ROUTES.filter(({ path }) => path.startsWith('/api/flow/'))
    const key = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
    expect(ASKED.map(key).sort()).toEqual(told.map(key).sort())
  })

  it.each(ASKED)('is as it is told: $method $path', async ({ method, path, headers, payload }) => {
    const needed = NEEDS[`${method} ${path}`] ?? (method === 'GET' ? 'session:read' : 'tenant:admin')
    expect(ROUTES.find((route) => route.method === method && route.path === path)?.access).toBe(needed)
    const app = await doors()
    for (const role of ROLES) {
      const { statusCode, body } = await app.inject({
        ...{ method, url: path.replace('{id}', 'a') },
        headers: { ...headers, 'x-role': role },
        ...(payload === undefined ? {} : { payload }),
      })
      const allowed = may({ ...OWNER, role } satisfies Identity, needed)
      expect([role, statusCode === 403], body).toEqual([role, !allowed])
      if (allowed) expect([role, statusCode < 300], body).toEqual([role, true])
    }
    await app.close()
  })
})

it('tells the values of headers to those alone who may change them', async () => {
  const app = await doors()
  for (const role of ROLES.filter((one) => one !== 'hook')) {
    const headers = { 'x-role': role, ...json }
    const told = await Promise.all([
      app.inject({ url: '/api/flow/config', headers }),
      app.inject({ url: '/api/flow/config/export', headers }),
      app.inject({ method: 'POST', url: '/api/flow/dry-run', headers, payload: sample }),
    ])
    for (const { body } of told) {
      expect([role, body.includes('s3cret')]).toEqual([role, role === 'owner'])
      expect(body).toContain('X-Team')
    }
  }
  await app.close()
})
