import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { expect, it, onTestFinished } from 'vitest'
import { StreamReader } from '../../doors/sse/testing.js'
import { tempDir } from '../../log/testing.js'
import { postNotify, send, testGateway } from '../../testing.js'

it('what a flow says is done: shown, posted, given to an agent', async () => {
  const posted: { headers: Record<string, string>; body: string }[] = []
  const receiver = createServer(async (asked, response) => {
    let body = ''
    for await (const piece of asked) body += piece
    posted.push({ headers: asked.headers as Record<string, string>, body })
    response.writeHead(posted.length === 1 ? 503 : 200, { 'retry-after': '0' }).end('thanks')
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    receiver.closeAllConnections()
    receiver.close()
  })
  const place = `127.0.0.1:${(receiver.address() as AddressInfo).port}`
  const dataDir = tempDir()
  mkdirSync(join(dataDir, 'flows'))
  const binding = (activity_id: string, config: object) => ({ activity_id, config })
  const flow = {
    id: 'plan-created',
    event_type: 'notify_new_plan',
    where: { 'session.id': 'Codex 1' },
    bindings: [
      binding('toast_notification', { level: 'warning', message_template: 'Plan: {{summary}}' }),
      binding('post_webhook', { url: `http://${place}/in`, body_template: '{"text":"{{summary}}"}' }),
      binding('spawn_agent_session', { agent_id: 'demo', message_template: 'Go: {{summary}}' }),
      binding('post_webhook', { url: 'http://127.0.0.1:1/', body_template: 'closed' }),
    ],
  }
  // JSON is YAML.
  writeFileSync(join(dataDir, 'flows', 'plan-created.yaml'), JSON.stringify({ version: 1, flows: [flow] }))
  const gateway = await testGateway({ dataDir, settings: { webhooks: { allow: [place] } } })
  const stream = await StreamReader.open(
    request(`${gateway.url}/api/notifications/stream`, {
      headers: { authorization: `Bearer ${gateway.token}` },
    }),
  )
  await stream.until(({ event }) => event === 'replay_complete')
  await postNotify(gateway, 'Codex 1', { type: 'new-plan', summary: 'Say "hi"' })
  const [shown] = await stream.until(({ data }) => data !== undefined)
  expect(JSON.parse(shown?.data ?? '')).toMatchObject({
    type: 'toast',
    level: 'warning',
    message: 'Plan: Say "hi"',
  })

  const deliveries = async () => {
    const { json } = await send(gateway, 'GET', '/api/flow/deliveries')
    return (json.deliveries as Record<string, unknown>[]).sort((a, b) => Number(a.index) - Number(b.index))
  }
  await expect
    .poll(async () => (await deliveries()).map(({ status }) => status))
    .toEqual(['done', 'done', 'done', 'dead'])
  const [, webhook, spawned, refused] = await deliveries()
  expect(webhook).toMatchObject({ attempts: 2, response: { status: 200, body: 'thanks' } })
  expect(refused?.error).toContain('add "127.0.0.1:1" to SIGNALBOX_WEBHOOK_ALLOW')
  const { secret } = (await send(gateway, 'GET', '/api/flow/triggers/plan-created/secret')).json
  expect(posted.map(({ headers }) => headers['idempotency-key'])).toEqual([webhook?.id, webhook?.id])
  for (const { headers, body } of posted)
    expect(new Webhook(String(secret)).verify(body, headers)).toEqual({ text: 'Say "hi"' })

  const { session_id: agent } = (spawned?.response ?? {}) as { session_id?: string }
  const { events } = (await send(gateway, 'GET', `/api/sessions/${agent}/events?limit=100`)).json
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'user_message', content: 'Go: Say "hi"', via: 'flow' }),
  )
}, 30_000)
