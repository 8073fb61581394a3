import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Log } from '../log/log.js'
import { crashImage, draft, ingest, notify, tempLog } from '../log/testing.js'
import type { ActivityOutcome } from './activity-runner.js'
import {
  changedLog,
  FlowSourceInHand,
  hooksFor,
  RunnerInHand,
  runnersInHand,
  settledTo,
  startFlows,
} from './testing.js'

const everyEvent = hooksFor({ all: { type: 'notify_event' } })
const post = (log: Log, n: number, session = 's') => log.commit(notify(session, `e${n}`, { type: 'x', n }))
const numbers = (runner: RunnerInHand) => runner.tasks.map(({ fields }) => Number(fields.get('n')))

const untilAborted = (signal: AbortSignal) =>
  new Promise<ActivityOutcome>((resolve) => {
    signal.addEventListener('abort', () => resolve({ ok: false, error: 'stopped', retry: true }))
  })

describe('what happens', () => {
  it('is matched in order, done once, and told with what was answered', async () => {
    const { log } = await tempLog()
    const hook = new RunnerInHand({ concurrency: 1 })
    hook.answer = () => ({ ok: true, response: { status: 204 } })
    const source = new FlowSourceInHand(
      hooksFor({
        all: { type: 'notify_event' },
        two: { type: 'notify_event', where: { n: '2' } },
        never: { type: 'turn_started' },
      }),
    )
    await startFlows(log, { source, runners: runnersInHand({ post_webhook: hook }) })
    for (const n of [1, 2, 3]) await post(log, n)
    await settledTo(log, 'done', 4)
    expect(numbers(hook).sort()).toEqual([1, 2, 2, 3])
    expect(hook.tasks[0]).toMatchObject({
      triggerId: 'all',
      activityId: 'post_webhook',
      attempt: 1,
      begunBefore: false,
      tenantId: 'local',
    })
    expect(hook.tasks[0]?.fields.get('session.id')).toBe('s')
    const { deliveries } = await log.reader.deliveries({ tenantId: 'local', limit: 10 })
    expect(deliveries.map(({ status, attempts, response }) => ({ status, attempts, response }))).toEqual(
      Array.from({ length: 4 }, () => ({ status: 'done', attempts: 1, response: { status: 204 } })),
    )
    expect(deliveries.map(({ id }) => id)).toEqual(
      expect.arrayContaining(hook.tasks.map(({ deliveryId }) => deliveryId)),
    )
  })

  it('before the first start is left alone', async () => {
    const { log } = await tempLog()
    await post(log, 1)
    const hook = new RunnerInHand()
    await startFlows(log, {
      source: new FlowSourceInHand(everyEvent),
      runners: runnersInHand({ post_webhook: hook }),
    })
    await post(log, 2)
    await settledTo(log, 'done', 1)
    expect(numbers(hook)).toEqual([2])
  })

  it('while nobody looked is matched after the next start', async () => {
    const { log } = await tempLog()
    const source = new FlowSourceInHand(everyEvent)
    const first = await startFlows(log, { source, runners: runnersInHand() })
    await post(log, 1)
    await settledTo(log, 'done', 1)
    await first.flows.close()
    for (let n = 2; n <= 300; n++) void post(log, n)
    await post(log, 301)
    const hook = new RunnerInHand()
    await startFlows(log, { source, runners: runnersInHand({ post_webhook: hook }) })
    await settledTo(log, 'done', 301)
    expect(numbers(hook).sort((a, b) => a - b)).toEqual(Array.from({ length: 300 }, (_, n) => n + 2))
  })

  it('after triggers were changed is matched with those, what came before with the others', async () => {
    const { log } = await tempLog()
    const hook = new RunnerInHand()
    const source = new FlowSourceInHand(hooksFor({ old: { type: 'notify_event' } }))
    const { timeline } = await startFlows(log, { source, runners: runnersInHand({ post_webhook: hook }) })
    await post(log, 1)
    source.change(hooksFor({ new: { type: 'notify_event' } }))
    await post(log, 2)
    await settledTo(log, 'done', 2)
    expect(hook.tasks.map(({ triggerId, fields }) => [triggerId, fields.get('n')]).sort()).toEqual([
      ['new', '2'],
      ['old', '1'],
    ])
    expect(timeline.current).toEqual({ dispatch: 'queued' })
    source.change(everyEvent, { unreadable: 'no such directory' })
    expect(timeline.current).toEqual({ dispatch: 'flow_unavailable', error: 'no such directory' })
    await post(log, 3)
    source.change(everyEvent)
    await post(log, 4)
    await settledTo(log, 'done', 3)
    expect(numbers(hook)).toEqual([1, 2, 4])
  })

  it('while flows are off is never matched, whatever came before and after', async () => {
    const { log } = await tempLog()
    const source = new FlowSourceInHand(everyEvent)
    const hook = new RunnerInHand()
    const runners = runnersInHand({ post_webhook: hook })
    const before = await startFlows(log, { source, runners })
    await before.flows.close()
    await post(log, 1)
    const off = await startFlows(log, { source, runners, enabled: false })
    expect(off.timeline.current).toEqual({ dispatch: 'flow_unavailable' })
    await post(log, 2)
    await off.flows.close()
    const on = await startFlows(log, { source, runners })
    await post(log, 3)
    await settledTo(log, 'done', 2)
    expect(numbers(hook).sort()).toEqual([1, 3])
    expect(on.timeline.at(log.head).dispatch).toBe('queued')
  })

  it('is matched by any name of its session, also one it was given just before', async () => {
    const { log } = await tempLog()
    const hook = new RunnerInHand()
    const source = new FlowSourceInHand(
      hooksFor({ named: { type: 'notify_event', where: { 'session.id': 'Reviewer' } } }),
    )
    const { flows } = await startFlows(log, { source, runners: runnersInHand({ post_webhook: hook }) })
    const { sessionId } = await post(log, 1)
    // A session has the names it has when its event is looked at.
    while (flows.lag > 0) await setImmediate()
    await log.commit({
      tenantId: 'local',
      session: { by: 'id', id: sessionId },
      drafts: [draft('session_updated', { name: 'Reviewer 2' })],
    })
    await post(log, 2)
    await settledTo(log, 'done', 1)
    expect(numbers(hook)).toEqual([2])
  })

  it('of another tenant is nobody of ours', async () => {
    const { log } = await tempLog()
    const hook = new RunnerInHand()
    await startFlows(log, {
      source: new FlowSourceInHand(everyEvent),
      runners: runnersInHand({ post_webhook: hook }),
    })
    await log.commit(
      ingest('x', [draft('notify_event', { notify: { type: 'x', payload: {} } })], { tenantId: 'other' }),
    )
    await post(log, 2)
    await settledTo(log, 'done', 1)
    expect(numbers(hook)).toEqual([2])
  })
})

describe('a delivery', () => {
  it('that the gateway was killed in the middle of is done again, or not known of, as its activity says', async () => {
    const { log, dataDir } = await tempLog()
    const [hook, terminal] = [new RunnerInHand(), new RunnerInHand({ afterCrash: 'unknown' })]
    hook.answer = terminal.answer = (_task, signal) => untilAborted(signal)
    const both = hooksFor({ all: { type: 'notify_event' } })
    both.bindings_by_trigger_id.all?.push({
      activity_id: 'send_to_terminal',
      config: { message_template: 'x', target_agent_name: 'y' },
    })
    const source = new FlowSourceInHand(both)
    await startFlows(log, {
      source,
      runners: runnersInHand({ post_webhook: hook, send_to_terminal: terminal }),
    })
    await post(log, 1)
    await Promise.all([hook.asked(1), terminal.asked(1)])
    const again = await tempLog({ dataDir: crashImage(dataDir) })
    const after = new RunnerInHand({ afterCrash: 'unknown' })
    const retried = new RunnerInHand()
    await startFlows(again.log, {
      source,
      runners: runnersInHand({ post_webhook: retried, send_to_terminal: after }),
    })
    await settledTo(again.log, 'done', 1)
    expect(retried.tasks).toMatchObject([
      { deliveryId: hook.tasks[0]?.deliveryId, attempt: 1, begunBefore: true },
    ])
    expect(after.tasks).toEqual([])
    const { deliveries } = await again.log.reader.deliveries({
      tenantId: 'local',
      status: 'unknown',
      limit: 9,
    })
    expect(deliveries).toMatchObject([
      { activity_id: 'send_to_terminal', error: expect.stringContaining('stopped in the middle') },
    ])
  })
})

it('does nothing of what waits in a log that was put back from a backup, and goes on from there', async () => {
  const { log } = await tempLog()
  const source = new FlowSourceInHand(everyEvent)
  const first = new RunnerInHand()
  first.answer = (_task, signal) => untilAborted(signal)
  const { flows } = await startFlows(log, { source, runners: runnersInHand({ post_webhook: first }) })
  await post(log, 1)
  await first.asked(1)
  await flows.close()
  const restored = changedLog(log, { epoch: 'another' })
  const second = new RunnerInHand()
  await startFlows(restored, { source, runners: runnersInHand({ post_webhook: second }) })
  expect((await log.reader.outboxState()).counts).toEqual({ unknown: 1 })
  await post(log, 2)
  await second.asked(1)
  expect(numbers(second)).toEqual([2])
})

it('keeps what came of a delivery until the log takes it', async () => {
  const { log } = await tempLog()
  let refused = 0
  const outbox: Log['outbox'] = {
    ...log.outbox,
    async settle(outcomes) {
      if (refused++ === 0) throw new Error('the disk is full')
      await log.outbox.settle(outcomes)
    },
  }
  const hook = new RunnerInHand()
  const source = new FlowSourceInHand(everyEvent)
  await startFlows(changedLog(log, { outbox }), { source, runners: runnersInHand({ post_webhook: hook }) })
  await post(log, 1)
  await settledTo(log, 'done', 1)
  expect([refused, hook.tasks.length]).toEqual([2, 1])
})

it('does nothing while flows are off, and what waits is done when they are on again', async () => {
  const { log } = await tempLog()
  const source = new FlowSourceInHand(everyEvent)
  const first = new RunnerInHand()
  first.answer = (_task, signal) => untilAborted(signal)
  const { flows } = await startFlows(log, { source, runners: runnersInHand({ post_webhook: first }) })
  await post(log, 1)
  await first.asked(1)
  await flows.close()
  const none = new RunnerInHand()
  const off = await startFlows(log, {
    source,
    runners: runnersInHand({ post_webhook: none }),
    enabled: false,
  })
  off.flows.wake()
  await off.flows.close()
  expect(none.tasks).toEqual([])
  expect((await log.reader.outboxState()).counts).toEqual({ pending: 1 })
  await startFlows(log, { source, runners: runnersInHand() })
  await settledTo(log, 'done', 1)
})
