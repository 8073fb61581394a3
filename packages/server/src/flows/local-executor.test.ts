import { setImmediate } from 'node:timers/promises'
import { SignalboxError } from '@signalbox/protocol'
import type { FlowConfig } from '@signalbox/protocol/flow'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sharedLog } from '../log/shared-log.fixture.js'
import { notify } from '../log/testing.js'
import { busy, refusal } from './activities/outcomes.js'
import type { ActivityOutcome, ActivityTask } from './activity-runner.js'
import { MAX_ATTEMPTS } from './settled.js'
import { FlowSourceInHand, RunnerInHand, runnersInHand, startFlows } from './testing.js'

const shared = sharedLog()
let sessions = 0

/** Flows that look at one session alone, so that tests share a log. */
async function flowing(
  runners: Parameters<typeof runnersInHand>[0],
  bindings: FlowConfig['bindings_by_trigger_id'] = { t: [HOOK] },
) {
  const session = `executor-${++sessions}`
  const clock = { ahead: 0 }
  const source = new FlowSourceInHand({
    version: 1,
    triggers: Object.keys(bindings).map((id) => ({
      id,
      event_type: 'notify_event',
      where: { 'session.id': session },
    })),
    bindings_by_trigger_id: bindings,
  })
  const now = () => Date.now() + clock.ahead
  const started = await startFlows(shared.log, { source, now, runners: runnersInHand(runners) })
  const post = async (n = 0) =>
    (await shared.log.commit(notify(session, undefined, { type: 'x', n }))).first?.id ?? ''
  const later = (ms: number) => {
    clock.ahead += ms
    started.flows.wake()
  }
  return { ...started, post, later }
}

const HOOK = { activity_id: 'post_webhook', config: { url: 'https://hooks.example.com/' } } as const
const TOAST = { activity_id: 'toast_notification', config: { level: 'info', message_template: 'x' } } as const
const SPAWN = { activity_id: 'spawn_agent_session', config: { agent_id: 'coder' } } as const

/** Waits until a delivery is so; the look itself is what takes the time. */
async function until(id: string, so: Record<string, unknown>): Promise<void> {
  for (;;) {
    const delivery = await shared.log.reader.delivery('local', id)
    if (Object.entries(so).every(([name, value]) => delivery?.[name as keyof typeof delivery] === value))
      return
    await setImmediate()
  }
}

/** An answer the test gives when it likes. */
function answersLater() {
  const waiting: { task: ActivityTask; answer: (outcome: ActivityOutcome) => void }[] = []
  const answer = (task: ActivityTask, signal: AbortSignal) =>
    new Promise<ActivityOutcome>((resolve) => {
      waiting.push({ task, answer: resolve })
      signal.addEventListener('abort', () => resolve({ ok: false, error: 'stopped', retry: true }))
    })
  return { waiting, answer }
}

it('makes the fields of an event once, for all triggers and all attempts', async () => {
  const hook = new RunnerInHand()
  hook.answer = ({ attempt }) => (attempt === 1 ? { ok: false, error: 'no', retry: true } : { ok: true })
  const { post, later } = await flowing({ post_webhook: hook }, { a: [HOOK], b: [HOOK] })
  const event = await post()
  for (const id of ['a', 'b']) await until(`${event}/${id}/0`, { status: 'pending', attempts: 1 })
  later(30_000)
  for (const id of ['a', 'b']) await until(`${event}/${id}/0`, { status: 'done' })
  expect(new Set(hook.tasks.map(({ fields }) => fields)).size).toBe(1)
})

describe('what fails', () => {
  it('is tried again until it is taken', async () => {
    const hook = new RunnerInHand()
    hook.answer = ({ attempt }) =>
      attempt < MAX_ATTEMPTS
        ? { ok: false, error: `no ${attempt}`, retry: true }
        : { ok: true, response: { status: 200 } }
    const { post, later } = await flowing({ post_webhook: hook })
    const id = `${await post()}/t/0`
    for (let attempts = 1; attempts < MAX_ATTEMPTS; attempts++) {
      await until(id, { status: 'pending', attempts, error: `no ${attempts}` })
      later(30_000)
    }
    await until(id, { status: 'done', attempts: MAX_ATTEMPTS })
    expect(hook.tasks.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5])
    expect(new Set(hook.tasks.map(({ deliveryId }) => deliveryId))).toEqual(new Set([id]))
  })

  it('is given up after its last attempt, told of in the journal, and tried anew when a person wants it', async () => {
    const hook = new RunnerInHand()
    hook.answer = () => ({ ok: false, error: 'never, token=sk-abcdefghijklmnopqrstuvwx', retry: true })
    const { post, later, told, flows } = await flowing({ post_webhook: hook })
    const event = await post()
    const id = `${event}/t/0`
    for (let attempts = 1; attempts < MAX_ATTEMPTS; attempts++) {
      await until(id, { status: 'pending', attempts })
      later(30_000)
    }
    await until(id, { status: 'dead' })
    const line = told.find((text) => text.includes('a delivery was given up')) ?? ''
    expect(JSON.parse(line)).toMatchObject({
      ...{ trigger: 't', activity: 'post_webhook', attempts: MAX_ATTEMPTS },
      ...{ error: expect.stringContaining('never'), delivery_id: id, event_id: event },
      session_id: (await shared.log.reader.delivery('local', id))?.session_id,
    })
    expect(line).not.toContain('sk-abc')
    hook.answer = () => ({ ok: true })
    await shared.log.outbox.retry('local', id)
    flows.wake()
    await until(id, { status: 'done', attempts: 1 })
  })

  it('is not tried before the time it asked for', async () => {
    const hook = new RunnerInHand()
    hook.answer = ({ attempt }) =>
      attempt === 1 ? { ok: false, error: 'busy', retry: true, afterMs: 120_000 } : { ok: true }
    const { post, later } = await flowing({ post_webhook: hook })
    const id = `${await post()}/t/0`
    await until(id, { status: 'pending', attempts: 1 })
    later(60_000)
    const other = `${await post()}/t/0`
    await until(other, { attempts: 1 })
    expect(hook.tasks.filter(({ deliveryId }) => deliveryId === id)).toHaveLength(1)
    later(61_000)
    await until(id, { status: 'done', attempts: 2 })
  })

  it('for good is given up at once; by a fault of our own it is tried again', async () => {
    const hook = new RunnerInHand()
    hook.answer = ({ fields, attempt }) => {
      if (fields.get('n') === '1')
        return { ok: false, error: 'gone', retry: false, response: { status: 410 } }
      if (attempt === 1) throw new Error('a bug')
      return { ok: true }
    }
    const { post, later, told } = await flowing({ post_webhook: hook })
    const [gone, bug] = [`${await post(1)}/t/0`, `${await post(2)}/t/0`]
    await until(gone, { status: 'dead', attempts: 1, error: 'gone' })
    await until(bug, { status: 'pending', attempts: 1 })
    expect(told.join('')).toContain('a bug')
    later(2_000)
    await until(bug, { status: 'done', attempts: 2 })
  })
})

describe('what runs at once', () => {
  it('is as much as the activity allows, and a slow receiver keeps no toast waiting', async () => {
    const [hook, toast] = [new RunnerInHand({ concurrency: 2 }), new RunnerInHand()]
    const { waiting, answer } = answersLater()
    hook.answer = answer
    const { post } = await flowing(
      { post_webhook: hook, toast_notification: toast },
      { a: [HOOK, TOAST], b: [HOOK] },
    )
    for (let n = 0; n < 5; n++) await post(n)
    await Promise.all([hook.asked(2), toast.asked(5)])
    expect(hook.tasks).toHaveLength(2)
    for (let done = 0; done < 10; done++) {
      waiting[done]?.answer({ ok: true })
      await hook.asked(Math.min(10, done + 3))
      expect(hook.tasks.length).toBeLessThanOrEqual(done + 3)
    }
    expect(hook.tasks).toHaveLength(10)
  })

  it('leaves room for the other triggers of an activity', async () => {
    const hook = new RunnerInHand({ concurrency: 4 })
    const { answer } = answersLater()
    hook.answer = (task, signal) => (task.triggerId === 'slow' ? answer(task, signal) : { ok: true })
    const { post } = await flowing({ post_webhook: hook }, { slow: [HOOK], quick: [HOOK] })
    const ids: string[] = []
    for (let n = 0; n < 8; n++) ids.push(await post(n))
    for (const id of ids) await until(`${id}/quick/0`, { status: 'done' })
    expect(hook.tasks.filter(({ triggerId }) => triggerId === 'slow').length).toBeLessThanOrEqual(3)
  })
})

it('waits for a session that is paused without counting, and is done when it is resumed', async () => {
  const runner = new RunnerInHand()
  let isPaused = true
  runner.answer = () =>
    isPaused ? refusal(new SignalboxError('paused', 'the session is paused')) : { ok: true }
  const { post, later } = await flowing({ spawn_agent_session: runner }, { t: [SPAWN] })
  const id = `${await post()}/t/0`
  for (let look = 1; look <= MAX_ATTEMPTS + 2; look++) {
    await runner.asked(look)
    await until(id, { status: 'pending', attempts: 0, error: 'the session is paused' })
    if (look === MAX_ATTEMPTS + 2) isPaused = false
    later(10_000)
  }
  await until(id, { status: 'done', attempts: 1 })
})

describe('what is for a busy agent', () => {
  /** An agent that is at one thing at a time; `end` ends it. */
  function oneTurnAtATime() {
    const runner = new RunnerInHand({ concurrency: 4 })
    const said: (string | undefined)[] = []
    let over: Promise<void> | undefined
    let end = () => {}
    runner.answer = ({ fields, config }) => {
      if (config.agent_id !== 'coder') return { ok: true }
      if (over) return busy(over)
      said.push(fields.get('n'))
      over = new Promise<void>((resolve) => {
        end = () => {
          over = undefined
          resolve()
        }
      })
      return { ok: true }
    }
    return { runner, said, end: () => end() }
  }

  it('waits uncounted as long as it takes, in the order of the events, and is done as soon as it can', async () => {
    const { runner, said, end } = oneTurnAtATime()
    const { post } = await flowing({ spawn_agent_session: runner }, { t: [SPAWN] })
    const ids: string[] = []
    for (let n = 0; n < 12; n++) ids.push(`${await post(n)}/t/0`)
    for (const [n, id] of ids.entries()) {
      await until(id, { status: 'done', attempts: 1 })
      expect(said).toHaveLength(n + 1)
      const last = ids.at(-1) ?? ''
      if (id !== last) await until(last, { status: 'pending', attempts: 0 })
      end()
    }
    expect(said).toEqual(ids.map((_, n) => String(n)))
    // A few looks for each turn, however many wait.
    expect(runner.tasks.length).toBeLessThan(ids.length * 5)
  })

  it('keeps no slot from what is for another', async () => {
    const { runner, end } = oneTurnAtATime()
    const other = { ...SPAWN, config: { agent_id: 'other' } }
    const { post } = await flowing({ spawn_agent_session: runner }, { a: [SPAWN], b: [SPAWN], c: [other] })
    const ids: string[] = []
    for (let n = 0; n < 8; n++) ids.push(await post(n))
    for (const id of ids) await until(`${id}/c/0`, { status: 'done' })
    const waits = ids.flatMap((id) => [`${id}/a/0`, `${id}/b/0`])
    const statuses = async () =>
      Promise.all(waits.map(async (id) => (await shared.log.reader.delivery('local', id))?.status))
    expect((await statuses()).filter((status) => status === 'done')).toHaveLength(1)
    for (let done = 2; done <= waits.length; done++) {
      end()
      await expect.poll(async () => (await statuses()).filter((one) => one === 'done').length).toBe(done)
    }
  })
})

it('lets many listen for its end', async () => {
  const runner = new RunnerInHand({ concurrency: 16 })
  const { answer, waiting } = answersLater()
  runner.answer = answer
  const bindings = { t: Array.from({ length: 12 }, () => HOOK) }
  const { post } = await flowing({ post_webhook: runner }, bindings)
  const warned: string[] = []
  const warn = ({ name }: Error) => void warned.push(name)
  process.on('warning', warn)
  onTestFinished(() => void process.off('warning', warn))
  await post()
  await runner.asked(12)
  await setImmediate()
  expect(warned).toEqual([])
  for (const one of waiting) one.answer({ ok: true })
})

describe('while the gateway is paused', () => {
  it('nothing that begins a turn is done, and none of it counts as tried', async () => {
    const [spawn, toast] = [new RunnerInHand(), new RunnerInHand()]
    const { post, pause } = await flowing(
      { spawn_agent_session: spawn, toast_notification: toast },
      { t: [SPAWN, TOAST] },
    )
    await pause.pause()
    const event = await post()
    await until(`${event}/t/1`, { status: 'done' })
    expect(spawn.tasks).toEqual([])
    await until(`${event}/t/0`, { status: 'pending', attempts: 0 })
    await pause.resume()
    await until(`${event}/t/0`, { status: 'done', attempts: 1 })
  })

  it('what was refused for it waits, uncounted', async () => {
    const spawn = new RunnerInHand()
    const { waiting, answer } = answersLater()
    spawn.answer = answer
    const { post, pause } = await flowing({ spawn_agent_session: spawn }, { t: [SPAWN] })
    const id = `${await post()}/t/0`
    await spawn.asked(1)
    await pause.pause()
    waiting[0]?.answer({ ok: false, error: 'paused', retry: true })
    await until(id, { status: 'pending', attempts: 0 })
    spawn.answer = () => ({ ok: true })
    await pause.resume()
    await until(id, { status: 'done', attempts: 1 })
  })
})

describe('close', () => {
  it('tells what runs to end, keeps what became of it, and leaves the rest for the next start', async () => {
    const hook = new RunnerInHand()
    hook.answer = ({ fields }, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () =>
          resolve(fields.get('n') === '1' ? { ok: true } : { ok: false, error: 'stopped', retry: true }),
        )
      })
    const started = await flowing({ post_webhook: hook })
    const [first, second] = [`${await started.post(1)}/t/0`, `${await started.post(2)}/t/0`]
    await hook.asked(2)
    await started.flows.close()
    expect(await shared.log.reader.delivery('local', first)).toMatchObject({ status: 'done', attempts: 1 })
    expect(await shared.log.reader.delivery('local', second)).toMatchObject({
      status: 'pending',
      attempts: 0,
    })
    await shared.log.outbox.begin([
      (await shared.log.reader.deliveryKey('local', second)) ?? { offset: 0, binding: 0 },
    ])
  })
})
