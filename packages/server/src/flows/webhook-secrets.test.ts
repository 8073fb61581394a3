import { describe, expect, it } from 'vitest'
import { MemoryRecords } from '../http/testing.js'
import { WebhookSecrets } from './webhook-secrets.js'

const DAY = 24 * 60 * 60_000

function open() {
  const records = new MemoryRecords()
  let made = 0
  const time = { now: 1000 }
  const again = () =>
    new WebhookSecrets({
      records,
      now: () => time.now,
      randomBytes: (size) => Buffer.alloc(size, ++made),
    })
  return { records, time, secrets: again(), again }
}

describe('the secrets of webhooks', () => {
  it('are made once for each trigger, also when many ask at once, and kept', async () => {
    const { secrets, again, records } = open()
    const [one, two, other] = await Promise.all([
      secrets.of('local', 'a'),
      secrets.of('local', 'a'),
      secrets.of('local', 'b'),
    ])
    expect(one.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(two).toEqual(one)
    expect(other.secret).not.toBe(one.secret)
    expect(await again().of('local', 'a')).toEqual(one)
    expect((await secrets.of('other', 'a')).secret).not.toBe(one.secret)
    expect(await records.list('flow_secret', 'local')).toHaveLength(2)
  })

  it('sign along for a day after they were changed', async () => {
    const { secrets, again, time } = open()
    const first = await secrets.of('local', 'a')
    const second = await secrets.rotate('local', 'a')
    expect(second).toEqual({
      secret: expect.not.stringContaining(first.secret),
      previous: { secret: first.secret, until: 1000 + DAY },
    })
    expect(await again().of('local', 'a')).toEqual(second)
    time.now += DAY
    expect(await secrets.of('local', 'a')).toEqual({ secret: second.secret })
    // One that was never used has none before it.
    expect(await secrets.rotate('local', 'new')).toEqual({ secret: expect.stringContaining('whsec_') })
  })

  it('are read again where that failed', async () => {
    const { records, again } = open()
    let fails = true
    const secrets = new WebhookSecrets({
      records: {
        put: (entry) => records.put(entry),
        remove: (...asked) => records.remove(...asked),
        list: (...asked) => (fails ? Promise.reject(new Error('gone')) : records.list(...asked)),
      },
      now: () => 0,
      randomBytes: (size) => Buffer.alloc(size, 9),
    })
    await expect(secrets.of('local', 'a')).rejects.toThrow('gone')
    fails = false
    expect(await secrets.of('local', 'a')).toEqual(await again().of('local', 'a'))
  })
})
