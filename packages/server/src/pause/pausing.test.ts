import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ScriptedDriver } from '../sessions/scripted-driver.fixture.js'
import { type Frame, postNotify, send, TestClient, type TestGateway, testGateway } from '../testing.js'

const PAUSED = { type: 'error', code: 'Paused', message: 'paused' }

/** Agents of sessions that start when the test lets them. */
const starts = new Map<string, () => Promise<void>>()
const driver = new ScriptedDriver()
const scripted = {
  steer: 'native' as const,
  async start(...[session, listener]: Parameters<typeof driver.start>) {
    await starts.get(session.sessionId)?.()
    return driver.start(session, listener)
  },
}

let gateway: TestGateway
const dataDir = mkdtempSync(join(tmpdir(), 'signalbox-test-'))
const start = () => testGateway({ dataDir, overrides: { drivers: { scripted } }, cleanUp: () => {} })

beforeAll(async () => {
  gateway = await start()
})
afterEach(() => send(gateway, 'POST', '/api/gateway/resume'))
afterAll(async () => {
  await gateway.close('test')
  rmSync(dataDir, { recursive: true, force: true })
})

async function sessionOf(client: TestClient, agentType = 'scripted'): Promise<string> {
  const { sessionId } = await client.ask({ type: 'create_session', agentType })
  await client.join({ sessionId })
  return String(sessionId)
}

const agentOf = (sessionId: string) => {
  const agent = driver.agents.findLast(({ session }) => session.sessionId === sessionId)
  if (!agent) throw new Error('no agent was started')
  return agent
}

async function eventsOf(client: TestClient, sessionId: string): Promise<string[]> {
  const { events } = await client.ask({ type: 'get_events', sessionId, limit: 1000 })
  return (events as Frame[]).map(({ type }) => type)
}

describe('a paused gateway', () => {
  it('starts no turn, and no agent for one, on any door; what is there already is told again', async () => {
    const client = await TestClient.open(gateway)
    const [idle, used] = [await sessionOf(client), await sessionOf(client)]
    const wish = { type: 'run_turn', sessionId: used, text: 'Hello', clientTurnId: 'mine' }
    const { turnId } = await client.ask(wish)
    await agentOf(used).say('turn_complete')
    await client.next('turn_complete')
    expect(await client.ask({ type: 'pause_gateway' })).toMatchObject({
      type: 'gateway_state',
      state: 'paused',
      pausedAt: expect.any(Number),
    })
    expect(await client.ask({ type: 'run_turn', sessionId: idle, text: 'Hello' })).toMatchObject(PAUSED)
    expect(await client.ask({ type: 'run_turn', sessionId: used, text: 'Hello' })).toMatchObject(PAUSED)
    expect(await client.ask(wish)).toMatchObject({ type: 'turn_started', turnId })
    expect(await eventsOf(client, idle)).toEqual(['session_created'])
    expect(await client.ask({ type: 'run_turn', sessionId: 'nobody', text: 'Hello' })).toMatchObject({
      code: 'SessionNotFound',
    })
    await client.ask({ type: 'resume_gateway' })
    expect(await client.ask({ type: 'run_turn', sessionId: idle, text: 'Hello' })).toMatchObject({
      type: 'turn_started',
    })
  })

  it('lets what runs go on: it can be steered, answered and stopped, and events come in', async () => {
    const client = await TestClient.open(gateway)
    const sessionId = await sessionOf(client)
    await client.ask({ type: 'run_turn', sessionId, text: 'Hello' })
    await client.ask({ type: 'pause_gateway' })
    const agent = agentOf(sessionId)
    expect(await client.ask({ type: 'steer', sessionId, content: 'Left' })).toMatchObject({
      type: 'steer_sent',
    })
    await agent.say('permission_requested', { requestId: 'p1', toolName: 'bash', description: 'ls' })
    const { requestId } = await client.next('permission_requested')
    const answer = { type: 'respond_permission', sessionId, requestId, approved: true }
    expect(await client.ask(answer)).toMatchObject({ type: 'approval_resolved' })
    expect(agent.ends).toEqual([['p1', { kind: 'permission', approved: true }]])
    await postNotify(gateway, 'watched', { type: 'user-prompt-submit', prompt: 'Hello' })
    expect(await eventsOf(client, 'watched')).toContain('session_created')
    expect(await client.ask({ type: 'stop_turn', sessionId })).toMatchObject({ type: 'stop_acknowledged' })
    expect(await client.next('turn_complete')).toMatchObject({ stopReason: 'user_stopped' })
    expect(await client.ask({ type: 'run_turn', sessionId, text: 'Again' })).toMatchObject(PAUSED)
  })

  it('starts nothing after it said so, also not the turn whose agent was just starting', async () => {
    const client = await TestClient.open(gateway)
    const sessionId = await sessionOf(client)
    let goOn = () => {}
    const asked = new Promise<void>((isAsked) => {
      starts.set(sessionId, () => {
        isAsked()
        return new Promise((resolve) => {
          goOn = resolve
        })
      })
    })
    const turn = client.ask({ type: 'run_turn', sessionId, text: 'Hello' })
    await asked
    await send(gateway, 'POST', '/api/gateway/pause')
    goOn()
    expect(await turn).toMatchObject(PAUSED)
    expect(await eventsOf(client, sessionId)).not.toContain('turn_started')
    await send(gateway, 'POST', '/api/gateway/resume')
    expect(await client.ask({ type: 'run_turn', sessionId, text: 'Hello' })).toMatchObject({
      type: 'turn_started',
    })
  })

  it('is paused before anything that follows in the log: of many wishes none begins after the answer', async () => {
    const client = await TestClient.open(gateway)
    const sessions = await Promise.all(Array.from({ length: 8 }, () => sessionOf(client)))
    const wishes = sessions.map((sessionId) => client.ask({ type: 'run_turn', sessionId, text: 'Hello' }))
    const answered = client.ask({ type: 'pause_gateway' })
    const told = await Promise.all([...wishes, answered])
    const at = client.frames.findIndex(({ type, ref }) => type === 'gateway_state' && ref !== undefined)
    expect(client.frames.slice(at).map(({ type }) => type)).not.toContain('turn_started')
    for (const { type, code } of told) if (type === 'error') expect(code).toBe('Paused')
  })

  it('tells everyone who is signed in, once each, and answers who asked', async () => {
    const [asking, other] = [await TestClient.open(gateway), await TestClient.open(gateway)]
    const stranger = new TestClient(gateway.wsUrl)
    await stranger.next('connected')
    const paused = await asking.ask({ type: 'pause_gateway' })
    const { ref: _ref, ...news } = paused
    expect(await other.next('gateway_state')).toEqual(news)
    expect(await asking.ask({ type: 'pause_gateway' })).toMatchObject({ pausedAt: paused.pausedAt })
    expect(await other.ask({ type: 'get_gateway_state' })).toMatchObject(news)
    await send(gateway, 'POST', '/api/gateway/resume')
    expect(await asking.next('gateway_state')).toMatchObject({ state: 'running' })
    expect(await other.next('gateway_state')).toMatchObject({ state: 'running' })
    await asking.ask({ type: 'ping', ts: 1 })
    const heard = (client: TestClient) =>
      client.frames.filter(({ type }) => type === 'gateway_state').map(({ state, ref }) => [state, !!ref])
    expect(heard(asking)).toEqual([
      ['paused', true],
      ['paused', true],
      ['running', false],
    ])
    expect(heard(other)).toEqual([
      ['paused', false],
      ['paused', true],
      ['running', false],
    ])
    expect(heard(stranger)).toEqual([])
  })
})

describe('over REST', () => {
  it('the state is read and changed; what is so already is answered as it is', async () => {
    const read = () => send(gateway, 'GET', '/api/gateway')
    const first = (await read()).json
    expect(first).toMatchObject({ state: 'running' })
    const paused = await send(gateway, 'POST', '/api/gateway/pause')
    expect(paused).toMatchObject({ status: 200, json: { state: 'paused', pausedAt: expect.any(Number) } })
    expect((await send(gateway, 'POST', '/api/gateway/pause')).json).toEqual(paused.json)
    expect((await read()).json).toEqual(paused.json)
    const resumed = await send(gateway, 'POST', '/api/gateway/resume', { body: {} })
    expect(resumed.json).toMatchObject({ state: 'running', resumedAt: expect.any(Number) })
    expect((await send(gateway, 'POST', '/api/gateway/resume')).json).toEqual(resumed.json)
  })

  it.each([
    ['POST', '/api/gateway/pause', { anonymous: true }, 401],
    ['POST', '/api/gateway/pause', { headers: { origin: 'http://evil.example' } }, 403],
    ['POST', '/api/gateway/pause?now=1', {}, 400],
    ['GET', '/api/gateway/pause', {}, 405],
    ['GET', '/api/gateway?x=1', {}, 400],
    ['POST', '/api/sessions/nobody/pause', {}, 404],
    ['POST', '/api/sessions/nobody/resume', {}, 404],
    ['POST', '/api/sessions/nobody/pause?x=1', {}, 400],
  ] as const)('%s %s %j: %s', async (method, path, options, status) => {
    expect((await send(gateway, method, path, options)).status).toBe(status)
    expect((await send(gateway, 'GET', '/api/gateway')).json).toMatchObject({ state: 'running' })
  })

  it('a session is paused and resumed, and each answers the session', async () => {
    const client = await TestClient.open(gateway)
    const sessionId = await sessionOf(client)
    for (const [change, type, paused] of [
      ['pause', 'session_paused', true],
      ['resume', 'session_resumed', false],
    ] as const) {
      for (let n = 0; n < 2; n++) {
        const answer = await send(gateway, 'POST', `/api/sessions/thread_${sessionId}/${change}`)
        expect(answer).toMatchObject({ status: 200, json: { id: sessionId, paused } })
      }
      expect(await client.next(type)).toMatchObject({ session: { paused } })
    }
    expect((await eventsOf(client, sessionId)).slice(1)).toEqual(['session_paused', 'session_resumed'])
  })
})

describe('a paused session', () => {
  it('starts no turn while others do, and is told to everyone', async () => {
    const [client, other] = [await TestClient.open(gateway), await TestClient.open(gateway)]
    const [sessionId, free] = [await sessionOf(client), await sessionOf(client)]
    expect(await client.ask({ type: 'pause_session', sessionId })).toMatchObject({
      type: 'session_paused',
      session: { id: sessionId, paused: true },
    })
    expect(await other.next('session_paused')).toMatchObject({ sessionId })
    expect(await client.ask({ type: 'pause_session', sessionId })).toMatchObject({
      type: 'session_paused',
      session: { paused: true },
    })
    expect(await client.ask({ type: 'run_turn', sessionId, text: 'Hello' })).toEqual({
      type: 'error',
      code: 'Paused',
      message: 'thread is paused',
      ref: expect.any(String),
    })
    // Nothing was started for it: no state but the first.
    expect((await eventsOf(client, sessionId)).slice(1)).toEqual(['session_paused'])
    expect(await client.ask({ type: 'run_turn', sessionId: free, text: 'Hello' })).toMatchObject({
      type: 'turn_started',
    })
    await client.ask({ type: 'resume_session', sessionId })
    expect(await client.ask({ type: 'run_turn', sessionId, text: 'Hello' })).toMatchObject({
      type: 'turn_started',
    })
    await client.ask({ type: 'pause_session', sessionId })
    await agentOf(sessionId).say('turn_complete')
    await client.next((frame) => frame.type === 'turn_complete' && frame.sessionId === sessionId)
    expect(await client.ask({ type: 'run_turn', sessionId, text: 'Hello' })).toMatchObject({
      message: 'thread is paused',
    })
  })

  it('cannot be one whose agent starts its turns itself', async () => {
    const client = await TestClient.open(gateway)
    await postNotify(gateway, 'watched', { type: 'x' })
    expect(await client.ask({ type: 'pause_session', sessionId: 'watched' })).toMatchObject({
      code: 'AgentUnavailable',
      message: expect.stringContaining('terminal of its own'),
    })
  })

  it('is not one that is archived, which starts no turn either', async () => {
    const client = await TestClient.open(gateway)
    const sessionId = await sessionOf(client)
    await client.ask({ type: 'archive_session', sessionId })
    expect(await client.ask({ type: 'run_turn', sessionId, text: 'Hello' })).toMatchObject({
      code: 'InvalidTransition',
      message: 'the session is archived: bring it back first',
    })
    expect((await eventsOf(client, sessionId)).slice(1)).toEqual(['session_archived'])
    await client.ask({ type: 'unarchive_session', sessionId })
    expect(await client.ask({ type: 'run_turn', sessionId, text: 'Hello' })).toMatchObject({
      type: 'turn_started',
    })
  })
})

it('is after a restart as it was before, gateway and session alike', async () => {
  const client = await TestClient.open(gateway)
  const sessionId = await sessionOf(client)
  await client.ask({ type: 'pause_session', sessionId })
  const { ref: _ref, type: _type, ...before } = await client.ask({ type: 'pause_gateway' })
  await gateway.close('test')
  gateway = await start()
  expect((await send(gateway, 'GET', '/api/gateway')).json).toEqual(before)
  const again = await TestClient.open(gateway)
  expect(await again.ask({ type: 'run_turn', sessionId, text: 'Hello' })).toMatchObject(PAUSED)
  await again.ask({ type: 'resume_gateway' })
  expect(await again.ask({ type: 'run_turn', sessionId, text: 'Hello' })).toMatchObject({
    code: 'Paused',
    message: 'thread is paused',
  })
  await again.ask({ type: 'resume_session', sessionId })
  expect(await again.ask({ type: 'run_turn', sessionId, text: 'Hello' })).toMatchObject({
    type: 'turn_started',
  })
})
