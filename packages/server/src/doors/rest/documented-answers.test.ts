import { ERRORS, validate } from '@signalbox/protocol'
import { errorsOf, type HttpRoute, ROUTES } from '@signalbox/protocol/documents'
import type { Doctor } from '@signalbox/server'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Answer, postNotify, send, type TestGateway, testGateway } from '../../testing.js'

let gateway: TestGateway

beforeEach(async () => {
  gateway = await testGateway()
})

function routeOf(operation: string): HttpRoute {
  const route = ROUTES.find((row) => row.operation === operation)
  if (!route) throw new Error(`there is no operation ${operation}`)
  return route
}

/** Asserts that an answer is one the table knows, in status, media type and shape. */
function expectDocumented(operation: string, { status, headers, text, json }: Answer): void {
  const route = routeOf(operation)
  const answer = route.answers[status]
  if (!answer) {
    const codes = errorsOf(route)
      .filter((kind) => ERRORS[kind].status === status)
      .map((kind) => ERRORS[kind].http)
    expect(codes, `${operation} ${status}`).toContain(json.code)
    return
  }
  if (!answer.content) {
    expect(text).toBe('')
    return
  }
  const mediaType = String(headers['content-type']).split(';')[0]
  const content = answer.content.find((form) => form.mediaType === mediaType)
  expect(content, `${operation} answers ${mediaType}`).toBeDefined()
  const value = mediaType === 'application/json' ? json : text
  expect(content && validate(content.schema, value), operation).toBeUndefined()
}

async function ask(operation: string, path = routeOf(operation).path, options = {}): Promise<Answer> {
  const answer = await send(gateway, routeOf(operation).method, path, options)
  expectDocumented(operation, answer)
  return answer
}

const ndjson = { headers: { accept: 'application/x-ndjson' } }

describe('what is documented is what is answered', () => {
  it('by the doors of the log', async () => {
    const body = routeOf('notify').body?.content[0]?.example
    await ask('notify', '/api/sessions/Codex%201/notify', { body })
    expect((await ask('listLogRecords')).json.records).not.toEqual([])
    expect((await ask('listLogRecords', '/api/logs?limit=0')).status).toBe(400)
    expect((await ask('listLogRecords', '/api/logs?session_id=nobody')).status).toBe(404)
    expect((await ask('streamLogRecords', '/api/logs/stream?replay=x')).status).toBe(400)
  })

  it('by the notify doors', async () => {
    const body = routeOf('notify').body?.content[0]?.example
    const path = '/api/sessions/Codex%201/notify'
    expect((await ask('notify', path, { body })).status).toBe(204)
    const more = { body, headers: { prefer: 'return=representation' } }
    expect((await ask('notify', path, more)).json).toMatchObject({ duplicate: true })
    expect((await ask('notify', path, { body: {} })).status).toBe(400)
    expect((await ask('notify', path, { body, anonymous: true })).status).toBe(401)
    const many = [body, { session_id: 'Codex 1' }]
    expect((await ask('notifyMany', '/api/events', { body: many })).status).toBe(200)
    expect((await ask('notifyMany', '/api/events', { body: many, ...ndjson })).status).toBe(200)
    expect((await ask('notifyMany', '/api/events', { body: '{' })).status).toBe(400)
  })

  it('by the hooks door', async () => {
    const asked = { session_id: 's', hook_event_name: 'PermissionRequest', tool_name: 'Bash', tool_input: {} }
    expect((await ask('hook', '/hooks/claude', { body: { ...asked, hook_event_name: 'Stop' } })).status).toBe(
      200,
    )
    const poll = { body: asked, headers: { 'x-signalbox-wait': 'poll' } }
    const { status, json } = await ask('hook', '/hooks/claude', poll)
    expect(status).toBe(202)
    expect((await ask('hook', '/hooks/cursor', { body: asked })).status).toBe(404)
    expect((await ask('heldHook', '/hooks/claude/held/nobody')).status).toBe(404)
    const held = ask('heldHook', `/hooks/claude/held/${json.held}`)
    const { requests } = (await ask('listRequests', '/api/requests')).json
    const [{ requestId }] = requests as [{ requestId: string }]
    await send(gateway, 'POST', `/api/requests/${requestId}/respond`, { body: { approved: true } })
    expect((await held).json).toMatchObject({ hookSpecificOutput: { decision: { behavior: 'allow' } } })
  })

  it('by the sessions doors', async () => {
    await postNotify(gateway, 'Codex 1', { type: 'finish' }, { raw: 'finish' })
    await ask('listSessions', '/api/sessions?limit=1')
    expect((await ask('listSessions', '/api/sessions?limit=0')).status).toBe(400)
    await ask('getSession', '/api/sessions/Codex%201')
    expect((await ask('getSession', '/api/sessions/nobody')).status).toBe(404)
    await ask('getSessionEvents', '/api/sessions/Codex%201/events?after=0')
    await ask('getSessionEvents', '/api/sessions/Codex%201/events', ndjson)
    expect((await ask('getRawEvent', '/api/sessions/Codex%201/events/2/raw')).text).toBe('finish')
    expect((await ask('getRawEvent', '/api/sessions/Codex%201/events/1/raw')).status).toBe(404)
    expect((await ask('streamSessionEvents', '/api/sessions/nobody/events/stream')).status).toBe(404)
    expect((await ask('streamActivity', '/api/activity/stream?session=nobody')).status).toBe(404)
    expect((await ask('streamActivity', '/api/activity/stream?types=x')).status).toBe(400)
  })

  it('by the doors that pause', async () => {
    const [paused, running] = [{ state: 'paused' }, { state: 'running' }]
    expect((await ask('getGatewayState')).json).toEqual(running)
    expect((await ask('pauseGateway')).json).toMatchObject(paused)
    expect((await ask('resumeGateway')).json).toMatchObject(running)
    await postNotify(gateway, 'Codex 1', { type: 'finish' })
    expect((await ask('pauseSession', '/api/sessions/Codex%201/pause')).status).toBe(503)
    expect((await ask('resumeSession', '/api/sessions/Codex%201/resume')).status).toBe(200)
    expect((await ask('pauseSession', '/api/sessions/nobody/pause')).status).toBe(404)
  })

  it('when a browser is paired and revoked', async () => {
    const { code } = (await ask('createPairingCode')).json as { code: string }
    const paired = await ask('pairDevice', '/pair', { body: { code, name: 'test' }, anonymous: true })
    expect((await ask('pairDevice', '/pair', { body: { code }, anonymous: true })).status).toBe(401)
    await ask('listDevices')
    const { id } = paired.json.device as { id: string }
    expect((await ask('revokeDevice', `/api/devices/${id}`)).status).toBe(204)
    expect((await ask('revokeDevice', `/api/devices/${id}`)).status).toBe(404)
  })

  it('by the flow door', async () => {
    const example = (operation: string) => routeOf(operation).body?.content[0]?.example
    for (const operation of ['listFlowActivities', 'listFlowEventTypes', 'getFlowConfig', 'listFlowFiles'])
      expect((await ask(operation)).status).toBe(200)
    const put = await ask('putFlowConfig', '/api/flow/config', { body: example('putFlowConfig') })
    expect(put.status).toBe(200)
    expect((await ask('putFlowConfig', '/api/flow/config', { body: {} })).status).toBe(400)
    const old = { body: example('putFlowConfig'), headers: { 'if-match': '"old"' } }
    expect((await ask('putFlowConfig', '/api/flow/config', old)).status).toBe(412)
    const [path, trigger] = ['/api/flow/triggers/review', { body: example('putFlowTrigger') }]
    expect((await ask('putFlowTrigger', path, trigger)).status).toBe(201)
    expect((await ask('putFlowTrigger', path, trigger)).status).toBe(200)
    expect((await ask('deleteFlowTrigger', path)).status).toBe(204)
    expect((await ask('deleteFlowTrigger', path)).status).toBe(404)
    const yaml = { body: (await ask('exportFlows')).text, headers: { 'content-type': 'application/yaml' } }
    expect((await ask('importFlows', '/api/flow/config/import', yaml)).status).toBe(200)
    const bad = await ask('importFlows', '/api/flow/config/import', { ...yaml, body: 'version: [' })
    expect(bad.json).toMatchObject({ status: 400, line: 1 })
    expect((await ask('importFlows', '/api/flow/config/import', { body: '{}' })).status).toBe(415)
    await postNotify(gateway, 'Codex 1', { type: 'new-plan', summary: 'x' })
    expect((await ask('listRecentFlowEvents', '/api/flow/recent-events?limit=5')).status).toBe(200)
    const tried = await ask('dryRunFlows', '/api/flow/dry-run', { body: example('dryRunFlows') })
    expect(tried.json).toMatchObject({ matches: [{}] })
    expect((await ask('dryRunFlows', '/api/flow/dry-run', { body: { event: { id: 'x' } } })).status).toBe(404)
  })

  it('about agents', async () => {
    expect((await ask('listAgents')).json).toEqual({
      agents: [{ id: 'demo', name: 'Demo agent', available: true }],
    })
    expect((await ask('listAgents', '/api/agents?all=1')).status).toBe(400)
    expect((await ask('getDiagnosis')).status).toBe(404)
    const doctor: Doctor = async (sessions) => ({
      ok: false,
      checks: [{ name: 'sessions', lamp: 'note', says: String(sessions.length), type: 'signalbox setup' }],
      options: '',
    })
    gateway = await testGateway({ overrides: { doctor } })
    await postNotify(gateway, 'Codex 1', { type: 'finish' })
    expect((await ask('getDiagnosis')).json).toMatchObject({ checks: [{ says: '1' }] })
    expect((await ask('getDiagnosis', '/api/doctor', { anonymous: true })).status).toBe(401)
  })

  it('about the gateway itself', async () => {
    for (const operation of [
      'getLiveness',
      'getReadiness',
      'getHealth',
      'getMetrics',
      'getOpenApi',
      'getAsyncApi',
    ]) {
      expect((await ask(operation)).status).toBe(200)
    }
  })
})
