import { SignalboxError } from '@signalbox/protocol'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Commit, Log } from '../log/log.js'
import { crashImage, tempLog } from '../log/testing.js'
import { type Frame, postNotify, TestClient, testGateway } from '../testing.js'
import { Recovery } from './recovery.js'
import { ScriptedDriver } from './scripted-driver.fixture.js'

async function crashed() {
  const driver = new ScriptedDriver()
  const overrides = { drivers: { scripted: driver } }
  const gateway = await testGateway({ overrides })
  const client = await TestClient.open(gateway)
  const { session } = (await client.ask({ type: 'create_session', agentType: 'scripted' })) as unknown as {
    session: { id: string }
  }
  const sessionId = session.id
  await client.join({ sessionId })
  await client.ask({ type: 'run_turn', sessionId, text: 'Hello' })
  const { agent } = driver
  await agent.say('plan_created', {
    planId: 'p',
    title: 'Plan',
    steps: [
      { id: 'step-0', title: 'One', status: 'pending' },
      { id: 'step-1', title: 'Two', status: 'pending' },
    ],
  })
  await agent.say('plan_step_completed', { planId: 'p', stepId: 'step-0', title: 'One', status: 'completed' })
  await agent.say('usage_update', {
    model: 'm',
    provider: 'p',
    inputTokens: 10,
    outputTokens: 5,
    cachedTokens: null,
    costMicroDollars: 7,
  })
  await agent.text('So far')
  await agent.say('permission_requested', { requestId: 'p1', toolName: 'bash', description: 'ls' })
  const asked = await client.next('permission_requested')
  await client.next('attention_raised')
  await agent.say('plan_step_started', { planId: 'p', stepId: 'step-1', title: 'Two', status: 'in_progress' })
  const last = await client.next('plan_step_started')
  const image = crashImage(gateway.dataDir)
  const restart = () => testGateway({ dataDir: image, overrides })
  return { gateway, client, sessionId, asked, last, restart, driver }
}

const brief = (frames: Frame[]) =>
  frames
    .filter(({ type }) => type !== 'watch_state')
    .map(({ type, state, reason, code }) => [type, state, reason ?? code].filter(Boolean).join(' '))

describe('after a gateway that ended without a goodbye', () => {
  it('a session of ours is inactive, its turn has an error, its request is withdrawn, and it goes on', async () => {
    const { sessionId, asked, last, restart, driver } = await crashed()
    const client = await TestClient.open(await restart())
    const frames = await client.join({ sessionId, afterSeq: last.seq })
    expect(brief(frames.filter(({ type }) => type !== 'gap'))).toEqual([
      'state_snapshot',
      'request_closed withdrawn',
      'attention_cleared withdrawn',
      'turn_error AGENT_DISCONNECTED',
      'session_state error AGENT_DISCONNECTED',
      'thread.name_complete',
      'session_updated',
      'session_state inactive gateway_restarted',
      'session_updated',
      'replay_complete',
    ])
    expect(frames.find(({ type }) => type === 'turn_error')).toMatchObject({ turnId: asked.turnId })
    const [snapshot] = frames
    expect(snapshot).toMatchObject({
      session: { status: 'inactive' },
      currentTurn: null,
      pendingRequests: [],
      attention: [],
    })
    expect(
      await client.ask({ type: 'respond_permission', sessionId, requestId: asked.requestId, approved: true }),
    ).toMatchObject({ code: 'RequestAlreadyResolved', outcome: 'withdrawn' })
    expect(await client.ask({ type: 'run_turn', sessionId, text: 'Again' })).toMatchObject({
      type: 'turn_started',
    })
    expect(driver.agents).toHaveLength(2)
  })

  it('plan and usage are known to the last, though no event of theirs was kept', async () => {
    const { sessionId, restart } = await crashed()
    const client = await TestClient.open(await restart())
    const [snapshot] = await client.join({ sessionId })
    expect(snapshot).toMatchObject({
      plan: { planId: 'p', steps: [{ status: 'completed' }, { status: 'in_progress' }] },
      usage: {
        total: { inputTokens: 10, outputTokens: 5, cachedTokens: null, costMicroDollars: 7 },
        turns: [{ model: 'm', inputTokens: 10 }],
      },
    })
  })

  it('numbers that were heard are not used again', async () => {
    const { sessionId, last, restart } = await crashed()
    const client = await TestClient.open(await restart())
    const { events } = await client.ask({ type: 'get_events', sessionId, afterSeq: last.seq })
    expect((events as Frame[]).every(({ seq }) => (seq as number) > (last.seq as number))).toBe(true)
  })

  it('a session somebody runs in a terminal keeps its state, stale until it is heard of, its request closed', async () => {
    const gateway = await testGateway()
    await postNotify(gateway, 'Codex 1', {
      type: 'approval-requested',
      'approval-type': 'exec',
      command: ['ls'],
      'turn-id': 't1',
    })
    const client = await TestClient.open(gateway)
    const { lastSeq } = (await client.join({ sessionId: 'Codex 1' }))[0] as Frame
    const again = await testGateway({ dataDir: crashImage(gateway.dataDir), overrides: { returnMs: 0 } })
    const later = await TestClient.open(again)
    const [snapshot, ...rest] = await later.join({ sessionId: 'Codex 1', afterSeq: lastSeq })
    expect(rest.find(({ type }) => type === 'request_closed')).toMatchObject({ reason: 'gateway_restarted' })
    expect(snapshot).toMatchObject({
      session: { status: 'waiting', stale: true },
      currentTurn: {},
      pendingRequests: [],
    })
    expect((await later.ask({ type: 'list_sessions' })).sessions).toMatchObject([{ stale: true }])
    await postNotify(again, 'Codex 1', { type: 'new-plan', summary: 'x' })
    const updated = await later.next('session_updated')
    expect(updated.session).not.toHaveProperty('stale')
    expect((await later.ask({ type: 'list_sessions' })).sessions).toMatchObject([{ status: 'waiting' }])
    expect(JSON.stringify(await later.ask({ type: 'list_sessions' }))).not.toContain('stale')
    expect(rest.some(({ type }) => type === 'turn_error')).toBe(false)
    await gateway.close('test')
  })
})

describe('a session that is deleted while it is put right', () => {
  it('is left alone', async () => {
    const { gateway } = await crashed()
    const { log } = await tempLog({ dataDir: crashImage(gateway.dataDir) })
    const deleted = {
      reader: log.reader,
      startedAt: log.startedAt,
      snapshot: (id: string) => log.snapshot(id),
      commit: () => Promise.reject(new SignalboxError('sessionNotFound')),
    } as unknown as Log
    const recovery = new Recovery(deleted)
    onTestFinished(() => recovery.stop())
    await expect(recovery.start()).resolves.toBeUndefined()
  })
})

describe('a disk that takes nothing at the start', () => {
  it('does not keep the gateway from starting; it is tried until it does', async () => {
    const { sessionId, gateway } = await crashed()
    const { log } = await tempLog({ dataDir: crashImage(gateway.dataDir) })
    let refused = 0
    const failing = {
      reader: log.reader,
      startedAt: log.startedAt,
      snapshot: (id: string) => log.snapshot(id),
      commit(commit: Commit) {
        if (++refused <= 2) return Promise.reject(new SignalboxError('unavailable'))
        return log.commit(commit)
      },
    } as unknown as Log
    const recovery = new Recovery(failing)
    onTestFinished(() => recovery.stop())
    await recovery.start()
    expect((await log.snapshot(sessionId))?.meta.status).toBe('waiting')
    await expect.poll(async () => (await log.snapshot(sessionId))?.meta.status).toBe('inactive')
    expect(refused).toBe(3)
  })
})
