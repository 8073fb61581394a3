import { request } from 'node:http'
import { FLOW_CONFIG_EXAMPLE } from '@signalbox/protocol/flow'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { StreamReader } from '../doors/sse/testing.js'
import { postNotify, send, type TestGateway, testGateway } from '../testing.js'

/** The example of the documentation, letter for letter. */
const JSON_TEXT = `{
  "version": 1,
  "triggers": [
    {
      "id": "plan-created",
      "label": "New plan created",
      "event_type": "notify_new_plan",
      "where": {
        "session.id": "Codex 1"
      }
    }
  ],
  "bindings_by_trigger_id": {
    "plan-created": [
      {
        "activity_id": "toast_notification",
        "config": {
          "level": "info",
          "message_template": "{{summary}}"
        }
      },
      {
        "activity_id": "spawn_agent_session",
        "config": {
          "agent_id": "coder",
          "message_template": "New plan summary: {{notify.plan_summary}}"
        }
      }
    ]
  }
}`
const YAML_TEXT = `version: 1
flows:
  - id: plan-created
    label: New plan created
    event_type: notify_new_plan
    where:
      session.id: Codex 1
    bindings:
      - activity_id: toast_notification
        config:
          level: info
          message_template: "{{summary}}"
      - activity_id: spawn_agent_session
        config:
          agent_id: coder
          message_template: "New plan summary: {{notify.plan_summary}}"
`
const PLAN = {
  type: 'new-plan',
  summary: 'Route the events',
  plan_summary: 'Three steps',
  plan_file: 'plan.org',
}

const FORMS = [
  ['put as JSON', 'PUT', '/api/flow/config', 'application/json', JSON_TEXT],
  ['imported as YAML', 'POST', '/api/flow/config/import', 'application/yaml', YAML_TEXT],
] as const

type Row = Record<string, unknown>

/** The stream of toasts, once it has begun. */
async function toasts({ url, token }: TestGateway): Promise<StreamReader> {
  const headers = { authorization: `Bearer ${token}` }
  const call = request(`${url}/api/notifications/stream`, { headers })
  onTestFinished(() => void call.destroy())
  const reader = await StreamReader.open(call)
  await reader.next()
  return reader
}
const list = async (gateway: TestGateway, path: string, key: string) =>
  (await send(gateway, 'GET', path)).json[key] as Row[]
const deliveries = (gateway: TestGateway) => list(gateway, '/api/flow/deliveries', 'deliveries')

describe.each(FORMS)('the example of the documentation, %s', (_how, method, path, type, body) => {
  it('shows a toast and runs the agent on the plan', async () => {
    const gateway = await testGateway({ settings: { agents: { coder: { kind: 'demo' } } } })
    const saved = await send(gateway, method, path, { body, headers: { 'content-type': type } })
    expect([saved.status, saved.json]).toEqual([200, FLOW_CONFIG_EXAMPLE])
    expect((await send(gateway, 'GET', '/api/flow/config')).json).toEqual(JSON.parse(JSON_TEXT))

    const shown = await toasts(gateway)
    await postNotify(gateway, 'Codex 2', PLAN)
    await postNotify(gateway, 'Codex 1', { ...PLAN, type: 'progress' })
    await postNotify(gateway, 'Codex 1', PLAN, { event_id: 'plan:1' })
    const [toast] = (await shown.until(({ data }) => data?.includes('"toast"') ?? false)).slice(-1)
    expect(JSON.parse(toast?.data ?? '')).toMatchObject({
      type: 'toast',
      level: 'info',
      message: 'Route the events',
    })

    await vi.waitFor(async () => {
      expect((await deliveries(gateway)).map(({ status }) => status)).toEqual(['done', 'done'])
    }, 10_000)
    const [spawned] = (await deliveries(gateway)).filter(
      ({ activity_id }) => activity_id === 'spawn_agent_session',
    )
    const { session_id: sessionId } = (spawned?.response ?? {}) as { session_id?: string }
    const events = () => list(gateway, `/api/sessions/${sessionId}/events?limit=1000`, 'events')
    await vi.waitFor(async () => {
      expect((await events()).map(({ type }) => type)).toContain('turn_complete')
    }, 10_000)
    const told = (await events()).filter(({ type }) => type === 'user_message')
    expect(told.map(({ content }) => content)).toEqual(['New plan summary: Three steps'])
    const { json } = await send(gateway, 'GET', `/api/sessions/${sessionId}`)
    expect(json).toMatchObject({ agentType: 'coder' })

    // Told again it is the same event, and nothing is done again.
    await postNotify(gateway, 'Codex 1', PLAN, { event_id: 'plan:1' })
    await postNotify(gateway, 'Codex 1', { ...PLAN, summary: 'Another' })
    await shown.until(({ data }) => data?.includes('Another') ?? false)
    expect(await deliveries(gateway)).toHaveLength(4)
  })
})

it('is saved with a warning where its agent is not declared, and says so when it is run', async () => {
  const gateway = await testGateway({ settings: { logLevel: 'error' } })
  const { status, json } = await send(gateway, 'PUT', '/api/flow/config', { body: JSON_TEXT })
  expect([status, json]).toEqual([
    200,
    {
      ...JSON.parse(JSON_TEXT),
      warnings: [
        { trigger_id: 'plan-created', field: expect.any(String), message: expect.stringContaining('coder') },
      ],
    },
  ])
  await postNotify(gateway, 'Codex 1', PLAN)
  await vi.waitFor(async () => {
    const [dead] = (await deliveries(gateway)).filter(({ status: now }) => now === 'dead')
    expect(dead).toMatchObject({
      activity_id: 'spawn_agent_session',
      error: expect.stringContaining('coder'),
    })
  }, 10_000)
})
