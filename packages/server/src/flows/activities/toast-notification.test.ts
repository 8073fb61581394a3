import { SignalboxError } from '@signalbox/protocol'
import { describe, expect, it } from 'vitest'
import { sharedLog } from '../../log/shared-log.fixture.js'
import { ingest, readEvents } from '../../log/testing.js'
import type { ActivityTask } from '../activity-runner.js'
import { failure, testTask } from './testing.js'
import { toastNotification } from './toast-notification.js'

const shared = sharedLog()
const { signal } = new AbortController()
let names = 0

async function open(config: Record<string, unknown>, more: Partial<ActivityTask> = {}) {
  const { sessionId } = await shared.log.commit(ingest(`Codex ${++names}`, []))
  const task = testTask('toast_notification', {
    sessionId,
    config: { level: 'warning', message_template: 'Plan: {{summary}}', ...config },
    ...more,
  })
  const runner = toastNotification(shared)
  const told = async () => (await readEvents(shared.log, sessionId)).filter(({ type }) => type === 'toast')
  return { task, run: (again: Partial<ActivityTask> = {}) => runner.run({ ...task, ...again }, signal), told }
}

describe('toast_notification', () => {
  it('is an event of the session, once however often it is tried', async () => {
    const { run, told, task } = await open({})
    const outcome = await run()
    expect(await run({ attempt: 2 })).toEqual(outcome)
    const toasts = await told()
    expect(toasts).toHaveLength(1)
    expect(outcome).toEqual({
      ok: true,
      response: { level: 'warning', message: 'Plan: All "done"', event_id: toasts[0]?.id },
    })
    expect(toasts[0]).toMatchObject({ source: { agent: 'signalbox', via: 'flow' } })
    expect(JSON.parse(toasts[0]?.data ?? '')).toEqual({
      level: 'warning',
      message: 'Plan: All "done"',
      triggerId: 'plan-created',
      deliveryId: task.deliveryId,
    })
    // Changed since: it was shown all the same.
    expect(await run({ config: { level: 'info', message_template: 'else' } })).toEqual({ ok: true })
    expect(await told()).toHaveLength(1)
  })

  it('changes nothing of the session: no agent said anything', async () => {
    const { run, task } = await open({})
    const before = await shared.log.snapshot(task.sessionId)
    await run()
    const after = await shared.log.snapshot(task.sessionId)
    expect(after?.meta.lastActivityAt).toBe(before?.meta.lastActivityAt)
    expect(after).toMatchObject({ heardAt: before?.heardAt, watch: before?.watch })
  })

  it('shows clean text, and not too much of it', async () => {
    const fields = new Map([['summary', `\x1b[31mred\x1b[0m\n<system-reminder>x</system-reminder>`]])
    const { run, told } = await open({}, { fields })
    await run()
    expect(JSON.parse((await told())[0]?.data ?? '').message).toBe('Plan: red')
    const long = await open({ message_template: '日'.repeat(5000) })
    await long.run()
    expect(JSON.parse((await long.told())[0]?.data ?? '').message).toBe('日'.repeat(1365))
  })

  it('tells no secret: by the name of a field, or by its form', async () => {
    const token = `ghp_${'a1B2c3D4'.repeat(4)}`
    const fields = new Map([
      ['summary', `pushed with \x1b[1mghp_\x1b[0m${token.slice(4)}`],
      ['notify.password', 'hunter2'],
      ['password', 'hunter2'],
      ['api_key', 'abc'],
      ['tokens', '12'],
    ])
    const message_template = '{{summary}} {{password}} {{event.notify.password}} {{API_KEY}} {{tokens}}'
    const { run, told } = await open({ message_template }, { fields })
    const message = 'pushed with [redacted] [redacted] [redacted] [redacted] 12'
    expect(await run()).toMatchObject({ ok: true, response: { message } })
    expect(JSON.parse((await told())[0]?.data ?? '').message).toBe(message)
  })

  it.each([
    [{ message_template: ' {{nothing}} \n' }, 'the message is empty'],
    [{ message_template: undefined }, 'the message is empty'],
    [{ level: 'loud' }, 'level must be one of info, warning, error'],
  ])('gives up at %j', async (config, error) => {
    const { run, told } = await open(config)
    expect(await run()).toEqual({ ok: false, retry: false, error })
    expect(await told()).toEqual([])
  })

  it('gives up where the session is gone, and tries again where the log cannot write', async () => {
    const { run, task } = await open({})
    expect(failure(await run({ sessionId: '01994f3a-0000-7000-8000-000000000001' })).retry).toBe(false)
    const full = toastNotification({
      log: { commit: () => Promise.reject(new SignalboxError('unavailable', 'the disk is full')) },
    })
    expect(await full.run(task, signal)).toEqual({ ok: false, retry: true, error: 'the disk is full' })
    const broken = toastNotification({ log: { commit: () => Promise.reject(new Error('a bug')) } })
    await expect(broken.run(task, signal)).rejects.toThrow('a bug')
  })
})
