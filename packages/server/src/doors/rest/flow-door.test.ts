import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROUTES } from '@signalbox/protocol/documents'
import { FLOW_CONFIG_EXAMPLE, FLOW_EVENT_TYPES } from '@signalbox/protocol/flow'
import { describe, expect, it } from 'vitest'
import { postNotify, send } from '../../testing.js'
import { FlowDoorInHand, problemOf, TOAST } from './flow-door.fixture.js'

const flows = new FlowDoorInHand()
const exportRoute = ROUTES.find(({ operation }) => operation === 'exportFlows')
const FLOW_YAML_EXAMPLE = String(exportRoute?.answers[200]?.content?.[0]?.example)
const EMPTY = { version: 1, triggers: [], bindings_by_trigger_id: {} }
const FLOW = { event_type: 'notify_event', bindings: [TOAST] }

describe('what flows can do and wait for', () => {
  it('is told as data', async () => {
    const activities = (await flows.get('activities')).json as unknown as { id: string; one_of?: string[] }[]
    expect(activities.map(({ id }) => id)).toEqual([
      'toast_notification',
      'post_webhook',
      'send_to_terminal',
      'spawn_agent_session',
    ])
    expect(activities[2]?.one_of).toEqual(['target_session_id', 'target_agent_name'])
    const types = (await flows.get('event-types')).json as Record<
      string,
      Record<string, Record<string, string>>
    >
    expect(types.event_types).toEqual(FLOW_EVENT_TYPES)
    expect(types.samples?.notify_new_plan).toMatchObject({ type: 'notify_new_plan', 'session.id': 'Codex 1' })
    expect(Object.keys(types.descriptions ?? {})).toEqual(FLOW_EVENT_TYPES)
  })
})

describe('all flows', () => {
  it('come back as they were put, to the letter, with a warning for an agent that is not declared', async () => {
    const answer = await flows.put(FLOW_CONFIG_EXAMPLE)
    expect(answer.status).toBe(200)
    const { warnings, ...config } = answer.json
    expect(config).toEqual(FLOW_CONFIG_EXAMPLE)
    expect(warnings).toMatchObject([{ trigger_id: 'plan-created' }])
    const read = await flows.get('config')
    expect(read.json).toEqual(FLOW_CONFIG_EXAMPLE)
    expect(read.headers.etag).toBe(answer.headers.etag)
  })

  it('are changed only by those who have seen them, where they say so', async () => {
    const { etag } = (await flows.put(EMPTY)).headers
    expect((await flows.put(FLOW_CONFIG_EXAMPLE, { 'if-match': String(etag) })).status).toBe(200)
    for (const [tag, status] of [
      [String(etag), 412],
      ['"a", "b"', 412],
      [`W/${(await flows.get('config')).headers.etag}`, 412],
      ['nonsense', 400],
      ['*', 200],
      [`"x", ${(await flows.get('config')).headers.etag}`, 200],
    ] as const)
      expect([tag, (await flows.put(FLOW_CONFIG_EXAMPLE, { 'if-match': tag })).status]).toEqual([tag, status])
    expect(problemOf(await flows.putTrigger('x', FLOW, { 'if-match': '"old"' }))).toEqual([
      412,
      'precondition_failed',
      undefined,
    ])
  })

  it.each<[string, unknown, number, string | undefined]>([
    ['no JSON', '{', 400, undefined],
    ['no object', '[]', 400, undefined],
    ['an unknown field', { ...EMPTY, storage_path: '/' }, 400, 'storage_path'],
    [
      'an unknown type',
      { ...EMPTY, triggers: [{ id: 'x', event_type: 'x' }] },
      400,
      'triggers[0].event_type',
    ],
    [
      'the same id twice',
      {
        ...EMPTY,
        triggers: [
          { id: 'x', event_type: 'plan-new' },
          { id: 'x', event_type: 'plan-new' },
        ],
      },
      409,
      'triggers[1].id',
    ],
    [
      'a bad level',
      {
        ...FLOW_CONFIG_EXAMPLE,
        bindings_by_trigger_id: {
          'plan-created': [TOAST, { ...TOAST, config: { level: 'x', message_template: 'x' } }],
        },
      },
      400,
      'bindings_by_trigger_id.plan-created[1].config.level',
    ],
    ['too much', ' '.repeat(1024 * 1024 + 1), 413, undefined],
  ])('are refused with %s, and nothing changes', async (_what, body, status, field) => {
    await flows.put(FLOW_CONFIG_EXAMPLE)
    const answer = await flows.put(body)
    expect([answer.status, answer.json.field]).toEqual([status, field])
    expect((await flows.get('config')).json).toEqual(FLOW_CONFIG_EXAMPLE)
  })

  it('are put as they are read, also while a file of them is wrong', async () => {
    await flows.put({ ...EMPTY, triggers: [{ id: 'a', event_type: 'notify_event' }] })
    writeFileSync(join(flows.dataDir, 'flows', 'bad.yaml'), 'version: 1\nflows: [')
    const read = await expect
      .poll(() => flows.get('config'))
      .toMatchObject({ json: { errors: [{ file: 'bad.yaml' }] } })
      .then(() => flows.get('config'))
    const { status, json } = await flows.put(read.json)
    expect([status, json.triggers]).toEqual([200, [{ id: 'a', event_type: 'notify_event' }]])
  })

  it('are for those who may', async () => {
    expect((await flows.put(EMPTY, { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await send(flows.gateway, 'GET', '/api/flow/config', { anonymous: true })).status).toBe(401)
    expect((await flows.get('config?x=1')).json).toMatchObject({ status: 400, field: 'x' })
    expect((await send(flows.gateway, 'POST', '/api/flow/config', { body: EMPTY })).status).toBe(405)
  })
})

describe('one flow', () => {
  it('is made, changed and removed', async () => {
    const made = await flows.putTrigger('Plan/A %', FLOW)
    expect([made.status, made.json]).toEqual([201, { trigger: { id: 'Plan/A %', ...FLOW } }])
    const spawn = { activity_id: 'spawn_agent_session', config: { agent_id: 'nobody' } }
    const changed = await flows.putTrigger('Plan/A %', { ...FLOW, bindings: [TOAST, spawn] })
    expect(changed.status).toBe(200)
    expect(changed.json.warnings).toMatchObject([{ field: 'bindings[1].config.agent_id' }])
    expect((await flows.putTrigger('bare', { event_type: 'plan-new' })).json.trigger).toMatchObject({
      bindings: [],
    })
    const path = `/api/flow/triggers/${encodeURIComponent('Plan/A %')}`
    expect((await send(flows.gateway, 'DELETE', path)).status).toBe(204)
    expect((await send(flows.gateway, 'DELETE', path)).status).toBe(404)
    expect((await flows.get('config')).json.triggers).toEqual([{ id: 'bare', event_type: 'plan-new' }])
  })

  it.each<[string, object, string]>([
    ['another id', { id: 'y', ...FLOW }, 'id'],
    ['an unknown field', { ...FLOW, enabled: true }, 'enabled'],
    ['a missing field', { ...FLOW, bindings: [{ ...TOAST, config: {} }] }, 'bindings[0].config.level'],
    ['a number in where', { ...FLOW, where: { level: 1 } }, 'where.level'],
  ])('is refused with %s', async (_what, body, field) => {
    expect(problemOf(await flows.putTrigger('x', body))).toEqual([400, 'invalid_request', field])
  })
})

describe('flows as YAML', () => {
  it('are imported and exported, and say the same', async () => {
    for (const type of [
      'application/yaml',
      'text/x-yaml; charset=utf-8',
      'application/x-yaml',
      'text/yaml',
    ]) {
      const { status, json } = await flows.importYaml(FLOW_YAML_EXAMPLE, { 'content-type': type })
      expect([status, json]).toMatchObject([200, FLOW_CONFIG_EXAMPLE])
    }
    const { text, headers } = await flows.get('config/export')
    expect(text).toBe(FLOW_YAML_EXAMPLE)
    expect(headers['content-type']).toBe('application/yaml; charset=utf-8')
    expect(headers['content-disposition']).toBe('attachment; filename="flows.yaml"')
    await flows.importYaml('version: 1\nflows: []\n')
    expect((await flows.get('config')).json).toEqual(EMPTY)
  })

  it.each<[string, string | Buffer, object]>([
    ['a syntax error', 'version: 1\nflows: [', { status: 400, line: 2 }],
    [
      'a wrong field',
      FLOW_YAML_EXAMPLE.replace('info', 'loud'),
      { status: 400, line: 11, column: 18, field: 'flows[0].bindings[0].config.level' },
    ],
    ['an alias', 'version: &v 1\nflows: []', { status: 400, line: 1, column: 10 }],
    [
      'an id twice',
      'version: 1\nflows:\n  - {id: a, event_type: plan-new}\n  - {id: a, event_type: plan-new}',
      { status: 409, line: 4, column: 10, field: 'flows[1].id' },
    ],
    ['bytes that are no text', Buffer.from([0x61, 0xff]), { status: 400 }],
    ['too much', '#'.repeat(1024 * 1024 + 1), { status: 413 }],
    ['a nest', '['.repeat(10_000), { status: 400, line: 1 }],
  ])('are refused with %s, and it is said where', async (_what, body, problem) => {
    expect((await flows.importYaml(body)).json).toMatchObject(problem)
    expect((await flows.get('config')).json).toEqual(EMPTY)
  })

  it('are refused as anything else', async () => {
    expect((await flows.importYaml('{}', { 'content-type': 'application/json' })).status).toBe(415)
    expect((await flows.importYaml('{}', { 'content-type': '' })).status).toBe(415)
  })
})

describe('the files of flows', () => {
  it('are shown with what is wrong with them, and the others go on', async () => {
    await flows.put(FLOW_CONFIG_EXAMPLE)
    writeFileSync(
      join(flows.dataDir, 'flows', 'bad.yaml'),
      'version: 1\nflows:\n  - id: bad\n    event_type: nope\n',
    )
    // A change reads what is there first, whatever the watch has noticed.
    const { json } = await flows.putTrigger('bare', { event_type: 'plan-new' })
    expect(json).toMatchObject({ trigger: { id: 'bare' } })
    const error = { file: 'bad.yaml', line: 4, column: 17, field: 'flows[0].event_type' }
    const config = (await flows.get('config')).json
    expect(config.triggers).toHaveLength(2)
    expect(config.errors).toMatchObject([error])
    expect((await flows.get('files')).json).toMatchObject({
      storage_path: join(flows.dataDir, 'flows'),
      state: 'ready',
      files: [
        { file: 'bad.yaml', error },
        { file: 'bare.flow.yaml', trigger_id: 'bare' },
        { file: 'plan-created.flow.yaml', trigger_id: 'plan-created' },
      ],
      warnings: [{ trigger_id: 'plan-created' }],
    })
  })

  it('that cannot be read are said to be so, and notify goes on', async () => {
    rmSync(join(flows.dataDir, 'flows'), { recursive: true })
    writeFileSync(join(flows.dataDir, 'flows'), 'in the way')
    expect((await flows.put(EMPTY)).status).toBe(503)
    expect((await flows.get('config')).json).toMatchObject({
      status: 503,
      code: 'flows_unavailable',
      title: 'The files of flows cannot be used',
      detail: `flows cannot be read: ${join(flows.dataDir, 'flows')} is a file, not a folder; move it away`,
    })
    expect((await flows.get('config/export')).status).toBe(503)
    expect((await flows.get('files')).json).toMatchObject({
      state: 'unreadable',
      reason: expect.stringContaining('is a file'),
    })
    expect((await postNotify(flows.gateway, 'Codex 9', { type: 'finish' })).status).toBe(204)
    rmSync(join(flows.dataDir, 'flows'))
  })
})
