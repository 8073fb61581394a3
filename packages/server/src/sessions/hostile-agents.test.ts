import { describe, expect, it } from 'vitest'
import { brief, sharesGateway, stage } from './stage.fixture.js'

sharesGateway()

describe('an agent that does not keep to the rules', () => {
  it('floods without waiting for room: the turn ends, and the next one works', async () => {
    const reports: unknown[] = []
    const { run, driver, client } = await stage({}, { report: (fault) => void reports.push(fault) })
    await run()
    const much = 'x'.repeat(1024 * 1024)
    for (let n = 0; n < 60; n++) void driver.agent.text(much)
    expect(await client.next('turn_error')).toMatchObject({
      code: 'AGENT_ERROR',
      message: expect.stringMatching(/floods/),
    })
    await expect.poll(() => driver.agent.closed).toBe(true)
    expect(reports).toHaveLength(1)
    expect((await run('Again')).type).toBe('turn_started')
  })

  it('says more than a frame can hold: it comes in pieces, whole', async () => {
    const { run, driver, client } = await stage()
    await run()
    const long = `${'漢字😀'.repeat(50_000)}end`
    await driver.agent.text(long)
    await driver.agent.say('turn_complete')
    const { finalText } = await client.next('turn_complete')
    const deltas = client.frames.filter(({ type }) => type === 'text_delta').map(({ text }) => String(text))
    expect(deltas.join('')).toBe(long)
    expect(finalText).toBe(long)
    expect(Math.max(...deltas.map(({ length }) => length))).toBeLessThanOrEqual(16 * 1024)
    const segments = client.frames
      .filter(({ type }) => type === 'message_complete')
      .map(({ text }) => String(text))
    expect(segments.join('')).toBe(long)
    expect(Math.max(...segments.map((text) => Buffer.byteLength(text)))).toBeLessThanOrEqual(256 * 1024)
  })

  it('says what is no event: it is told as not understood, and nobody else notices', async () => {
    const { run, driver, client, told } = await stage()
    await run()
    const deep: unknown[] = []
    let inner = deep
    for (let level = 0; level < 5000; level++) {
      const next: unknown[] = []
      inner.push(next)
      inner = next
    }
    await driver.agent.say('tool_call', { toolCallId: 'tc-1', toolName: 'x', args: deep as never })
    await driver.agent.say('text_delta', {})
    await driver.agent.say('tool_call', { toolCallId: 'tc-1', toolName: 'x', args: (() => 1) as never })
    await driver.agent.say('text_delta', { text: 'evil', sessionId: 'foreign', seq: -1 })
    await driver.agent.text('fine')
    await driver.agent.say('turn_complete')
    expect(await client.next('turn_complete')).toMatchObject({ finalText: 'fine' })
    expect((await told()).filter(({ type }) => type === 'agent_unparsed')).toHaveLength(4)
  })

  it('asks twice under one id: it is one request', async () => {
    const { run, driver, client, sessionId } = await stage()
    await run()
    const ask = () =>
      driver.agent.say('permission_requested', { requestId: 'p1', toolName: 'bash', description: 'ls' })
    await ask()
    await ask()
    await client.next('attention_raised')
    const [snapshot] = await client.join({ sessionId })
    expect(snapshot?.pendingRequests).toHaveLength(1)
  })

  it.each(['prompt', 'interrupt', 'close'] as const)(
    'throws at once in %s: the session goes on',
    async (where) => {
      const fail = () => {
        throw new Error('broken pipe')
      }
      const { run, driver, client, sessionId } = await stage({ [where]: fail }, { report: () => {} })
      await run()
      if (where === 'interrupt') await client.ask({ type: 'stop_turn', sessionId })
      if (where === 'close') driver.agent.gone('exit code 1')
      await client.next(({ type }) => type === 'turn_complete' || type === 'turn_error')
      expect((await run('Again')).type).toBe('turn_started')
    },
  )

  it('makes many large tool calls: who joins gets a picture that can be looked at', async () => {
    const { run, driver, client, sessionId } = await stage()
    await run()
    for (let n = 0; n < 150; n++) {
      const toolCallId = `tc-${n}`
      await driver.agent.say('tool_call', {
        toolCallId,
        toolName: 'write',
        args: { text: 'x'.repeat(100_000) },
      })
      if (n < 149) await driver.agent.say('tool_result', { toolCallId, status: 'success' })
    }
    await client.next(({ toolCallId }) => toolCallId === 'tc-149')
    const frames = await client.join({ sessionId })
    const stream = frames.find(({ type }) => type === 'stream_snapshot')
    const calls = stream?.toolCalls as { toolCallId: string; argsSoFar: string; status: string }[]
    expect(calls).toHaveLength(100)
    expect(calls.at(-1)).toMatchObject({ toolCallId: 'tc-149', status: 'running' })
    expect(calls.at(-1)?.argsSoFar).toHaveLength(32 * 1024)
    expect(JSON.stringify(stream).length).toBeLessThan(200_000)
  })

  it('goes away while the end of its turn is being written', async () => {
    const { run, driver, client, told } = await stage()
    await run()
    void driver.agent.say('turn_complete')
    driver.agent.gone('exit code 0')
    await client.next(({ state }) => state === 'inactive')
    expect(brief(await told()).slice(-3)).toEqual([
      'turn_complete ',
      'session_state ready turn_complete',
      'session_state inactive agent_gone',
    ])
    expect((await run('Again')).type).toBe('turn_started')
    expect(driver.agents).toHaveLength(2)
  })

  it('ends twice: the first counts', async () => {
    const { run, driver, client, told } = await stage()
    await run()
    void driver.agent.say('turn_complete')
    void driver.agent.say('turn_error', { message: 'x', code: 'AGENT_ERROR' })
    void driver.agent.say('turn_complete')
    await client.next('turn_complete')
    expect(
      (await told()).filter(({ type }) => type === 'turn_complete' || type === 'turn_error'),
    ).toHaveLength(1)
    expect((await run('Again')).type).toBe('turn_started')
  })

  it('never takes what is steered: who said it hears so when the turn ends', async () => {
    const { run, driver, client, sessionId } = await stage({ takeSteer: () => new Promise(() => {}) })
    await run()
    const steered = client.ask({ type: 'steer', sessionId, content: 'Not the tests' })
    await client.ask({ type: 'ping', ts: 1 })
    await driver.agent.say('turn_complete')
    expect(await steered).toMatchObject({ type: 'error', code: 'NoActiveTurn' })
  })

  it('never answers to a mode', async () => {
    const { run, client, sessionId } = await stage({
      takeMode: () => new Promise(() => {}),
      patience: { stopMs: 20 },
    })
    await run()
    expect(await client.ask({ type: 'switch_mode', sessionId, mode: 'plan' })).toMatchObject({
      code: 'AgentUnavailable',
    })
    const [snapshot] = await client.join({ sessionId })
    expect(snapshot).toMatchObject({ mode: 'implement' })
  })

  it('throws when it is told of an answer: the answer stands', async () => {
    const reports: unknown[] = []
    const { run, driver, client, sessionId } = await stage(
      {
        respond: () => {
          throw new Error('broken pipe')
        },
      },
      { report: (fault) => void reports.push(fault) },
    )
    await run()
    await driver.agent.say('permission_requested', { requestId: 'p1', toolName: 'bash', description: 'ls' })
    const { requestId } = await client.next('permission_requested')
    expect(
      await client.ask({ type: 'respond_permission', sessionId, requestId, approved: true }),
    ).toMatchObject({ type: 'approval_resolved' })
    expect(String(reports)).toMatch(/broken pipe/)
  })

  it('leaves a piece of interface open: it is said to be broken, and the text goes on', async () => {
    const { run, driver, client } = await stage()
    await run()
    await driver.agent.text('Look:\n```spec\n{"op":"add","path":"/root","value":"a"}\n')
    await driver.agent.say('tool_call', { toolCallId: 'tc-1', toolName: 'ls', args: {} })
    await driver.agent.text('Done.')
    await driver.agent.say('turn_complete')
    expect(await client.next('turn_complete')).toMatchObject({ finalText: 'Look:\nDone.' })
    const ui = client.frames.filter(({ type }) => type.startsWith('ui.')).map(({ type }) => type)
    expect(ui).toEqual(['ui.spec_start', 'ui.spec_delta', 'ui.spec_error'])
  })

  it('tells its title and what it used between turns: both are taken', async () => {
    const { run, driver, client, sessionId } = await stage()
    await run()
    await driver.agent.say('turn_complete')
    await client.next('turn_complete')
    await driver.agent.say('thread.name_complete', { name: 'Fixing the login' })
    expect(
      await client.next(({ type, name }) => type === 'thread.name_complete' && name === 'Fixing the login'),
    ).toBeDefined()
    const usage = { inputTokens: 7, outputTokens: null, cachedTokens: null, costMicroDollars: null }
    await driver.agent.say('usage_update', { model: null, provider: null, ...usage })
    await client.next('usage_update')
    const [snapshot] = await client.join({ sessionId })
    expect(snapshot).toMatchObject({ session: { name: 'Fixing the login' }, usage: { total: usage } })
  })
})
