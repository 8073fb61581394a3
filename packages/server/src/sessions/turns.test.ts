import { describe, expect, it } from 'vitest'
import { type Frame, TestClient, testGateway } from '../testing.js'
import { brief, type Stage, sharesGateway, stage } from './stage.fixture.js'

sharesGateway()

describe('a turn', () => {
  it('starts the agent, then runs from the prompt to the end', async () => {
    const { run, driver, client, told, sessionId } = await stage()
    const started = await run('Fix the bug')
    expect(started).toMatchObject({
      type: 'turn_started',
      sessionId,
      turnId: expect.stringMatching(/^turn_/),
    })
    expect(driver.agent.prompts).toEqual(['Fix the bug'])
    await driver.agent.text('I look at it.')
    await driver.agent.say('tool_call', { toolCallId: 'tc-1', toolName: 'read_file', args: {} })
    await driver.agent.say('tool_result', { toolCallId: 'tc-1', status: 'success' })
    await driver.agent.text(' Done.')
    await driver.agent.say('turn_complete')
    expect(await client.next('turn_complete')).toMatchObject({
      finalText: 'I look at it. Done.',
      turnId: started.turnId,
    })
    await client.next('thread.name_complete')
    expect(brief(await told())).toEqual([
      'session_state activating run_turn',
      'session_state ready activated',
      'turn_started',
      'session_state running turn_started',
      'user_message Fix the bug',
      'message_complete I look at it.',
      'tool_call',
      'tool_result',
      'message_complete  Done.',
      'turn_complete I look at it. Done.',
      'session_state ready turn_complete',
    ])
  })

  it('uses the agent that is there for the next one, which may come as soon as the end is heard', async () => {
    const { run, driver, client } = await stage()
    for (const text of ['one', 'two', 'three']) {
      expect((await run(text)).type).toBe('turn_started')
      await driver.agent.say('turn_complete')
      await client.next('turn_complete')
    }
    expect(driver.agents).toHaveLength(1)
    expect(driver.agent.prompts).toEqual(['one', 'two', 'three'])
  })

  it('is the only one: another is refused, also while the agent starts', async () => {
    const starts: (() => void)[] = []
    const start = () => new Promise<void>((resolve) => void starts.push(resolve))
    const { run, driver } = await stage({ start })
    const first = run('one')
    await expect.poll(() => run('two')).toMatchObject({ type: 'error', code: 'TurnInProgress' })
    await expect.poll(() => starts.length).toBe(1)
    starts[0]?.()
    expect((await first).type).toBe('turn_started')
    expect(await run('three')).toMatchObject({ code: 'TurnInProgress' })
    expect(driver.agent.prompts).toEqual(['one'])
  })

  it('answers who has not joined as well', async () => {
    const { gateway, sessionId, driver } = await stage()
    const other = await TestClient.open(gateway)
    expect(await other.ask({ type: 'run_turn', sessionId, text: 'Hello' })).toMatchObject({
      type: 'turn_started',
      sessionId,
    })
    await driver.agent.text('x')
    await driver.agent.say('turn_complete')
    expect(await other.ask({ type: 'ping', ts: 1 })).toMatchObject({ type: 'pong' })
    expect(other.frames.filter(({ type }) => type === 'text_delta' || type === 'turn_complete')).toEqual([])
  })
})

describe('the same clientTurnId', () => {
  const key = { clientTurnId: 'web-17' }

  it('begins one turn, however often and whenever it is sent', async () => {
    const { run, driver, client, gateway } = await stage({}, { own: true })
    const [first, second] = await Promise.all([run('Hi', key), run('Hi', key)])
    expect(second).toMatchObject({ type: 'turn_started', turnId: first.turnId, seq: first.seq, ts: first.ts })
    expect(await run('Hi', key)).toMatchObject({ type: 'turn_started', turnId: first.turnId })
    await driver.agent.say('turn_complete')
    await client.next('turn_complete')
    expect(await run('Hi', key)).toMatchObject({
      type: 'turn_started',
      turnId: first.turnId,
      seq: first.seq,
      ts: first.ts,
      clientTurnId: 'web-17',
    })
    await gateway.close('test')
    const again = await testGateway({ dataDir: gateway.dataDir })
    const later = await TestClient.open(again)
    expect(
      await later.ask({ type: 'run_turn', sessionId: first.sessionId, text: 'Hi', ...key }),
    ).toMatchObject({
      type: 'turn_started',
      turnId: first.turnId,
    })
    expect(driver.agent.prompts).toEqual(['Hi'])
  })

  it('cannot mean two things', async () => {
    const { run, driver, client } = await stage()
    await run('Hi', key)
    expect(await run('Bye', key)).toMatchObject({ code: 'Conflict', field: 'clientTurnId' })
    await driver.agent.say('turn_complete')
    await client.next('turn_complete')
    expect(await run('Bye', key)).toMatchObject({ code: 'Conflict', field: 'clientTurnId' })
  })
})

describe('steering', () => {
  it('reaches the agent, and everyone hears of it', async () => {
    const { run, driver, client, sessionId } = await stage()
    const { turnId } = await run()
    await driver.agent.text('Working')
    const sent = await client.ask({ type: 'steer', sessionId, content: 'Not the tests' })
    expect(sent).toMatchObject({
      type: 'steer_sent',
      content: 'Not the tests',
      turnId,
      steerId: expect.any(String),
    })
    expect(driver.agent.steered).toEqual(['Not the tests'])
    expect(await client.next('user_message')).toMatchObject({ content: 'Not the tests', via: 'ws', turnId })
  })

  it.each([
    ['before any turn', async () => {}],
    [
      'after the turn',
      async ({ run, driver, client }: Stage) => {
        await run()
        await driver.agent.say('turn_complete')
        await client.next('turn_complete')
      },
    ],
  ])('is refused %s', async (_name, before) => {
    const on = await stage()
    await before(on)
    for (const message of [{ type: 'steer', content: 'x' }, { type: 'stop_turn' }]) {
      expect(await on.client.ask({ ...message, sessionId: on.sessionId })).toMatchObject({
        type: 'error',
        code: 'NoActiveTurn',
      })
    }
  })

  it('is refused while the turn is being stopped', async () => {
    const { run, driver, client, sessionId } = await stage({ interrupt: () => new Promise(() => {}) })
    await run()
    await client.ask({ type: 'stop_turn', sessionId })
    expect(await client.ask({ type: 'steer', sessionId, content: 'x' })).toMatchObject({
      code: 'NoActiveTurn',
    })
    expect(driver.agent.steered).toEqual([])
  })

  it('is refused for an agent that takes nothing while it works', async () => {
    const { run, client, sessionId } = await stage({ steer: 'none' })
    await run()
    expect(await client.ask({ type: 'steer', sessionId, content: 'x' })).toMatchObject({
      code: 'NotImplemented',
    })
  })
})

describe('stopping', () => {
  const isEnd = ({ type }: Frame) => ['stop_acknowledged', 'turn_complete', 'session_state'].includes(type)

  it('is acknowledged, ends the turn with the text so far, and leaves the session ready', async () => {
    const { run, driver, client, sessionId, told } = await stage()
    const { turnId } = await run()
    await driver.agent.text('So far')
    expect(await client.ask({ type: 'stop_turn', sessionId })).toMatchObject({
      type: 'stop_acknowledged',
      turnId,
    })
    await client.next('turn_complete')
    const ends = (await told()).filter(isEnd).slice(-3)
    expect(ends).toMatchObject([
      { type: 'stop_acknowledged', turnId },
      { type: 'turn_complete', finalText: 'So far', stopReason: 'user_stopped', turnId },
      { type: 'session_state', state: 'ready', reason: 'user_stopped' },
    ])
    expect((await run('Again')).type).toBe('turn_started')
    expect(driver.agents).toHaveLength(1)
  })

  it('withdraws what the agent asked', async () => {
    const { run, driver, client, sessionId } = await stage()
    await run()
    await driver.agent.say('permission_requested', { requestId: 'p1', toolName: 'bash', description: 'ls' })
    const asked = await client.next('permission_requested')
    await client.ask({ type: 'stop_turn', sessionId })
    expect(await client.next('request_closed')).toMatchObject({
      requestId: asked.requestId,
      reason: 'withdrawn',
      waitedMs: expect.any(Number),
    })
  })

  it('is heard twice and done once', async () => {
    const { run, driver, client, sessionId, told } = await stage({ interrupt: () => new Promise(() => {}) })
    await run()
    const first = await client.ask({ type: 'stop_turn', sessionId })
    const second = await client.ask({ type: 'stop_turn', sessionId })
    expect(second).toMatchObject({ type: 'stop_acknowledged', seq: first.seq, turnId: first.turnId })
    await driver.agent.say('turn_complete')
    await client.next('turn_complete')
    expect((await told()).filter(({ type }) => type === 'stop_acknowledged')).toHaveLength(1)
  })

  it('does not wait for an agent that hangs', async () => {
    const { run, driver, client, sessionId, told } = await stage({
      interrupt: () => new Promise(() => {}),
      patience: { stopMs: 20 },
    })
    await run()
    await driver.agent.text('So far')
    await client.ask({ type: 'stop_turn', sessionId })
    expect(await client.next('turn_complete')).toMatchObject({
      finalText: 'So far',
      stopReason: 'user_stopped',
    })
    await client.next(({ state }) => state === 'inactive')
    expect(driver.agent.closed).toBe(true)
    expect((await told()).filter(isEnd).slice(-3)).toMatchObject([
      { type: 'turn_complete' },
      { state: 'ready', reason: 'user_stopped' },
      { state: 'inactive', reason: 'agent_closed' },
    ])
    expect((await run('Again')).type).toBe('turn_started')
    expect(driver.agents).toHaveLength(2)
  })
})

describe('the agent of a session', () => {
  it('is ended when it has had nothing to do for a while', async () => {
    const { run, driver, client, sessionId } = await stage()
    await client.ask({ type: 'update_session_settings', sessionId, settings: { idleCloseMs: 20 } })
    await run()
    await driver.agent.say('turn_complete')
    await client.next(({ state }) => state === 'deactivating')
    expect(await client.next(({ state }) => state === 'inactive')).toMatchObject({ reason: 'idle' })
    expect(driver.agent.closed).toBe(true)
    expect((await run()).type).toBe('turn_started')
  })

  it('goes with the session, but not in the middle of a turn', async () => {
    const { run, driver, client, sessionId } = await stage()
    await run()
    expect(await client.ask({ type: 'delete_session', sessionId })).toMatchObject({ code: 'TurnInProgress' })
    await driver.agent.say('turn_complete')
    await client.next('turn_complete')
    expect(await client.ask({ type: 'delete_session', sessionId })).toMatchObject({ type: 'session_deleted' })
    await expect.poll(() => driver.agent.closed).toBe(true)
    expect(await run()).toMatchObject({ code: 'SessionNotFound' })
  })

  it('is ended with the gateway, which says so', async () => {
    const { run, driver, gateway, sessionId } = await stage({}, { own: true })
    await run()
    await driver.agent.text('So far')
    await gateway.close('test')
    expect(driver.agent.closed).toBe(true)
    const later = await TestClient.open(await testGateway({ dataDir: gateway.dataDir }))
    const { events } = await later.ask({ type: 'get_events', sessionId, limit: 1000 })
    expect(brief(events as Frame[]).slice(-4)).toEqual([
      'message_complete So far',
      'turn_error AGENT_DISCONNECTED',
      'session_state error AGENT_DISCONNECTED',
      'session_state inactive gateway_stopped',
    ])
  })

  it('takes a mode when it starts and while it runs', async () => {
    const { run, driver, client, sessionId } = await stage()
    expect(await client.ask({ type: 'switch_mode', sessionId, mode: 'plan' })).toMatchObject({
      type: 'mode_switched',
      mode: 'plan',
      sessionId,
    })
    await run()
    expect(driver.agent.session).toMatchObject({
      sessionId,
      mode: 'plan',
      cwd: expect.stringMatching(/workspaces/),
    })
    await client.ask({ type: 'switch_mode', sessionId, mode: 'ideate' })
    expect(driver.agent.modes).toEqual(['ideate'])
  })

  it('is in the mode of the session, however soon after it is prompted', async () => {
    const starts: (() => void)[] = []
    const start = () => new Promise<void>((resolve) => void starts.push(resolve))
    const { run, driver, client, sessionId } = await stage({ start })
    const switched = client.ask({ type: 'switch_mode', sessionId, mode: 'plan' })
    const started = run()
    await switched
    await expect.poll(() => starts.length).toBe(1)
    await client.ask({ type: 'switch_mode', sessionId, mode: 'ideate' })
    starts[0]?.()
    await started
    expect([driver.agent.session.mode, ...driver.agent.modes].at(-1)).toBe('ideate')
  })

  it('can be given up while it starts', async () => {
    const { run, client, sessionId, told } = await stage({
      start: () => new Promise(() => {}),
      patience: { stopMs: 20 },
    })
    const refused = run()
    await client.next(({ state }) => state === 'activating')
    expect(await client.ask({ type: 'stop_turn', sessionId })).toMatchObject({ code: 'NoActiveTurn' })
    expect(brief(await told()).slice(-2)).toEqual([
      'session_state activating run_turn',
      'session_state inactive user_stopped',
    ])
    expect(await client.ask({ type: 'delete_session', sessionId })).toMatchObject({ type: 'session_deleted' })
    void refused
  })

  it('is stopped as soon as it has started, when that is wished for before', async () => {
    const starts: (() => void)[] = []
    const start = () => new Promise<void>((resolve) => void starts.push(resolve))
    const { run, driver, client, sessionId } = await stage({ start })
    const started = run()
    await expect.poll(() => starts.length).toBe(1)
    const stopped = client.ask({ type: 'stop_turn', sessionId })
    await client.ask({ type: 'ping', ts: 1 })
    starts[0]?.()
    expect((await started).type).toBe('turn_started')
    expect(await stopped).toMatchObject({ type: 'stop_acknowledged' })
    expect(driver.agent.prompts).toEqual(['Hello'])
  })

  it('that starts too late is ended', async () => {
    const starts: (() => void)[] = []
    const start = () => new Promise<void>((resolve) => void starts.push(resolve))
    const { run, driver } = await stage({ start, patience: { startMs: 20 } })
    expect(await run()).toMatchObject({ code: 'AgentUnavailable' })
    starts[0]?.()
    await expect.poll(() => driver.agents[0]?.closed).toBe(true)
  })

  it('must be declared', async () => {
    const { client } = await stage()
    const { session } = (await client.ask({ type: 'create_session', agentType: 'rm -rf' })) as unknown as {
      session: { id: string }
    }
    expect(await client.ask({ type: 'run_turn', sessionId: session.id, text: 'x' })).toMatchObject({
      code: 'AgentUnavailable',
      message: expect.stringMatching(/declared are: demo, scripted/),
    })
  })
})
