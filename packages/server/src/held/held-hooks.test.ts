import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { send, TestClient, type TestGateway, testGateway } from '../testing.js'
import { BASH, pollHook, terminal } from './testing.js'

const QUESTIONS = [
  {
    question: 'Which db?',
    header: 'DB',
    options: [
      { label: 'sqlite', description: 'file' },
      { label: 'pg', description: 'server' },
    ],
    multiSelect: false,
  },
]

let gateway: TestGateway
beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'signalbox-held-'))
  gateway = await testGateway({ dataDir, cleanUp: () => {}, overrides: { journal: () => {} } })
})
afterAll(async () => {
  await gateway.close('test')
  rmSync(gateway.dataDir, { recursive: true, force: true })
})

const allow = (more: object = {}) => ({
  hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow', ...more } },
})
const deny = (message: string) => ({
  hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'deny', message } },
})

describe('a PermissionRequest of Claude Code', () => {
  it.each([
    ['yes', { approved: true }, allow()],
    ['no and why', { approved: false, message: 'use rg' }, deny('use rg')],
    [
      'yes from now on',
      { approved: true, remember: true },
      allow({
        updatedPermissions: [
          {
            type: 'addRules',
            rules: [{ toolName: 'Bash', ruleContent: 'curl http://127.0.0.1:1/x' }],
            ...{ behavior: 'allow', destination: 'session' },
          },
        ],
      }),
    ],
  ])('is answered on the open call: %s', async (_what, answer, told) => {
    const claude = terminal(gateway)
    const call = claude.open()
    expect((await claude.respond(await claude.asked(), answer)).status).toBe(200)
    expect((await call.answer).json).toEqual(told)
  })

  it('is answered to who asks for it, whether the answer is there before or after', async () => {
    const claude = terminal(gateway)
    const before = await claude.poll()
    await claude.respond(await claude.asked(), { approved: false })
    expect((await before.answer).json).toEqual(deny('Denied from Signalbox.'))
    const { json } = await claude.post({ ...BASH, tool_name: 'Write' }, { wait: 'poll' })
    await claude.respond(await claude.asked(), { approved: true })
    const after = pollHook(gateway, 'claude', String(json.held))
    expect((await after.answer).json).toEqual(allow())
  })

  it('takes the answers to its questions, by their texts', async () => {
    const claude = terminal(gateway)
    const asked = { ...BASH, tool_name: 'AskUserQuestion', tool_input: { questions: QUESTIONS } }
    const call = await claude.poll(asked)
    await claude.respond(await claude.asked(), { answers: { q1: 'pg' } })
    const updatedInput = { questions: QUESTIONS, answers: { 'Which db?': 'pg' } }
    expect((await call.answer).json).toEqual(allow({ updatedInput }))
    const again = await claude.poll(asked)
    await claude.respond(await claude.asked(), { answers: {}, dismissed: true })
    expect((await again.answer).json).toMatchObject({
      hookSpecificOutput: { decision: { behavior: 'deny' } },
    })
  })

  it('goes on without an opinion when it was answered in the terminal', async () => {
    const claude = terminal(gateway)
    const tool = { ...BASH, tool_use_id: 'toolu_1' }
    await claude.post({ ...tool, hook_event_name: 'PreToolUse' })
    const open = claude.open()
    await claude.asked()
    const poll = await claude.poll()
    await claude.post({ ...tool, hook_event_name: 'PostToolUse', tool_response: 'x' })
    expect([(await open.answer).text, (await poll.answer).text]).toEqual(['{}', '{}'])
    expect(await claude.requests()).toMatchObject([{ status: 'closed', outcome: 'resolved_elsewhere' }])
  })

  it('goes on without an opinion when its session is deleted', async () => {
    const claude = terminal(gateway)
    const call = await claude.poll()
    const { sessionId } = await claude.asked()
    const client = await TestClient.open(gateway)
    client.send({ type: 'delete_session', sessionId })
    expect((await call.answer).text).toBe('{}')
  })

  it('stays, but can no longer be answered from here, when the hook is gone', async () => {
    const claude = terminal(gateway)
    const call = claude.open()
    const asked = await claude.asked()
    call.leave()
    await expect
      .poll(async () => (await claude.respond(asked, { approved: true })).json.code)
      .toBe('agent_unavailable')
    expect(await claude.requests()).toMatchObject([{ status: 'pending' }])
    const { json } = await send(gateway, 'GET', '/api/attention')
    expect(json.attention).toContainEqual(expect.objectContaining({ requestId: asked.requestId }))
  })

  it('that comes twice is one request with one answer, also after it', async () => {
    const claude = terminal(gateway)
    const beside = { 'event-id': `e-${claude.session_id}` }
    const calls = [claude.open(BASH, beside), await claude.poll(BASH, beside)]
    await claude.respond(await claude.asked(), { approved: false, message: 'once' })
    for (const call of calls) expect((await call.answer).json).toEqual(deny('once'))
    expect((await claude.post(BASH, beside)).json).toEqual(deny('once'))
    const late = await claude.post(BASH, { ...beside, late: '1', 'occurred-at': '1794770905728' })
    expect([late.status, late.text]).toEqual([200, '{}'])
    const types = (await claude.told()).map(({ type }) => type)
    expect(types.filter((type) => type === 'permission_requested')).toHaveLength(1)
  })

  it('can be answered the moment it is told of', async () => {
    const claude = terminal(gateway)
    const client = await TestClient.open(gateway)
    await claude.post({ hook_event_name: 'SessionStart' })
    await client.join({ sessionId: claude.session_id })
    const call = claude.open()
    const { requestId } = await client.next('permission_requested')
    const asked = { type: 'respond_permission', sessionId: claude.session_id, requestId, approved: true }
    expect(await client.ask(asked)).toMatchObject({ type: 'approval_resolved' })
    expect((await call.answer).json).toEqual(allow())
  })

  it('that is late is told and holds nobody', async () => {
    const claude = terminal(gateway)
    const { status, text } = await claude.post(BASH, { late: '1', wait: 'poll' })
    expect([status, text]).toEqual([200, '{}'])
    expect(await claude.requests()).toMatchObject([{ status: 'closed', outcome: 'resolved_elsewhere' }])
  })
})

describe('opencode', () => {
  it('is told what to reply, and nothing of what it replied itself', async () => {
    const opencode = terminal(gateway, 'opencode')
    const event = (type: string, properties: object) => ({ event: { type, properties } })
    const asked = (id: string) => event('permission.asked', { id, permission: 'bash', patterns: ['ls'] })
    const first = await opencode.poll(asked('per_1'))
    await opencode.respond(await opencode.asked(), { approved: true, remember: true })
    expect((await first.answer).json).toEqual({ reply: 'always' })
    const second = await opencode.poll(asked('per_2'))
    await opencode.post(event('permission.replied', { requestID: 'per_2', reply: 'once' }))
    expect((await second.answer).text).toBe('{}')
  })
})

describe('what holds nobody', () => {
  it.each(['gemini', 'codex'])('is a hook of %s with nobody there to answer', async (agent) => {
    const { status, text } = await terminal(gateway, agent).post(BASH, { wait: 'poll' })
    expect([status, text]).toEqual([200, '{}'])
  })

  it('is an agent that nobody sits in front of, with nobody there to answer', async () => {
    const { status, text } = await terminal(gateway).post(BASH, { wait: 'poll', attended: '0' })
    expect([status, text]).toEqual([200, '{}'])
  })

  it('is an id nobody was given, or of another agent', async () => {
    const claude = terminal(gateway)
    const { json } = await claude.post(BASH, { wait: 'poll' })
    for (const [agent, id] of [
      ['claude', 'x'],
      ['claude', `${randomUUID()}.YQ`],
      ['codex', json.held],
    ]) {
      const answer = await pollHook(gateway, String(agent), String(id)).answer
      expect([answer.status, answer.json.code]).toEqual([404, 'not_found'])
    }
  })
})
