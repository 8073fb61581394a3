import type { Event, JsonObject } from '@signalbox/protocol'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { RequestCommands } from '../../commands/requests.js'
import { OWNER } from '../../identity.js'
import type { Log } from '../../log/log.js'
import { sharedLog } from '../../log/shared-log.fixture.js'
import { draft, tempDir } from '../../log/testing.js'
import { Journal } from '../../telemetry/journal.js'
import { CodexObserver } from './codex-observer.js'
import { FakeAppServer, thread } from './fake-app-server.fixture.js'

const PACE = { look: 10, client: 10, retry: 10, mostRetry: 20, grace: 60 }
/** Each test has a thread of its own. */
let T = ''
let AT = { threadId: '', turnId: 'turn-1' }
let count = 0
beforeEach(() => {
  T = `thread-${++count}`
  AT = { threadId: T, turnId: 'turn-1' }
})
const status = (type: string, ...activeFlags: string[]) => ({
  threadId: T,
  status: { type, ...(type === 'active' ? { activeFlags } : {}) },
})
const command = {
  type: 'commandExecution',
  id: 'call-1',
  command: "/bin/bash -lc 'touch a'",
  status: 'inProgress',
}
const userMessage = { type: 'userMessage', id: 'u', content: [{ type: 'text', text: 'go' }] }

const shared = sharedLog()

function open(home = tempDir()) {
  const { log } = shared
  const before = shared.published.length
  const told = () => shared.published.slice(before)
  const waiting = new Set<() => void>()
  log.onPublish(() => {
    for (const wake of waiting) wake()
    waiting.clear()
  })
  const journal = new Journal({ level: 'warn', now: () => 0, write: () => undefined })
  const lost: string[] = []
  const observer = new CodexObserver({
    log,
    journal,
    tenantId: 'local',
    home,
    lostTurn: ({ id }) => void lost.push(id),
    pace: PACE,
    lingerMs: 50,
  })
  onTestFinished(() => observer.close())
  /** The first event of a type with such data. */
  const event = async (type: string, has: JsonObject = {}): Promise<Event & { told: JsonObject }> => {
    for (;;) {
      for (const one of told()) {
        if (one.type !== type) continue
        const told = JSON.parse(one.data) as JsonObject
        if (Object.entries(has).every(([key, value]) => told[key] === value)) return { ...one, told }
      }
      await new Promise<void>((resolve) => void waiting.add(resolve))
    }
  }
  return { home, log, published: told, observer, event, lost, requests: new RequestCommands(log, observer) }
}

/** A thread with a turn that waits for leave to run a command. */
async function asking() {
  const opened = open()
  const server = await FakeAppServer.start(opened.home)
  await server.called('thread/loaded/list')
  server.say('thread/started', { thread: thread(T) })
  server.say('thread/status/changed', status('active'))
  await server.called('thread/turns/list')
  server.say('turn/started', { threadId: T, turn: { id: 'turn-1' } })
  server.say('item/completed', { ...AT, item: userMessage })
  server.say('item/started', { ...AT, item: command })
  server.say(
    'item/commandExecution/requestApproval',
    { ...AT, itemId: 'call-1', command: command.command },
    0,
  )
  const { told, sessionId } = await opened.event('permission_requested')
  return { ...opened, server, requestId: String(told.requestId), sessionId }
}

const respond = (requests: RequestCommands, requestId: string, answer: JsonObject) =>
  requests.respond({ identity: OWNER, via: 'test' }, requestId, answer as { approved: boolean })

describe('CodexObserver', () => {
  it('says who it is, and hears of threads without subscribing', async () => {
    const { home, event } = open()
    const server = await FakeAppServer.start(home)
    const hello = await server.called('initialize')
    expect(hello.params).toMatchObject({ clientInfo: { name: 'signalbox' } })
    await server.called('thread/loaded/list')
    server.say('thread/started', {
      thread: thread('title', { ephemeral: true, threadSource: 'thread_title' }),
    })
    server.say('thread/started', { thread: thread(T, { name: 'Shop' }) })
    const ready = await event('session_state', { state: 'ready' })
    const { told } = await event('thread.name_complete')
    expect(told).toMatchObject({ name: 'Shop', by: 'agent' })
    const { session } = (await event('session_updated')).told as { session: JsonObject }
    expect(session).toMatchObject({
      cwd: '/home/dev/shop',
      agentType: 'codex',
      process: { pid: process.pid },
    })
    server.say('thread/closed', { threadId: T })
    expect((await event('session_state', { state: 'inactive' })).sessionId).toBe(ready.sessionId)
    expect(server.heard.some(({ method }) => method === 'thread/resume')).toBe(false)
  })

  it('subscribes while a turn runs, as soon as it can, and leaves when it is over', async () => {
    const { home, observer, event } = open()
    const server = await FakeAppServer.start(home)
    let tries = 0
    server.answers['thread/resume'] = () => (++tries < 3 ? 'no rollout found for thread id' : {})
    const items = [
      userMessage,
      { ...command, status: 'inProgress' },
      { type: 'agentMessage', id: 'm', text: 'half' },
    ]
    server.answers['thread/turns/list'] = () => ({ data: [{ id: 'turn-1', status: 'inProgress', items }] })
    await server.called('thread/loaded/list')
    server.say('thread/started', { thread: thread(T) })
    server.say('thread/status/changed', status('active'))
    await server.called('thread/resume', 3)
    await event('tool_call', { toolCallId: 'call-1' })
    expect((await event('user_message')).told).toMatchObject({ content: 'go' })
    expect(observer.attached(T)).toBe(true)
    server.say('item/agentMessage/delta', { ...AT, itemId: 'm', delta: ' more' })
    server.say('item/completed', { ...AT, item: { type: 'agentMessage', id: 'm', text: 'half more' } })
    expect((await event('message_complete')).told.text).toBe('half more')
    server.say('thread/status/changed', status('idle'))
    server.say('turn/completed', { threadId: T, turn: { id: 'turn-1', status: 'completed', items: [] } })
    expect((await event('turn_complete')).told.finalText).toBe('half more')
    await server.called('thread/unsubscribe')
    expect(observer.attached(T)).toBe(false)
  })

  it('tells what was before it came before what it hears then', async () => {
    const { home, published, event } = open()
    const server = await FakeAppServer.start(home)
    // A subscriber is given the request that waits at once, before it has asked for anything.
    server.answers['thread/resume'] = () => {
      const asked = { ...AT, itemId: 'call-1', command: command.command }
      server.say('item/commandExecution/requestApproval', asked, 0)
      return {}
    }
    const turn = { id: 'turn-1', status: 'inProgress', items: [userMessage, command] }
    server.answers['thread/turns/list'] = () => ({ data: [turn] })
    await server.called('thread/loaded/list')
    server.say('thread/started', { thread: thread(T) })
    server.say('thread/status/changed', status('active', 'waitingOnApproval'))
    await event('permission_requested')
    const told = published().map(({ type }) => type)
    const order = ['turn_started', 'user_message', 'tool_call', 'permission_requested']
    expect(told.filter((type) => order.includes(type))).toEqual(order)
  })

  it('tells a short turn that was over before it came, once, and none of long ago', async () => {
    const { home, published, event } = open()
    const server = await FakeAppServer.start(home, { terminal: false })
    server.answers['thread/loaded/list'] = () => ({ data: [T, 'old'], nextCursor: null })
    const items = [userMessage, { type: 'agentMessage', id: 'm', text: 'done' }]
    const over = { id: 'turn-1', status: 'completed', items }
    server.answers['thread/turns/list'] = ({ threadId }) => ({
      data: [{ ...over, startedAt: threadId === T ? Date.now() / 1000 - 1 : 1 }],
    })
    await FakeAppServer.terminal(home)
    const { sessionId } = await event('turn_complete')
    await server.called('thread/turns/list', 2)
    const told = published().filter((one) => /^(turn|user)_/.test(one.type))
    expect(told.map(({ type }) => type)).toEqual(['turn_started', 'user_message', 'turn_complete'])
    expect(new Set(told.map((one) => one.sessionId))).toEqual(new Set([sessionId]))
  })

  it.each([
    ['before', (say: () => void) => say()],
    ['after', (say: () => void) => void setImmediate(say)],
  ])('takes no turn for over that has only just begun; the thread says so %s it asks', async (_, soon) => {
    const { home, published, event } = open()
    const server = await FakeAppServer.start(home, { terminal: false })
    server.answers['thread/loaded/list'] = () => ({ data: [T], nextCursor: null })
    // As the file of a thread has it until its server knows of the turn.
    const begun = { id: 'turn-1', status: 'interrupted', items: [], startedAt: Date.now() / 1000 }
    let isFirst = true
    server.answers['thread/turns/list'] = () => {
      if (isFirst) soon(() => server.say('thread/status/changed', status('active')))
      isFirst = false
      return { data: [begun] }
    }
    await FakeAppServer.terminal(home)
    await server.called('thread/resume')
    await event('turn_started')
    server.say('turn/started', { threadId: T, turn: { id: 'turn-1' } })
    server.say('item/completed', { ...AT, item: userMessage })
    server.say('turn/completed', { threadId: T, turn: { id: 'turn-1', status: 'completed', items: [] } })
    await event('turn_complete')
    const told = published().filter((one) => /^(turn|user)_/.test(one.type))
    expect(told.map(({ type }) => type)).toEqual(['turn_started', 'user_message', 'turn_complete'])
  })

  it('tells a turn that was broken off before it came', async () => {
    const { home, event } = open()
    const server = await FakeAppServer.start(home, { terminal: false })
    server.answers['thread/loaded/list'] = () => ({ data: [T], nextCursor: null })
    const over = { id: 'turn-1', status: 'interrupted', items: [userMessage], startedAt: Date.now() / 1000 }
    server.answers['thread/turns/list'] = () => ({ data: [over] })
    await FakeAppServer.terminal(home)
    expect((await event('turn_complete')).told).toMatchObject({ stopReason: 'aborted' })
  })

  it('tells a turn that ended while it subscribed', async () => {
    const { home, published, event } = open()
    const server = await FakeAppServer.start(home)
    const over = { id: 'turn-1', status: 'completed', items: [userMessage], startedAt: Date.now() / 1000 }
    server.answers['thread/turns/list'] = () => ({ data: [over] })
    await server.called('thread/loaded/list')
    server.say('thread/started', { thread: thread(T) })
    server.say('thread/status/changed', status('active'))
    server.say('thread/status/changed', status('idle'))
    await event('turn_complete')
    const told = published().filter((one) => /^(turn|user)_/.test(one.type))
    expect(told.map(({ type }) => type)).toEqual(['turn_started', 'user_message', 'turn_complete'])
  })

  it('passes on each answer, the first one only', async () => {
    const { observer, event, requests, sessionId, server, published } = await asking()
    const answers: [JsonObject, string][] = [
      [{ approved: true }, 'accept'],
      [{ approved: true, remember: true }, 'acceptForSession'],
      [{ approved: false }, 'decline'],
    ]
    for (const [index, [answer, decision]] of answers.entries()) {
      const itemId = `call-${index + 1}`
      if (index > 0) {
        server.say('item/started', { ...AT, item: { ...command, id: itemId } })
        server.say('item/commandExecution/requestApproval', { ...AT, itemId, command: 'ls' }, index)
      }
      const { told } = await event('permission_requested', { toolCallId: itemId })
      const requestId = String(told.requestId)
      expect(observer.holds(sessionId, requestId)).toBe(true)
      await respond(requests, requestId, answer)
      const reply = await server.hears(({ id, method }) => id === index && method === undefined)
      expect(reply.result).toEqual({ decision })
      server.say('serverRequest/resolved', { threadId: T, requestId: index })
      await expect(respond(requests, requestId, answer)).rejects.toMatchObject({ kind: 'requestResolved' })
    }
    server.say('turn/completed', { threadId: T, turn: { id: 'turn-1', status: 'completed', items: [] } })
    await event('turn_complete')
    expect(published().filter(({ type }) => type === 'approval_resolved')).toHaveLength(3)
  })

  it('tells what a person answered in the terminal, and lets go of the request', async () => {
    const { observer, event, requestId, sessionId, server } = await asking()
    server.say('serverRequest/resolved', { threadId: T, requestId: 0 })
    const { told } = await event('approval_resolved')
    expect(told).toMatchObject({ requestId, approved: true, by: { userId: 'terminal', via: 'codex' } })
    expect(observer.holds(sessionId, requestId)).toBe(false)
    expect(server.heard.some(({ id, method }) => id === 0 && method === undefined)).toBe(false)
  })

  it('answers a request a hook has asked first', async () => {
    const { home, log, observer, event, requests } = open()
    const server = await FakeAppServer.start(home)
    await server.called('thread/loaded/list')
    server.say('thread/started', { thread: thread(T, { status: { type: 'active' } }) })
    await server.called('thread/turns/list')
    const { sessionId } = await event('session_state', { state: 'ready' })
    const asked = { requestId: 'req_hook', toolName: 'Bash', description: 'touch a', toolCallId: 'call-1' }
    await log.commit({
      tenantId: 'local',
      session: { by: 'id', id: sessionId },
      drafts: [draft('permission_requested', asked, { nativeTurnId: 'turn-1' })],
    })
    server.say('item/started', { ...AT, item: command })
    server.say(
      'item/commandExecution/requestApproval',
      { ...AT, itemId: 'call-1', command: command.command },
      0,
    )
    await event('tool_call')
    while (!observer.holds(sessionId, 'req_hook')) await new Promise((resolve) => setImmediate(resolve))
    await respond(requests, 'req_hook', { approved: true })
    await server.hears(({ id, method }) => id === 0 && method === undefined)
    expect(await pendingOf(log, sessionId)).toEqual([])
  })

  it('ends sessions whose server is gone, and takes up those it finds again', async () => {
    const { home, event, server, sessionId, lost } = await asking()
    await server.stop()
    const end = await event('session_state', { state: 'inactive', reason: 'app_server_gone' })
    expect(end.sessionId).toBe(sessionId)
    await event('turn_complete', { stopReason: 'ended' })
    const next = await FakeAppServer.start(home)
    next.answers['thread/loaded/list'] = () => ({ data: [T] })
    await next.called('thread/read')
    expect(lost).toEqual([])
  })

  it('keeps sessions when only the connection was cut', async () => {
    const { home, event, server, published } = await asking()
    await server.stop()
    const next = await FakeAppServer.start(home)
    next.answers['thread/loaded/list'] = () => ({ data: [T] })
    await next.called('thread/read')
    next.say('turn/completed', { threadId: T, turn: { id: 'turn-1', status: 'completed', items: [] } })
    await next.called('thread/read')
    next.say('thread/closed', { threadId: T })
    await event('session_state', { state: 'inactive', reason: 'session_end' })
    expect(published().some(({ data }) => data.includes('app_server_gone'))).toBe(false)
  })

  it('says when it missed how a turn ended', async () => {
    const { server, lost } = await asking()
    server.say('thread/status/changed', status('idle'))
    await server.called('thread/unsubscribe')
    expect(lost).toEqual([T])
  })
})

async function pendingOf(log: Log, sessionId: string) {
  return (await log.snapshot(sessionId))?.requests
}
