import { SignalboxError } from '@signalbox/protocol'
import { describe, expect, it } from 'vitest'
import { brief, type Stage, sharesGateway, stage } from './stage.fixture.js'

sharesGateway()

describe('an agent that fails', () => {
  const failures: [string, (on: Stage) => unknown, object][] = [
    [
      'vanishes',
      ({ driver }) => driver.agent.gone('exit code 1'),
      { code: 'AGENT_DISCONNECTED', message: 'exit code 1' },
    ],
    [
      'says so',
      ({ driver }) => driver.agent.say('turn_error', { message: 'model refused', code: 'AGENT_ERROR' }),
      { code: 'AGENT_ERROR', message: 'model refused' },
    ],
  ]

  it.each(failures)('%s: the turn ends, the session can go on', async (_name, fail, error) => {
    const on = await stage()
    const { run, driver, client, told } = on
    const { turnId } = await run()
    await driver.agent.text('So far')
    await driver.agent.say('permission_requested', { requestId: 'p1', toolName: 'bash', description: 'ls' })
    await client.next('permission_requested')
    await fail(on)
    expect(await client.next('turn_error')).toMatchObject({ ...error, turnId })
    await client.next(({ state }) => state === 'error')
    expect(brief(await told()).slice(-8)).toEqual(
      [
        'message_complete So far',
        'permission_requested',
        'session_state waiting permission',
        'attention_raised',
        'request_closed withdrawn',
        'attention_cleared withdrawn',
        expect.stringMatching(/^turn_error/),
        expect.stringMatching(/^session_state error/),
      ].slice(0, 8),
    )
    await expect.poll(() => driver.agent.closed).toBe(true)
    expect((await run('Again')).type).toBe('turn_started')
    expect(driver.agents).toHaveLength(2)
    expect(brief(await told()).slice(-6)).toEqual([
      'session_state inactive',
      'session_state activating run_turn',
      'session_state ready activated',
      'turn_started',
      'session_state running turn_started',
      'user_message Again',
    ])
  })

  it('says nothing for too long', async () => {
    const { run, driver, client } = await stage({ patience: { silenceMs: 20 } })
    await run()
    expect(await client.next('turn_error')).toMatchObject({ code: 'AGENT_TIMEOUT' })
    await expect.poll(() => driver.agent.closed).toBe(true)
  })

  it('but not while it waits for a person', async () => {
    const { run, driver, client } = await stage(
      { patience: { silenceMs: 50 } },
      { settings: { requestExpiryMs: 250 } },
    )
    await run()
    await driver.agent.say('permission_requested', { requestId: 'p1', toolName: 'bash', description: 'ls' })
    expect(await client.next('request_closed')).toMatchObject({ reason: 'expired' })
    expect(client.frames.some(({ type }) => type === 'turn_error')).toBe(false)
    expect(await client.next('turn_error')).toMatchObject({ code: 'AGENT_TIMEOUT' })
  })

  it('cannot be started: the one who asked is told why, and so is everyone else', async () => {
    let broken = true
    const { run, client, told } = await stage({
      start: async () => {
        if (broken) throw new Error('codex is not installed')
      },
    })
    const refused = await run()
    expect(refused).toMatchObject({
      type: 'error',
      code: 'AgentUnavailable',
      message: 'codex is not installed',
    })
    expect(await client.next('turn_error')).toMatchObject({
      code: 'AGENT_ERROR',
      message: 'codex is not installed',
      // The turn never began, but who asked for it and who hears that it failed know it by the same id.
      turnId: expect.stringMatching(/^turn_/),
    })
    expect(client.frames.find(({ type }) => type === 'turn_error')?.turnId).toBe(refused.turnId)
    expect(brief(await told())).toEqual([
      'session_state activating run_turn',
      'turn_error AGENT_ERROR',
      'session_state error AGENT_ERROR',
    ])
    broken = false
    expect((await run()).type).toBe('turn_started')
  })

  it('does not start in time', async () => {
    const { run, client } = await stage({ start: () => new Promise(() => {}), patience: { startMs: 20 } })
    expect(await run()).toMatchObject({ code: 'AgentUnavailable' })
    expect(await client.next('turn_error')).toMatchObject({ code: 'AGENT_TIMEOUT' })
  })

  it('refuses the prompt', async () => {
    const { run, client } = await stage({
      prompt: () => Promise.reject(new SignalboxError('agentUnavailable', 'out of credit')),
    })
    expect((await run()).type).toBe('turn_started')
    expect(await client.next('turn_error')).toMatchObject({ code: 'AGENT_ERROR', message: 'out of credit' })
  })

  it('goes away between turns', async () => {
    const { run, driver, client } = await stage()
    await run()
    await driver.agent.say('turn_complete')
    await client.next('turn_complete')
    driver.agent.gone('exit code 0')
    expect(await client.next(({ state }) => state === 'inactive')).toMatchObject({ reason: 'agent_gone' })
    expect((await run()).type).toBe('turn_started')
  })

  it('speaks after its turn: nobody hears it', async () => {
    const { run, driver, client, told } = await stage()
    await run()
    await driver.agent.say('turn_complete')
    await client.next('turn_complete')
    const before = (await told()).length
    await driver.agent.text('late')
    await driver.agent.say('tool_call', { toolCallId: 'tc-9', toolName: 'bash', args: {} })
    await driver.agent.say('turn_complete')
    expect((await told()).length).toBe(before)
  })
})
