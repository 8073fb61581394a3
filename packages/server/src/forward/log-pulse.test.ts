import { describe, expect, it } from 'vitest'
import type { Log, Published } from '../log/log.js'
import { LogPulse } from './log-pulse.js'

function pulse() {
  let publish: (events: Published[]) => void = () => undefined
  const log: Pick<Log, 'onPublish'> = {
    onPublish: (listener) => {
      publish = listener
    },
  }
  const made = new LogPulse(log, new Set(['user_message'] as const))
  const event = (offset: number, type: string, tenantId = 'local') =>
    ({ offset, type, tenantId }) as Published
  return { pulse: made, publish: (...events: Published[]) => publish(events), event }
}

const isDone = async (promise: Promise<void>) =>
  Promise.race([promise.then(() => true), new Promise((resolve) => setImmediate(() => resolve(false)))])

describe('LogPulse', () => {
  it('wakes for the types and the tenant that are waited for', async () => {
    const { pulse: one, publish, event } = pulse()
    const waiting = one.after('local', 0)
    publish(event(1, 'text_delta'), event(1, 'user_message', 'other'))
    expect(await isDone(waiting)).toBe(false)
    publish(event(2, 'user_message'))
    expect(await isDone(waiting)).toBe(true)
  })

  it('does not wait for what is there already', async () => {
    const { pulse: one, publish, event } = pulse()
    publish(event(5, 'user_message'))
    expect(await isDone(one.after('local', 4))).toBe(true)
    expect(await isDone(one.after('local', 5))).toBe(false)
  })

  it('lets go of one who gives up, and of all at the end', async () => {
    const { pulse: one } = pulse()
    let giveUp: () => void = () => {}
    const first = one.after('local', 0, (wake) => {
      giveUp = wake
    })
    const second = one.after('local', 0)
    giveUp()
    expect(await isDone(first)).toBe(true)
    expect(await isDone(second)).toBe(false)
    one.close()
    expect(await isDone(second)).toBe(true)
    expect(await isDone(one.after('local', 9))).toBe(true)
  })
})
