import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Clean } from '@signalbox/protocol/clean'
import { afterAll, describe, expect, it } from 'vitest'
import { CLAUDE_PAYLOADS as CLAUDE_HOOKS } from '../../ingest/hooks/recorded-claude.fixture.js'
import { CODEX_PAYLOADS as CODEX_HOOKS } from '../../ingest/hooks/recorded-codex.fixture.js'
import { type Frame, postNotify, send, TestClient, type TestGateway, testGateway } from '../../testing.js'

const TASK =
  '<task-notification>\n<task-id>b1</task-id>\n<status>completed</status>\n<summary>Build &gt; done</summary>\n</task-notification>'

const LONG_ID = `{"session_id":"${'x'.repeat(513)}"}`
const DEEP = `{"session_id":"x","a":${'['.repeat(70)}${']'.repeat(70)}}`

const hook = (gateway: TestGateway, agent: string, body: unknown, headers = {}) =>
  send(gateway, 'POST', `/hooks/${agent}`, { body, headers })

async function told(gateway: TestGateway, session: string): Promise<Frame[]> {
  const { json } = await send(gateway, 'GET', `/api/sessions/${encodeURIComponent(session)}/events`)
  return json.events as Frame[]
}

const typesOf = (events: Frame[]) => events.map(({ type }) => type)

let open: Promise<TestGateway> | undefined
/** One gateway for all that is refused. */
function shared(): Promise<TestGateway> {
  open ??= testGateway({
    dataDir: mkdtempSync(join(tmpdir(), 'signalbox-hooks-')),
    cleanUp: () => {},
    overrides: { journal: () => {} },
  })
  return open
}
afterAll(async () => {
  const gateway = await open
  if (!gateway) return
  await gateway.close('test')
  rmSync(gateway.dataDir, { recursive: true, force: true })
})

describe('POST /hooks/:agent', () => {
  it('tells a whole turn of Claude Code, whose session it makes', async () => {
    const gateway = await testGateway()
    for (const name of [
      'SessionStart.startup',
      'UserPromptSubmit',
      'PreToolUse.Bash',
      'PostToolUse.Bash',
      'Stop',
    ] as const) {
      const { session_id, prompt_id } = CLAUDE_HOOKS.UserPromptSubmit
      const answer = await hook(gateway, 'claude', { ...CLAUDE_HOOKS[name], session_id, prompt_id })
      expect([answer.status, answer.json]).toEqual([200, {}])
    }
    const events = await told(gateway, CLAUDE_HOOKS.UserPromptSubmit.session_id)
    expect(typesOf(events).filter((type) => !/^(session_|watch_)/.test(type))).toEqual([
      'turn_started',
      'user_message',
      'tool_call',
      'tool_result',
      'turn_complete',
      'thread.name_complete',
    ])
    expect(new Set(events.map(({ turnId }) => turnId).filter(Boolean)).size).toBe(1)
    const [{ session }] = events.filter(({ type }) => type === 'session_created') as [Frame]
    expect(session).toMatchObject({ agentType: 'claude', origin: 'observed', cwd: '/home/dev/project' })
  })

  it('is one with what Codex tells its notify program of the same turn', async () => {
    const gateway = await testGateway()
    const { session_id: thread, turn_id, prompt } = CODEX_HOOKS.UserPromptSubmit
    await postNotify(gateway, 'Codex 1', { type: 'session-start', 'thread-id': thread })
    await hook(gateway, 'codex', CODEX_HOOKS.UserPromptSubmit)
    await hook(gateway, 'codex', CODEX_HOOKS.UserPromptSubmit)
    await hook(gateway, 'codex', CODEX_HOOKS.Stop)
    await postNotify(gateway, 'Codex 1', {
      type: 'agent-turn-complete',
      'thread-id': thread,
      'turn-id': turn_id,
      'input-messages': [prompt],
      'last-assistant-message': CODEX_HOOKS.Stop.last_assistant_message,
    })
    const types = typesOf(await told(gateway, 'Codex 1'))
    expect(types.filter((type) => /^(turn_|user_)/.test(type))).toEqual([
      'turn_started',
      'user_message',
      'turn_complete',
    ])
  })

  it('keeps the payload as it came, beside the event', async () => {
    const gateway = await testGateway()
    const text = `{"session_id":"s1", "hook_event_name":"Notification","message":"hi","n":1.0}`
    await hook(gateway, 'claude', text)
    const event = (await told(gateway, 's1')).find(({ type }) => type === 'agent_notification')
    const { text: raw } = await send(gateway, 'GET', `/api/sessions/s1/events/${event?.seq}/raw`)
    expect(raw).toBe(text)
  })

  it('keeps it also with the state a session comes into by it', async () => {
    const gateway = await testGateway()
    for (const name of ['SessionStart', 'SessionEnd']) {
      const text = `{"session_id":"s6","hook_event_name":"${name}", "n":1.0}`
      await hook(gateway, 'claude', text)
      const event = (await told(gateway, 's6')).filter(({ type }) => type === 'session_state').at(-1)
      const { text: raw } = await send(gateway, 'GET', `/api/sessions/s6/events/${event?.seq}/raw`)
      expect(raw).toBe(text)
    }
  })

  it('tells a task once, however many ways it comes, and shows no tag to anyone', async () => {
    const gateway = await testGateway()
    const prompt = { session_id: 's2', hook_event_name: 'UserPromptSubmit', prompt: TASK }
    await hook(gateway, 'claude', { ...prompt, prompt_id: 'p1' })
    const client = await TestClient.open(gateway)
    const listed = await client.ask({ type: 'list_sessions' })
    const [{ id }] = listed.sessions as [{ id: string }]
    await client.join({ sessionId: id, afterSeq: 0 })
    await hook(gateway, 'claude', { session_id: 's2', hook_event_name: 'Notification', message: TASK })
    await hook(gateway, 'claude', { ...prompt, prompt_id: 'p2' })
    await hook(gateway, 'claude', { session_id: 's2', hook_event_name: 'Stop', prompt_id: 'p2' })
    await client.next('turn_complete')
    const told = client.frames.filter(({ type }) => /_notification$/.test(type))
    expect(typesOf(told)).toEqual(['agent_notification', 'task_notification'])
    expect(told[0]).toMatchObject({
      message: 'Build > done',
      hook_event_type: 'notification',
      message_intent: 'ctrl_activity',
      delivery_scope: 'CTRL',
      canonical_type: 'agent_notification',
      raw_message: TASK,
    })
    expect(told[1]).toMatchObject({ taskId: 'b1', status: 'completed', summary: 'Build > done' })
    expect(client.frames.filter(({ type }) => type === 'user_message')).toEqual([])
    const messages = client.frames.map(({ raw_message: _raw, ...frame }) => JSON.stringify(frame))
    expect(messages.filter((text) => text.includes('<task-notification'))).toEqual([])
  })

  it('raises attention when the agent waits for a person, and clears it when it goes on', async () => {
    const gateway = await testGateway()
    const { session_id } = CLAUDE_HOOKS['Notification.permission_prompt']
    const attention = async () => (await send(gateway, 'GET', '/api/attention')).json.attention
    await hook(gateway, 'claude', CLAUDE_HOOKS['Notification.permission_prompt'])
    expect(await attention()).toMatchObject([{ kind: 'permission', message: 'Claude needs your permission' }])
    await hook(gateway, 'claude', { ...CLAUDE_HOOKS['PostToolUse.Bash'], session_id })
    expect(await attention()).toEqual([])
    await hook(gateway, 'claude', CLAUDE_HOOKS['Notification.idle_prompt'])
    expect(await attention()).toMatchObject([{ kind: 'input', message: 'Claude is waiting for your input' }])
    await hook(gateway, 'claude', { ...CLAUDE_HOOKS.UserPromptSubmit, session_id })
    expect(await attention()).toEqual([])
  })

  it('keeps what it does not know, with a line in the journal', async () => {
    const lines: string[] = []
    const gateway = await testGateway({ overrides: { journal: (line) => void lines.push(line) } })
    await hook(gateway, 'claude', { session_id: 's3', hook_event_name: 'OfTomorrow', more: 1 })
    expect((await told(gateway, 's3')).at(-1)).toMatchObject({
      type: 'agent_unparsed',
      nativeType: 'OfTomorrow',
      problem: 'unknown hook',
    })
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'warn', agent: 'claude', hook: 'OfTomorrow', problem: 'unknown hook' },
    ])
  })

  it('delivers the raw text, marked, with a warning, when the cleaner fails', async () => {
    const lines: string[] = []
    const clean: Clean = () => {
      throw new Error('injected')
    }
    const gateway = await testGateway({ overrides: { clean, journal: (line) => void lines.push(line) } })
    await hook(gateway, 'claude', { session_id: 's4', hook_event_name: 'Notification', message: TASK })
    expect((await told(gateway, 's4')).find(({ type }) => type === 'agent_notification')).toMatchObject({
      message: TASK,
      fallback: true,
    })
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 'warn', problem: 'injected' }])
    const { text } = await send(gateway, 'GET', '/metrics')
    expect(text).toContain('signalbox_cleaned_texts_total{result="fallback"} 1')
  })

  it('knows what the process it was called in says beside the payload', async () => {
    const lines: string[] = []
    const gateway = await testGateway({ overrides: { journal: (line) => void lines.push(line) } })
    const headers = {
      'x-signalbox-event-id': 'two words',
      'x-signalbox-pid': '4711',
      'x-signalbox-pid-started': '815233',
      'x-signalbox-host': 'box',
      'x-signalbox-tmux-pane': '%5',
      'x-signalbox-wait': 'later',
    }
    const answer = await hook(gateway, 'claude', CLAUDE_HOOKS['SessionStart.startup'], headers)
    expect([answer.status, answer.text]).toEqual([200, '{}'])
    const { session_id } = CLAUDE_HOOKS['SessionStart.startup']
    const { json } = await send(gateway, 'GET', `/api/sessions/${session_id}`)
    expect(json).toMatchObject({
      process: { pid: 4711, started: '815233', host: 'box', tmuxPane: '%5' },
    })
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'warn', agent: 'claude', ignored: ['wait', 'event-id'] },
    ])
  })

  it('is one event for one id, of any agent', async () => {
    const gateway = await testGateway({ overrides: { journal: () => {} } })
    const body = { session_id: 's8', hook_event_name: 'OfTomorrow', event: { type: 'of.tomorrow' } }
    for (const agent of ['claude', 'codex', 'gemini', 'opencode']) {
      const send = () => hook(gateway, agent, body, { 'x-signalbox-event-id': 'e-1' })
      for (const { status, text } of [await send(), await send()]) expect([status, text]).toEqual([200, '{}'])
    }
    const { json } = await send(gateway, 'GET', '/api/sessions')
    for (const { id } of json.sessions as { id: string }[]) {
      const types = typesOf(await told(gateway, id))
      expect(types.filter((type) => type === 'agent_unparsed')).toHaveLength(1)
    }
  })

  it('keeps a payload that is cut off out, at whatever byte', async () => {
    const gateway = await shared()
    const whole = JSON.stringify(CLAUDE_HOOKS['PreToolUse.Bash'])
    for (let length = 0; length < whole.length; length += 37) {
      const answer = await hook(gateway, 'claude', whole.slice(0, length))
      expect([answer.status, answer.json.code]).toEqual([400, 'invalid_request'])
    }
  })

  it.each([
    ['claude', 'not json', 400, 'invalid_request', undefined],
    ['claude', Buffer.from([0x7b, 0xff, 0x7d]), 400, 'invalid_request', undefined],
    ['claude', '[]', 400, 'invalid_request', undefined],
    ['claude', '{}', 400, 'invalid_request', 'session_id'],
    ['claude', '{"session_id":7.5e400}', 400, 'invalid_request', 'session_id'],
    ['claude', LONG_ID, 400, 'invalid_request', 'session_id'],
    ['claude', DEEP, 400, 'invalid_request', undefined],
    ['cursor', '{"session_id":"x"}', 404, 'not_found', 'agent'],
    ['__proto__', '{"session_id":"x"}', 404, 'not_found', 'agent'],
  ])('refuses %s %s', async (agent, body, status, code, field) => {
    const gateway = await shared()
    const answer = await hook(gateway, agent, body)
    expect([answer.status, answer.json.code, answer.json.field]).toEqual([status, code, field])
    expect((await send(gateway, 'GET', '/api/sessions')).json.sessions).toEqual([])
  })

  it('refuses who has no token, another media type, and more than 8 MiB', async () => {
    const gateway = await shared()
    const body = { session_id: 'x', hook_event_name: 'Stop' }
    const anonymous = await send(gateway, 'POST', '/hooks/claude', { body, anonymous: true })
    expect(anonymous.status).toBe(401)
    const xml = await hook(gateway, 'claude', body, { 'content-type': 'text/xml' })
    expect(xml.status).toBe(415)
    const large = await hook(gateway, 'claude', { ...body, filler: 'x'.repeat(8 << 20) })
    expect([large.status, large.json.code]).toEqual([413, 'payload_too_large'])
    expect((await send(gateway, 'GET', '/api/sessions')).json.sessions).toEqual([])
  })

  it('takes one of 5 MB, cut in the event and whole beside it', async () => {
    const gateway = await testGateway()
    const body = { ...CLAUDE_HOOKS['PostToolUse.Bash'], session_id: 's5', tool_response: 'y'.repeat(5 << 20) }
    expect((await hook(gateway, 'claude', body)).status).toBe(200)
    const event = (await told(gateway, 's5')).find(({ type }) => type === 'tool_result')
    expect(String(event?.output).length).toBeLessThan(257 * 1024)
    const { text } = await send(gateway, 'GET', `/api/sessions/s5/events/${event?.seq}/raw`)
    expect(text).toBe(JSON.stringify(body))
  })
})

describe('a notify of type notification', () => {
  it('is a notification too, clean, and hides its own event from the conversation', async () => {
    const gateway = await testGateway()
    const message = '<system-reminder>x</system-reminder>\nThe agent is waiting for your input'
    await postNotify(gateway, 'Box 1', { type: 'Notification', message, notification_type: 'idle_prompt' })
    const events = await told(gateway, 'Box 1')
    expect(events.find(({ type }) => type === 'notify_event')).toMatchObject({
      notify: { payload: { message } },
    })
    expect(events.find(({ type }) => type === 'agent_notification')).toMatchObject({
      message: 'The agent is waiting for your input',
      raw_message: message,
      notification_type: 'idle_prompt',
      hook_event_type: 'notification',
    })
    expect(typesOf(events)).toContain('attention_raised')
  })

  it.each([{}, { message: null }, { message: 7 }])('without a message is only itself: %j', async (more) => {
    const gateway = await shared()
    await postNotify(gateway, 'Box 2', { type: 'notification', ...more })
    const events = await told(gateway, 'Box 2')
    expect(typesOf(events)).not.toContain('agent_notification')
    await send(gateway, 'DELETE', '/api/sessions/Box%202')
  })
})
