import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { validate } from '@signalbox/protocol'
import { RPC_METHODS } from '@signalbox/protocol/rpc'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { type Script, ScriptedDriver } from '../../../sessions/scripted-driver.fixture.js'
import { postNotify, TestClient, type TestGateway, testGateway } from '../../../testing.js'
import { call, failure, input, listen, result } from '../testing.js'

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const THREAD = /^thread_[0-9a-f]{8}-[0-9a-f]{4}-7/

let gateway: TestGateway
let driver: ScriptedDriver

/** A gateway of the test's own. */
async function open(script: Script = {}, more: object = {}): Promise<void> {
  driver = new ScriptedDriver(script)
  gateway = await testGateway({ overrides: { drivers: { scripted: driver }, ...more } })
}

/** The one of all tests that need none of their own. */
let shared: { gateway: TestGateway; driver: ScriptedDriver } | undefined

beforeEach(async () => {
  if (!shared) {
    const scripted = new ScriptedDriver({})
    // Both go with the file, not with the test that came first.
    const dataDir = mkdtempSync(join(tmpdir(), 'signalbox-test-'))
    const options = { overrides: { drivers: { scripted } }, cleanUp: () => {}, dataDir }
    shared = { gateway: await testGateway(options), driver: scripted }
  }
  ;({ gateway, driver } = shared)
})

afterAll(async () => {
  await shared?.gateway.close('test')
  if (shared) rmSync(shared.gateway.dataDir, { recursive: true, force: true })
})

async function thread(params: object = { agent: 'scripted' }): Promise<string> {
  return (await result(gateway, 'thread/start', params)).thread_id
}

/** Somebody who reads the thread on the other door. */
async function watcher(thread_id: string): Promise<TestClient> {
  const client = await TestClient.open(gateway)
  await client.join({ sessionId: thread_id })
  return client
}

describe('the gateway', () => {
  it('says how it is, without times that never were', async () => {
    await open()
    expect(await result(gateway, 'holon/status')).toEqual({ state: 'running', events_processed: 0 })
    const thread_id = await thread()
    const status = await result(gateway, 'signalbox/status')
    expect(status).toMatchObject({
      state: 'running',
      session_id: thread_id,
      last_event_at: expect.stringMatching(TIME),
    })
    expect(status.events_processed).toBeGreaterThan(0)
  })

  it('starts no turn on any door while it is paused, keeps that, and goes on when resumed', async () => {
    await open()
    const thread_id = await thread()
    expect(await result(gateway, 'holon/pause')).toEqual({
      success: true,
      message: 'Paused event processing',
    })
    expect(await failure(gateway, 'holon/pause')).toMatchObject({
      code: -32603,
      message: 'failed to pause: already paused',
    })
    expect(await failure(gateway, 'turn/start', { thread_id, input: input('Hello') })).toMatchObject({
      code: -32603,
      message: 'paused',
    })
    const client = await watcher(thread_id)
    expect(await client.ask({ type: 'run_turn', sessionId: thread_id, text: 'Hello' })).toMatchObject({
      code: 'Paused',
    })
    expect(await result(gateway, 'holon/status')).toMatchObject({
      state: 'paused',
      paused_at: expect.stringMatching(TIME),
    })

    await gateway.close('test')
    gateway = await testGateway({ dataDir: gateway.dataDir, overrides: { drivers: { scripted: driver } } })
    expect(await result(gateway, 'holon/status')).toMatchObject({ state: 'paused', session_id: thread_id })
    // Making a thread is no turn, and lifts nothing.
    await thread()
    expect(await result(gateway, 'holon/status')).toMatchObject({ state: 'paused' })

    const resumed = { success: true, message: 'Resumed event processing' }
    expect(await result(gateway, 'holon/resume')).toEqual(resumed)
    expect(await result(gateway, 'holon/resume')).toEqual({
      success: true,
      message: 'Runtime already running',
    })
    await result(gateway, 'turn/start', { thread_id, input: input('Hello') })
  })

  it('that is paused says so of the current thread and of those started meanwhile, and takes it back of all', async () => {
    await open()
    const one = await thread()
    const reader = await listen(gateway)
    await result(gateway, 'holon/pause')
    const other = await thread()
    await thread({ thread_id: one })
    await result(gateway, 'holon/resume')
    expect(await reader.through(`thread/resumed ${other}`)).toEqual([
      `thread/started ${one}`,
      `thread/paused ${one}`,
      `thread/started ${other}`,
      `thread/paused ${other}`,
      `thread/started ${one}`,
      `thread/paused ${one}`,
      `thread/resumed ${one}`,
      `thread/resumed ${other}`,
    ])
  })

  it('that is resumed resumes no thread that is paused itself, or closed', async () => {
    await open()
    const [closed, paused] = [await thread(), await thread()]
    await result(gateway, 'thread/pause', { thread_id: paused })
    await result(gateway, 'holon/pause')
    await thread({ thread_id: closed })
    await result(gateway, 'thread/close', { thread_id: closed })
    await thread({ thread_id: paused })
    const reader = await listen(gateway)
    await result(gateway, 'holon/resume')
    const last = await thread()
    expect(await reader.through(`thread/started ${last}`)).toEqual([
      `thread/started ${paused}`,
      `thread/paused ${paused}`,
      `thread/started ${last}`,
    ])
    await thread({ thread_id: paused })
    await result(gateway, 'thread/resume', { thread_id: paused })
    expect(await reader.through(`thread/resumed ${paused}`)).toEqual([
      `thread/started ${paused}`,
      `thread/paused ${paused}`,
      `thread/resumed ${paused}`,
    ])
  })

  it('tells the newest lines of the log in order, those before the last few, and checks what is asked of it', async () => {
    for (const n of [1, 2, 3]) await postNotify(gateway, 'logged', { type: `logged ${n}` })
    const line = {
      level: 'info',
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      message: 'notify event accepted',
    }
    const { stream_id, logs } = await result(gateway, 'holon/logStream', { max_lines: 3 })
    expect(stream_id).toMatch(/^stream_/)
    expect(logs).toEqual([line, line, line])
    const all = (await result(gateway, 'holon/logStream')).logs
    expect(all.length).toBeGreaterThanOrEqual(3)
    const earlier = await result(gateway, 'holon/logStream', { max_lines: 10000, from_position: 1 })
    expect(earlier.logs).toEqual(all.slice(0, -1))
    expect((await result(gateway, 'holon/logStream', { from_position: 1_000_000 })).logs).toEqual([])
    for (const max_lines of [0, 10001, 1.5, 'x']) {
      expect(await failure(gateway, 'holon/logStream', { max_lines })).toMatchObject({
        code: -32602,
        data: { field: 'max_lines' },
      })
    }
  })

  it('describes every method', async () => {
    const { openrpc, methods } = await result(gateway, 'rpc.discover')
    expect(openrpc).toMatch(/^1\.\d+\.\d+$/)
    const names = methods.map(({ name }: { name: string }) => name)
    expect(names).toEqual(expect.arrayContaining(Object.keys(RPC_METHODS)))
  })
})

describe('threads', () => {
  it('are new without an id, the same with one, and answer to a name of their own', async () => {
    const [one, other] = [await thread(), await thread()]
    expect(one).toMatch(THREAD)
    expect(other).not.toBe(one)
    for (const id of [one, one.slice('thread_'.length)]) {
      const again = await result(gateway, 'thread/start', { thread_id: id })
      expect(again).toMatchObject({ thread_id: one, session_id: one })
      expect(again.started_at).toMatch(TIME)
    }
    const named = await thread({ thread_id: 'nightly', agent: 'scripted' })
    expect(named).toMatch(THREAD)
    expect(await thread({ thread_id: ' nightly ' })).toBe(named)
    const read = await result(gateway, 'thread/read', { thread_id: 'nightly' })
    expect(read).toMatchObject({ thread_id: named, name: 'nightly', items: [], omitted: 0 })
    expect(await thread({ thread_id: ' ', agent: 'scripted' })).not.toBe(await thread({ agent: 'scripted' }))
    for (const thread_id of ['a\u0000b', 'x'.repeat(201)]) {
      expect(await failure(gateway, 'thread/start', { thread_id })).toMatchObject({
        data: { field: 'thread_id' },
      })
    }
    const nobody = `thread_${'0'.repeat(8)}-0000-7000-8000-${'0'.repeat(12)}`
    expect(await failure(gateway, 'thread/start', { thread_id: nobody })).toMatchObject({ code: -32002 })
  })

  it('are made in a folder that is there, or not at all', async () => {
    await open()
    for (const cwd of ['not/absolute', '/nobody/has/this']) {
      expect(await failure(gateway, 'thread/start', { cwd })).toMatchObject({
        code: -32602,
        data: { field: 'cwd' },
      })
    }
    expect((await result(gateway, 'thread/list')).threads).toEqual([])
  })

  it('are listed page by page', async () => {
    await open()
    const made = [await thread(), await thread(), await thread()]
    const first = await result(gateway, 'thread/list', { limit: 2 })
    const rest = await result(gateway, 'thread/list', { limit: 2, cursor: first.next })
    expect(validate(RPC_METHODS['thread/list'].result, first)).toBeUndefined()
    const ids = [...first.threads, ...rest.threads].map(({ thread_id }) => thread_id)
    expect(ids.sort()).toEqual(made.sort())
    expect(rest.next).toBeNull()
    expect(await failure(gateway, 'thread/list', { cursor: 'x' })).toMatchObject({
      data: { field: 'cursor' },
    })
  })

  it('take no turn while paused, on any door, and again when resumed', async () => {
    const thread_id = await thread()
    for (const _twice of [1, 2]) {
      expect(await result(gateway, 'thread/pause', { thread_id })).toEqual({ thread_id, state: 'paused' })
    }
    expect(await failure(gateway, 'turn/start', { thread_id, input: input('Hello') })).toMatchObject({
      code: -32603,
      message: 'thread is paused',
    })
    const client = await watcher(thread_id)
    expect(await client.ask({ type: 'run_turn', sessionId: thread_id, text: 'Hello' })).toMatchObject({
      code: 'Paused',
    })
    for (const _twice of [1, 2]) {
      expect(await result(gateway, 'thread/resume', { thread_id })).toEqual({ thread_id, state: 'running' })
    }
    await result(gateway, 'turn/start', { thread_id, input: input('Hello') })
  })

  it('are closed with their agent and what it is at, stay readable, and are taken up again', async () => {
    const thread_id = await thread()
    const client = await watcher(thread_id)
    await result(gateway, 'turn/start', { thread_id, input: input('Hello') })
    expect(await result(gateway, 'thread/close', { thread_id })).toEqual({ thread_id, state: 'closed' })
    expect(await client.next('turn_complete')).toMatchObject({ stopReason: 'user_stopped' })
    await client.next('session_archived')
    expect(driver.agent.closed).toBe(true)
    expect(await failure(gateway, 'turn/start', { thread_id, input: input('More') })).toMatchObject({
      code: -32603,
      message: 'thread is closed',
    })
    expect(await failure(gateway, 'thread/pause', { thread_id })).toMatchObject({
      message: 'thread is closed',
    })
    expect(await result(gateway, 'thread/read', { thread_id })).toMatchObject({ state: 'closed' })
    expect(await result(gateway, 'thread/resume', { thread_id })).toEqual({ thread_id, state: 'running' })
    await result(gateway, 'turn/start', { thread_id, input: input('More') })
  })

  it.each(['thread/read', 'thread/pause', 'thread/resume', 'thread/close', 'request/list'])(
    '%s does not know others',
    async (method) => {
      expect(await failure(gateway, method, { thread_id: 'nobody' })).toMatchObject({
        code: -32002,
        data: { field: 'thread_id' },
      })
    },
  )

  it('are read with their items, the newest of them where a limit is given', async () => {
    const thread_id = await thread()
    const client = await watcher(thread_id)
    const { turn_id } = await result(gateway, 'turn/start', { thread_id, input: input('One', 'Two') })
    await driver.agent.text('Three')
    await driver.agent.say('turn_complete')
    await client.next('turn_complete')
    const read = await result(gateway, 'thread/read', { thread_id })
    expect(validate(RPC_METHODS['thread/read'].result, read)).toBeUndefined()
    const told = ({ items }: { items: { status: string; content: { role: string; text: string } }[] }) =>
      items.map(({ status, content }) => [status, content.role, content.text])
    expect(told(read)).toEqual([
      ['completed', 'user', 'One'],
      ['completed', 'user', 'Two'],
      ['completed', 'assistant', 'Three'],
    ])
    expect(read.items.every((item: { turn_id: string }) => item.turn_id === turn_id)).toBe(true)
    const newest = await result(gateway, 'thread/read', { thread_id, limit: 1 })
    expect(told(newest)).toEqual([['completed', 'assistant', 'Three']])
    expect(newest.omitted).toBe(2)
    // A stream goes on where the reading ended.
    const reader = await listen(gateway, `?thread_id=${thread_id}&after=${newest.cursor}`)
    await result(gateway, 'thread/pause', { thread_id })
    expect(await reader.through(`thread/paused ${thread_id}`)).toEqual([`thread/paused ${thread_id}`])
  })
})

describe('turns', () => {
  it('are seen on the other door under the same id, one message for each that was said', async () => {
    const thread_id = await thread()
    const client = await watcher(thread_id)
    const started = await result(gateway, 'turn/start', {
      thread_id,
      input: [
        { role: 'system', content: [{ text: ' Be brief.' }] },
        { content: [{ text: 'One' }, { type: 'text', text: 'Two' }] },
      ],
    })
    expect(started).toEqual({
      turn_id: expect.stringMatching(/^turn_/),
      state: 'active',
      started_at: expect.stringMatching(TIME),
    })
    expect(await client.next('turn_started')).toMatchObject({ turnId: started.turn_id })
    expect(await client.next('user_message')).toMatchObject({ content: ' Be brief.', role: 'system' })
    expect(await client.next('user_message')).toMatchObject({ content: 'One\nTwo', parts: ['One', 'Two'] })
    expect(driver.agent.prompts).toEqual([' Be brief.\n\nOne\nTwo'])
  })

  it('that were started there are steered and interrupted here', async () => {
    const thread_id = await thread()
    const client = await watcher(thread_id)
    const { turnId: turn_id } = await client.ask({ type: 'run_turn', sessionId: thread_id, text: 'Hello' })
    expect(await result(gateway, 'turn/steer', { turn_id, input: input('One', 'Two') })).toEqual({
      turn_id,
      state: 'active',
      accepted_items: 2,
      accepted_at: expect.stringMatching(TIME),
    })
    expect(driver.agent.steered).toEqual(['One\n\nTwo'])
    expect(await result(gateway, 'turn/interrupt', { turn_id, reason: 'enough' })).toEqual({
      turn_id,
      state: 'interrupted',
      interrupted_at: expect.stringMatching(TIME),
      message: 'Turn interrupted: enough',
    })
    expect(await client.next('stop_acknowledged')).toMatchObject({ reason: 'enough' })
    await client.next('turn_complete')
  })

  it.each([
    ['turn/steer', { input: input('More') }],
    ['turn/interrupt', {}],
  ])('%s needs one that is active', async (method, params) => {
    const thread_id = await thread()
    const { turn_id } = await result(gateway, 'turn/start', { thread_id, input: input('Hello') })
    await result(gateway, 'turn/interrupt', { turn_id })
    for (const id of [turn_id, 'turn_unknown']) {
      expect(await failure(gateway, method, { turn_id: id, ...params })).toEqual({
        code: -32602,
        message: 'turn_id is not active',
        data: { field: 'turn_id', reason: 'turn_id is not active' },
      })
    }
  })

  it('are refused one at a time, and where the thread is not known', async () => {
    const thread_id = await thread()
    await result(gateway, 'turn/start', { thread_id, input: input('Hello') })
    expect(await failure(gateway, 'turn/start', { thread_id, input: input('More') })).toMatchObject({
      code: -32603,
    })
    expect(await failure(gateway, 'turn/start', { thread_id: 'nobody', input: input('x') })).toMatchObject({
      code: -32602,
      data: { field: 'thread_id' },
    })
    // What was said is looked at first.
    expect(await failure(gateway, 'turn/start', { thread_id: 'nobody', input: [] })).toMatchObject({
      data: { field: 'input', reason: 'input is required' },
    })
  })

  it('of an agent that needs time are asked to end, once', async () => {
    await open({ interrupt: () => {} }, { patience: { stopMs: 60_000 } })
    const thread_id = await thread()
    const { turn_id } = await result(gateway, 'turn/start', { thread_id, input: input('Hello') })
    const interrupts = [
      result(gateway, 'turn/interrupt', { turn_id }),
      result(gateway, 'turn/interrupt', { turn_id }),
    ]
    for (const interrupt of interrupts) expect(await interrupt).toMatchObject({ state: 'cancel_requested' })
    await driver.agent.say('turn_complete')
    const client = await watcher(thread_id)
    const { events } = await client.ask({ type: 'get_events', sessionId: thread_id, limit: 1000 })
    const types = (events as { type: string }[]).map(({ type }) => type)
    expect(types.filter((type) => type === 'turn_complete' || type === 'turn_error')).toHaveLength(1)
  })

  it.each([
    ['cannot be started', 'scripted', { start: () => Promise.reject(new Error('No such program.')) }],
    ['is not declared', 'of-tomorrow', {}],
  ])('whose agent %s are told to have failed', async (_what, agent, script) => {
    await open(script as Script)
    const thread_id = await thread({ agent })
    const client = await watcher(thread_id)
    const error = await failure(gateway, 'turn/start', { thread_id, input: input('Hello') })
    expect(error).toMatchObject({
      code: -32603,
      message: expect.stringMatching(/^failed to dispatch the turn: /),
      data: { turn_id: expect.stringMatching(/^turn_/) },
    })
    expect(await client.next('turn_error')).toMatchObject({ turnId: error.data?.turn_id })
  })
})

describe('requests', () => {
  const asked = { requestId: 'r1', toolName: 'exec', description: 'cargo build' }

  it('are listed and answered here, and the first answer counts', async () => {
    const thread_id = await thread()
    const { turn_id } = await result(gateway, 'turn/start', { thread_id, input: input('Hello') })
    const client = await watcher(thread_id)
    await driver.agent.say('permission_requested', asked)
    await client.next('permission_requested')
    const { requests } = await result(gateway, 'request/list', { thread_id })
    expect(requests).toMatchObject([{ thread_id, turn_id, kind: 'permission', answerable: true }])
    expect(await result(gateway, 'request/list')).toEqual({ requests })
    const { request_id } = requests[0]
    for (const [params, field] of [
      [{ request_id }, 'approved'],
      [{ request_id, answers: {}, approved: true }, 'answers'],
      [{ request_id, answers: { a: 'b' } }, 'answers'],
    ] as const) {
      expect(await failure(gateway, 'request/respond', params)).toMatchObject({
        code: -32602,
        data: { field },
      })
    }
    const resolved = await result(gateway, 'request/respond', { request_id, approved: false, message: 'No.' })
    expect(resolved).toEqual({
      request_id,
      thread_id,
      state: 'resolved',
      outcome: 'denied',
      resolved_at: expect.stringMatching(TIME),
    })
    expect(driver.agent.ends).toEqual([['r1', { kind: 'permission', approved: false, message: 'No.' }]])
    expect(await failure(gateway, 'request/respond', { request_id, approved: true })).toMatchObject({
      code: -32003,
      data: { by: { userId: 'owner', via: 'rpc' }, at: expect.stringMatching(TIME), decision: 'denied' },
    })
    expect(await result(gateway, 'request/list')).toEqual({ requests: [] })
  })

  it('that nobody asked are not found', async () => {
    expect(await failure(gateway, 'request/respond', { request_id: 'nobody', approved: true })).toMatchObject(
      {
        code: -32002,
      },
    )
  })
})

it('every result is as its method promises', async () => {
  const thread_id = await thread()
  for (const [method, params] of [
    ['holon/status', {}],
    ['holon/logStream', {}],
    ['thread/list', {}],
    ['thread/read', { thread_id }],
    ['thread/pause', { thread_id }],
    ['thread/resume', { thread_id }],
    ['request/list', {}],
    ['holon/resume', {}],
  ] as const) {
    const answer = await call(gateway, method, params)
    expect([method, validate(RPC_METHODS[method].result, answer.result)]).toEqual([method, undefined])
  }
})

it('a plan is read as far as it is, also when its turn is over', async () => {
  const thread_id = await thread()
  const client = await watcher(thread_id)
  await result(gateway, 'turn/start', { thread_id, input: input('Hello') })
  const step = { planId: 'p1', stepId: 's1', title: 'Look' }
  const steps = [{ id: 's1', title: 'Look', status: 'pending' }]
  await driver.agent.say('plan_created', { planId: 'p1', title: 'Plan', steps })
  await driver.agent.say('plan_step_completed', { ...step, status: 'completed' })
  await driver.agent.say('turn_complete')
  await client.next('turn_complete')
  const { items } = await result(gateway, 'thread/read', { thread_id })
  expect(items).toHaveLength(2)
  expect(items[1]).toMatchObject({
    status: 'completed',
    content: { type: 'plan', title: 'Plan', steps: [{ id: 's1', status: 'completed' }] },
  })
})

it('a stream whose calls are all sent stays until the turn it began is over', async () => {
  const thread_id = await thread()
  const reader = await listen(gateway, `?thread_id=${thread_id}`, [
    { method: 'turn/start', params: { thread_id, input: input('Hello') } },
  ])
  await reader.through('answer 0')
  await driver.agent.text('Here I am.')
  await driver.agent.say('turn_complete')
  const rest = await reader.through('stream/closed done')
  expect(rest.slice(-2)).toEqual([`turn/completed ${thread_id}`, 'stream/closed done'])
})
