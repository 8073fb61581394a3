import { describe, expect, it, vi } from 'vitest'
import { readEvents } from '../../log/testing.js'
import type { ActivityRunner, ActivityTask } from '../activity-runner.js'
import { sharedCrew } from './crew.fixture.js'
import { spawnAgentSession } from './spawn-agent-session.js'
import { failure, inTheEnd, testTask } from './testing.js'

const crew = sharedCrew()
const { signal } = new AbortController()
let runner: ActivityRunner | undefined
let tasks = 0

const spawn = (config: Record<string, unknown>, more: Partial<ActivityTask> = {}) => {
  const deliveryId = `ev-${++tasks}/plan-created/0`
  const task = testTask('spawn_agent_session', {
    deliveryId,
    config: { agent_id: 'coder', message_template: 'Plan: {{summary}}', ...config },
    ...more,
  })
  const run = (again: Partial<ActivityTask> = {}) => {
    runner ??= spawnAgentSession(crew())
    return runner.run({ ...task, ...again }, signal)
  }
  return { task, run }
}
interface Spawned {
  session_id: string
  turn_id: string
}
const done = async (outcome: ReturnType<ReturnType<typeof spawn>['run']>): Promise<Spawned> => {
  const settled = await outcome
  if (!settled.ok) throw new Error(settled.error)
  return settled.response as unknown as Spawned
}
const end = (sessionId: string) => crew().agentOf(sessionId).say('turn_complete', { finalText: 'Done.' })
const idle = (sessionId: string) =>
  expect.poll(async () => (await crew().log.reader.session(sessionId))?.status).toBe('ready')
const as = (via: string) => ({ identity: crew().owner, via })
/** No session of an agent is left to go on in. */
const withoutOthers = async (agentId: string) => {
  const { sessions } = await crew().log.reader.sessions({
    tenantId: 'local',
    includeArchived: false,
    limit: 200,
  })
  for (const { id, agentType } of sessions)
    if (agentType === agentId) await crew().commands.archive(as('ws'), id)
}
const fresh = { reuse_if_running: false }

describe('spawn_agent_session', () => {
  it('begins a session as the owner, by the flow, and gives it the prompt', async () => {
    const { run, task } = spawn({ ...fresh, title_template: 'Plan\n{{summary}}' })
    const outcome = await run()
    const { session_id: sessionId, turn_id: turnId } = await done(Promise.resolve(outcome))
    expect(outcome).toEqual({ ok: true, turnId, response: { session_id: sessionId, turn_id: turnId } })
    expect(await crew().log.reader.session(sessionId)).toMatchObject({
      name: 'Plan All "done"',
      agentType: 'coder',
      origin: 'driven',
      aliases: [{ namespace: 'flow', id: task.deliveryId }],
    })
    await expect.poll(() => crew().agentOf(sessionId).prompts).toEqual(['Plan: All "done"'])
    const events = await readEvents(crew().log, sessionId)
    const started = events.find(({ type }) => type === 'turn_started')
    expect(started).toMatchObject({ turnId, source: { via: 'flow', nativeId: 'owner' } })
    expect(JSON.parse(started?.data ?? '')).toEqual({ clientTurnId: task.deliveryId })
  })

  it('is one session and one turn however often it is tried', async () => {
    const { run } = spawn(fresh)
    const first = await done(run())
    // While the turn runs, and after it.
    expect(await done(run({ begunBefore: true }))).toEqual(first)
    await end(first.session_id)
    await idle(first.session_id)
    expect(await done(run({ begunBefore: true }))).toEqual(first)
    expect(crew().agentOf(first.session_id).prompts).toHaveLength(1)
    // The gateway was killed after the session was made: its turn is begun in it.
    const { run: again, task } = spawn(fresh)
    const made = await crew().commands.create(
      { identity: crew().owner, via: 'flow' },
      { agentType: 'coder', alias: { namespace: 'flow', id: task.deliveryId } },
    )
    expect((await done(again({ begunBefore: true }))).session_id).toBe(made)
  })

  it('goes on in a session that is idle, and knows the turn it began there', async () => {
    const { session_id: sessionId } = await done(spawn({ ...fresh, agent_id: 'deaf' }).run())
    await end(sessionId)
    await idle(sessionId)
    const { run } = spawn({ agent_id: 'deaf', title_template: 'not taken' })
    const second = await done(run())
    expect(second.session_id).toBe(sessionId)
    await end(sessionId)
    await idle(sessionId)
    expect(await done(run({ begunBefore: true }))).toEqual(second)
    const session = await crew().log.reader.session(sessionId)
    expect([session?.aliases.length, session?.name]).not.toContain('not taken')
    // It is busy now: the next one waits for it, since a flow began it.
    const third = await done(spawn({ agent_id: 'deaf' }).run())
    const fourth = done(inTheEnd(spawn({ agent_id: 'deaf' }).run))
    expect(third.session_id).toBe(sessionId)
    await end(sessionId)
    expect((await fourth).session_id).toBe(sessionId)
    await end(sessionId)
    await idle(sessionId)
  })

  it('does not interrupt a person', async () => {
    const { commands, turns, owner } = crew()
    const caller = { identity: owner, via: 'ws' }
    const own = await commands.create(caller, { agentType: 'coder' })
    await turns.start(caller, own, { text: 'mine' })
    const { session_id: busy } = await done(spawn({}).run())
    expect(busy).not.toBe(own)
    await crew().agentOf(own).say('turn_complete', { finalText: '' })
    await idle(own)
  })

  it('waits for a busy agent outside, uncounted, and does not ask again where its turn has begun', async () => {
    const first = await done(spawn({ agent_id: 'deaf' }).run())
    const touches = vi.fn()
    const { run } = spawn({ agent_id: 'deaf' }, { touches })
    const waits = failure(await run())
    const silent = { agent_id: 'deaf', message_template: '' }
    expect(await spawn(silent).run()).toMatchObject({ ok: true })
    expect(waits).toMatchObject({ retry: true, uncounted: true, busy: { over: expect.any(Promise) } })
    expect(touches).not.toHaveBeenCalled()
    await end(first.session_id)
    await waits.busy?.over
    const second = await done(run({ begunBefore: true }))
    expect(second.session_id).toBe(first.session_id)
    expect(touches.mock.calls).toEqual([[first.session_id, 'asking']])
    expect(await done(run({ begunBefore: true }))).toEqual(second)
    await end(first.session_id)
    await idle(first.session_id)
  })

  it('makes one session of a burst, whose turns come one after the other; other agents do not wait', async () => {
    const says = [0, 1, 2, 3, 4, 5].map((n) => `Do ${n}`)
    const burst = says.map((text) => spawn({ agent_id: 'slow', message_template: text }).run)
    const all = Promise.all(burst.map((run) => done(inTheEnd(run))))
    const other = await done(spawn({ ...fresh, agent_id: 'deaf' }).run())
    await end(other.session_id)
    await idle(other.session_id)
    expect(failure(await spawn({ agent_id: 'slow' }).run())).toMatchObject({ uncounted: true })
    crew().begins()
    const { session_id: sessionId } = await Promise.race(burst.map((run) => done(inTheEnd(run))))
    for (let turns = 1; turns <= says.length; turns++) {
      await expect.poll(() => crew().agentOf(sessionId).prompts.length).toBe(turns)
      await end(sessionId)
    }
    const spawned = await all
    expect(new Set(spawned.map(({ session_id }) => session_id))).toEqual(new Set([sessionId]))
    expect(new Set(spawned.map(({ turn_id }) => turn_id)).size).toBe(says.length)
    expect([...crew().agentOf(sessionId).prompts].sort()).toEqual(says)
  })

  it.each([
    ['paused', (id: string) => crew().commands.pause(as('ws'), id)],
    ['archived', (id: string) => crew().commands.archive(as('ws'), id)],
    ['inactive', (id: string) => crew().turns.end(as('ws'), id, 'closed')],
  ])('does not go on in a session that is %s', async (_how, becomes) => {
    const agent_id = 'deaf'
    await withoutOthers(agent_id)
    const first = await done(spawn({ ...fresh, agent_id }).run())
    await end(first.session_id)
    await idle(first.session_id)
    await becomes(first.session_id)
    const second = await done(inTheEnd(spawn({ agent_id }).run))
    expect(second.session_id).not.toBe(first.session_id)
    await end(second.session_id)
    await idle(second.session_id)
  })

  it('begins no turn without a message', async () => {
    const outcome = await spawn({ ...fresh, message_template: '{{nothing}} ' }).run()
    expect(outcome).toEqual({ ok: true, response: { session_id: expect.any(String) } })
    expect(await spawn({ ...fresh, message_template: undefined }).run()).toMatchObject({ ok: true })
  })

  it('finds the turn it began in a session where another would be taken now', async () => {
    const first = await done(spawn({ ...fresh, agent_id: 'deaf' }).run())
    await end(first.session_id)
    await idle(first.session_id)
    const { run } = spawn({ agent_id: 'deaf' })
    const begun = await done(run())
    expect(begun.session_id).toBe(first.session_id)
    await end(begun.session_id)
    // The gateway was killed before it could say so, and a newer session is idle since.
    const newer = await done(spawn({ ...fresh, agent_id: 'deaf' }).run())
    await end(newer.session_id)
    await idle(newer.session_id)
    expect(await done(run({ begunBefore: true }))).toEqual(begun)
    expect(crew().agentOf(newer.session_id).prompts).toHaveLength(1)
  })

  it('starts nothing that is not declared', async () => {
    const { retry, error } = failure(await spawn({ agent_id: 'rm -rf' }).run())
    expect([retry, error]).toEqual([
      false,
      'no agent is declared as "rm -rf"; declared are: coder, deaf, slow',
    ])
  })
})
