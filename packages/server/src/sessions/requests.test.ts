import { describe, expect, it } from 'vitest'
import { type Frame, postNotify, send, TestClient, type TestGateway, testGateway } from '../testing.js'
import { ScriptedDriver } from './scripted-driver.fixture.js'

const PERMISSION = {
  requestId: 'p1',
  toolName: 'bash',
  description: 'npm test',
  args: { command: 'npm test' },
  toolCallId: 'tc-1',
  toolKind: 'command',
}
const QUESTION = {
  requestId: 'q1',
  questions: [
    { id: 'how', text: 'How?', type: 'choice', options: ['big', 'small'], required: true },
    { id: 'sure', text: 'Sure?', type: 'confirm' },
    { id: 'why', text: 'Why?', type: 'text' },
  ],
  context: 'It matters.',
}

async function asking(settings: object = {}) {
  const driver = new ScriptedDriver()
  const gateway = await testGateway({ overrides: { drivers: { scripted: driver } }, settings })
  const client = await TestClient.open(gateway)
  const { session } = (await client.ask({ type: 'create_session', agentType: 'scripted' })) as unknown as {
    session: { id: string }
  }
  const sessionId = session.id
  await client.join({ sessionId })
  const run = async () => {
    await client.ask({ type: 'run_turn', sessionId, text: 'Hello' })
    return driver.agent
  }
  const ask = async (type: 'permission_requested' | 'question_requested', data: object) => {
    await driver.agent.say(type, data as never)
    return (await client.next(type)) as Frame & { requestId: string }
  }
  const respond = (requestId: string, approved: boolean, more = {}) =>
    client.ask({ type: 'respond_permission', sessionId, requestId, approved, ...more })
  return { driver, gateway, client, sessionId, run, ask, respond }
}

const joined = async (gateway: TestGateway, sessionId: string) => {
  const client = await TestClient.open(gateway)
  const frames = await client.join({ sessionId })
  return { client, snapshot: frames.find(({ type }) => type === 'state_snapshot') }
}

describe('a permission', () => {
  it('is asked of everyone; the first answer counts, and the second hears who was first', async () => {
    const { driver, gateway, client, sessionId, run, ask, respond } = await asking()
    await run()
    const { requestId, turnId } = await ask('permission_requested', PERMISSION)
    expect(requestId).toMatch(/^req_/)
    const other = await joined(gateway, sessionId)
    expect(other.snapshot).toMatchObject({
      session: { status: 'waiting' },
      pendingRequests: [
        { requestId, kind: 'permission', turnId, data: { toolName: 'bash', args: PERMISSION.args } },
      ],
      attention: [{ kind: 'permission', requestId, message: 'npm test' }],
    })
    const answer = await respond(requestId, true, { message: 'go on' })
    expect(answer).toMatchObject({
      type: 'approval_resolved',
      approved: true,
      by: { userId: 'owner', via: 'ws', from: expect.stringMatching(/127\.0\.0\.1/) },
      message: 'go on',
      waitedMs: expect.any(Number),
      turnId,
    })
    expect(await other.client.next('approval_resolved')).toMatchObject({
      requestId,
      approved: true,
      seq: answer.seq,
    })
    expect(
      await other.client.ask({ type: 'respond_permission', sessionId, requestId, approved: false }),
    ).toMatchObject({
      type: 'error',
      code: 'RequestAlreadyResolved',
      by: { userId: 'owner', via: 'ws' },
      at: answer.ts,
      outcome: 'approved',
    })
    expect(driver.agent.ends).toEqual([['p1', { kind: 'permission', approved: true, message: 'go on' }]])
    expect(await client.next(({ state }) => state === 'running')).toMatchObject({ reason: 'answered' })
  })

  it('can be answered over HTTP, and listed', async () => {
    const { driver, gateway, client, sessionId, run, ask } = await asking()
    await run()
    const { requestId } = await ask('permission_requested', PERMISSION)
    const list = await send(gateway, 'GET', '/api/requests?status=pending')
    expect(list.json).toMatchObject({
      requests: [{ requestId, sessionId, status: 'pending', kind: 'permission' }],
    })
    const path = `/api/requests/${requestId}/respond`
    const body = { approved: false, message: 'not now' }
    const denied = await send(gateway, 'POST', path, { body })
    expect([denied.status, denied.json]).toMatchObject([
      200,
      { requestId, status: 'resolved', outcome: 'denied', by: { userId: 'owner', via: 'rest' } },
    ])
    expect(await client.next('approval_resolved')).toMatchObject({ approved: false, by: { via: 'rest' } })
    const late = await send(gateway, 'POST', path, { body: { approved: true } })
    expect([late.status, late.json]).toMatchObject([409, { outcome: 'denied', by: { userId: 'owner' } }])
    const unknown = await send(gateway, 'POST', '/api/requests/req_nobody/respond', { body })
    expect(unknown.status).toBe(404)
    expect(driver.agent.ends).toEqual([['p1', { kind: 'permission', approved: false, message: 'not now' }]])
    const { requests } = await client.ask({ type: 'list_requests', status: 'resolved' })
    expect(requests).toMatchObject([{ requestId, outcome: 'denied', waitedMs: expect.any(Number) }])
    const { attention } = await client.ask({ type: 'list_attention', status: 'cleared' })
    expect(attention).toMatchObject([
      { sessionId, requestId, reason: 'resolved', clearedAt: expect.any(Number) },
    ])
  })

  it('is raised while it waits and in no other time', async () => {
    const { client, sessionId, run, ask, respond } = await asking()
    const attention = async () => (await client.ask({ type: 'list_attention' })).attention
    await run()
    expect(await attention()).toEqual([])
    const { requestId } = await ask('permission_requested', PERMISSION)
    expect(await attention()).toMatchObject([
      { sessionId, kind: 'permission', requestId, message: 'npm test' },
    ])
    await respond(requestId, true)
    expect(await attention()).toEqual([])
  })

  it('expires by the policy of the gateway, and the agent is told', async () => {
    const { driver, client, run, ask, respond } = await asking({ requestExpiryMs: 30 })
    await run()
    const { requestId } = await ask('permission_requested', PERMISSION)
    expect(await client.next('request_closed')).toMatchObject({ requestId, reason: 'expired' })
    expect(driver.agent.ends).toEqual([['p1', { kind: 'closed', reason: 'expired' }]])
    expect(await respond(requestId, true)).toMatchObject({
      code: 'RequestAlreadyResolved',
      outcome: 'expired',
    })
  })

  it.each([
    ['an unknown request', { requestId: 'req_nobody' }, 'RequestNotFound'],
    ['a request of another session', {}, 'RequestNotFound'],
    ['a question', {}, 'INVALID_MESSAGE'],
  ])('is no answer to %s', async (name, more, code) => {
    const { client, sessionId, run, ask } = await asking()
    await run()
    const { requestId } = await ask(
      name === 'a question' ? 'question_requested' : 'permission_requested',
      name === 'a question' ? QUESTION : PERMISSION,
    )
    const { session } = (await client.ask({ type: 'create_session', agentType: 'demo' })) as unknown as {
      session: { id: string }
    }
    const where = name === 'a request of another session' ? session.id : sessionId
    expect(
      await client.ask({ type: 'respond_permission', sessionId: where, requestId, approved: true, ...more }),
    ).toMatchObject({ type: 'error', code })
    expect((await client.ask({ type: 'list_requests', status: 'pending' })).requests).toHaveLength(1)
  })

  it.each([
    [
      'Codex 1',
      { 'thread-id': '0199a213-81c0-7800-8aa1-bbab2a035a53' },
      /only be answered there; with .* Codex asks here first$/,
    ],
    ['Some agent', {}, /only be answered there$/],
  ])('of %s in its own terminal can only be answered there', async (name, thread, said) => {
    const { gateway, client } = await asking()
    await postNotify(gateway, name, {
      ...thread,
      type: 'approval-requested',
      'approval-type': 'exec',
      command: ['ls'],
      'turn-id': 't1',
    })
    const { requests } = (await client.ask({ type: 'list_requests', status: 'pending' })) as unknown as {
      requests: { requestId: string; sessionId: string }[]
    }
    const [request] = requests
    expect(request).toBeDefined()
    expect(
      await client.ask({
        type: 'respond_permission',
        sessionId: request?.sessionId,
        requestId: request?.requestId,
        approved: true,
      }),
    ).toMatchObject({ code: 'AgentUnavailable', message: expect.stringMatching(said) })
  })
})

describe('a question', () => {
  it('is answered once, with answers that fit', async () => {
    const { driver, client, sessionId, run, ask } = await asking()
    await run()
    const { requestId } = await ask('question_requested', QUESTION)
    const answer = (answers: object, more = {}) =>
      client.ask({ type: 'answer_question', sessionId, requestId, answers, ...more })
    expect(await answer({ how: 'huge' })).toMatchObject({ code: 'INVALID_MESSAGE', field: 'answers.how' })
    expect(await answer({ how: 'big', sure: 'maybe' })).toMatchObject({ field: 'answers.sure' })
    expect(await answer({ how: 'big', where: 'here' })).toMatchObject({ field: 'answers.where' })
    expect(await answer({ why: 'because' })).toMatchObject({ field: 'answers.how' })
    const answers = { how: 'big', sure: 'yes', why: 'because' }
    expect(await answer(answers)).toMatchObject({ type: 'question_resolved', answers, dismissed: false })
    expect(driver.agent.ends).toEqual([['q1', { kind: 'question', answers, dismissed: false }]])
    expect(await answer(answers)).toMatchObject({ code: 'RequestAlreadyResolved', outcome: 'answered' })
  })

  it('can be dismissed', async () => {
    const { driver, client, sessionId, run, ask } = await asking()
    await run()
    const { requestId } = await ask('question_requested', QUESTION)
    const message = { type: 'answer_question', sessionId, requestId, answers: {}, dismissed: true }
    expect(await client.ask(message)).toMatchObject({ type: 'question_resolved', dismissed: true })
    expect(driver.agent.ends).toEqual([['q1', { kind: 'question', answers: {}, dismissed: true }]])
  })
})

describe('autonomy', () => {
  const profile = (client: TestClient, sessionId: string, name: string) =>
    client.ask({ type: 'set_autonomy_profile', sessionId, profile: name })

  it('lets through what its rules allow, without anybody being called', async () => {
    const { driver, client, sessionId, run, ask } = await asking()
    expect(await profile(client, sessionId, 'recommended')).toMatchObject({
      type: 'autonomy_profile_updated',
      profile: 'recommended',
    })
    await run()
    const { requestId } = await ask('permission_requested', {
      requestId: 'p1',
      toolName: 'read_file',
      description: 'src/main.ts',
    })
    expect(await client.next('approval_resolved')).toMatchObject({
      requestId,
      approved: true,
      by: { userId: 'signalbox', via: 'autonomy' },
      rule: 'recommended: read',
    })
    expect(driver.agent.ends).toEqual([['p1', { kind: 'permission', approved: true }]])
    await ask('permission_requested', { ...PERMISSION, requestId: 'p2' })
    await client.next('attention_raised')
    expect(client.frames.filter(({ type }) => type === 'attention_raised')).toHaveLength(1)
    expect(driver.agent.ends).toHaveLength(1)
  })

  it('set while the agent waits lets it go on', async () => {
    const { driver, client, sessionId, run, ask } = await asking()
    await run()
    await ask('permission_requested', PERMISSION)
    await profile(client, sessionId, 'auto_pilot')
    expect(await client.next('approval_resolved')).toMatchObject({ rule: 'auto_pilot: command' })
    expect(driver.agent.ends).toEqual([['p1', { kind: 'permission', approved: true }]])
  })

  it('remembers what a person said for next time', async () => {
    const { driver, client, run, ask, respond } = await asking()
    await run()
    const { requestId } = await ask('permission_requested', PERMISSION)
    await respond(requestId, true, { remember: true })
    await ask('permission_requested', { ...PERMISSION, requestId: 'p2' })
    expect(await client.next('approval_resolved')).toMatchObject({ rule: 'remembered', approved: true })
    await ask('permission_requested', { ...PERMISSION, requestId: 'p3', description: 'rm -rf /' })
    expect((await client.ask({ type: 'list_requests', status: 'pending' })).requests).toHaveLength(1)
    expect(driver.agent.ends).toHaveLength(2)
  })

  it('is not for agents that run in a terminal of their own', async () => {
    const { gateway, client } = await asking()
    await postNotify(gateway, 'Codex 1', { type: 'new-plan', summary: 'x' })
    for (const message of [
      { type: 'set_autonomy_profile', profile: 'never_ask' },
      { type: 'switch_mode', mode: 'plan' },
      { type: 'run_turn', text: 'x' },
      { type: 'stop_turn' },
      { type: 'steer', content: 'x' },
    ]) {
      expect(await client.ask({ ...message, sessionId: 'Codex 1' })).toMatchObject({
        code: 'AgentUnavailable',
      })
    }
  })
})
