import { type GatewayState, SignalboxError } from '@signalbox/protocol'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MemoryRecords } from '../http/testing.js'
import { GatewayPause } from './gateway-pause.js'

function clock() {
  let time = 1_000
  return () => ++time
}

async function loaded(records = new MemoryRecords(), now = clock()) {
  const pause = await GatewayPause.load({ records, now, tenantId: 'local' })
  const told: GatewayState[] = []
  pause.onChange((state) => void told.push(state))
  return { pause, records, told }
}

it('starts as one that runs', async () => {
  const { pause } = await loaded()
  expect(pause.state).toEqual({ state: 'running' })
  expect(pause.paused).toBe(false)
  expect(() => pause.check()).not.toThrow()
})

it('starts nothing while it is paused, and says so in one word', async () => {
  const { pause, told } = await loaded()
  expect(await pause.pause()).toBe(true)
  expect(pause.state).toEqual({ state: 'paused', pausedAt: 1_001 })
  expect(() => pause.check()).toThrow(new SignalboxError('paused', 'paused'))
  expect(await pause.resume()).toBe(true)
  expect(pause.state).toEqual({ state: 'running', pausedAt: 1_001, resumedAt: 1_002 })
  expect(() => pause.check()).not.toThrow()
  expect(told.map(({ state }) => state)).toEqual(['paused', 'running'])
})

it('says when it was so already, and tells nobody again', async () => {
  const { pause, told } = await loaded()
  expect(await pause.resume()).toBe(false)
  expect(await Promise.all([pause.pause(), pause.pause()])).toEqual([true, false])
  expect(pause.state.pausedAt).toBe(1_001)
  expect(told).toEqual([{ state: 'paused', pausedAt: 1_001 }])
})

it('is paused before that is written, and no turn slips in between', async () => {
  const { pause, records } = await loaded()
  const put = records.put.bind(records)
  let whileWriting: boolean | undefined
  records.put = (entry) => {
    whileWriting = pause.paused
    return put(entry)
  }
  await pause.pause()
  expect(whileWriting).toBe(true)
  await pause.resume()
  // Still paused: who is told that it runs may rely on it after a restart too.
  expect(whileWriting).toBe(true)
})

it('is after a restart what it was before', async () => {
  const { pause, records } = await loaded()
  await pause.pause()
  const again = await loaded(records)
  expect(again.pause.state).toEqual({ state: 'paused', pausedAt: 1_001 })
  await again.pause.resume()
  expect((await loaded(records)).pause.state).toEqual(again.pause.state)
})

it('says who made a change, so that they are not told what they know', async () => {
  const { pause } = await loaded()
  const by: (string | undefined)[] = []
  pause.onChange((_state, who) => void by.push(who))
  await pause.pause('somebody')
  await pause.resume()
  expect(by).toEqual(['somebody', undefined])
})

it('keeps the pause of each tenant apart', async () => {
  const { pause, records } = await loaded()
  await pause.pause()
  const other = await GatewayPause.load({ records, now: clock(), tenantId: 'other' })
  expect(other.paused).toBe(false)
})

it('takes back a change that the log does not keep', async () => {
  const { pause, records, told } = await loaded()
  records.failure = new SignalboxError('unavailable')
  await expect(pause.pause()).rejects.toThrow(records.failure)
  expect(pause.state).toEqual({ state: 'running' })
  records.failure = undefined
  await pause.pause()
  records.failure = new SignalboxError('unavailable')
  await expect(pause.resume()).rejects.toThrow(records.failure)
  expect(pause.paused).toBe(true)
  expect(told).toHaveLength(1)
  records.failure = undefined
  expect(await pause.resume()).toBe(true)
})

it('reads nothing into a record it does not understand', async () => {
  const records = new MemoryRecords()
  const value = { state: 'asleep', pausedAt: 'yesterday' }
  await records.put({ kind: 'gateway', tenantId: 'local', id: 'pause', value })
  expect((await loaded(records)).pause.state).toEqual({ state: 'running' })
})

it('ends as the last wish that was kept, in whatever order wishes come', async () => {
  const wish = fc.record({ paused: fc.boolean(), kept: fc.boolean(), waits: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(wish, { maxLength: 12 }), async (wishes) => {
      const { pause, records, told } = await loaded()
      const put = records.put.bind(records)
      const failures: boolean[] = []
      records.put = async (entry) => {
        if (failures.shift()) throw new SignalboxError('unavailable')
        return put(entry)
      }
      let expected = false
      let changes = 0
      const answers: Promise<boolean>[] = []
      for (const { paused, kept, waits } of wishes) {
        if (paused !== expected) {
          failures.push(!kept)
          if (kept) {
            expected = paused
            changes += 1
          }
        }
        const answer = paused ? pause.pause() : pause.resume()
        answers.push(answer.catch(() => false))
        if (waits) await answer.catch(() => false)
      }
      const changed = (await Promise.all(answers)).filter(Boolean)
      expect(pause.paused).toBe(expected)
      expect(changed).toHaveLength(changes)
      expect(told).toHaveLength(changes)
      expect((await loaded(records)).pause.state).toEqual(pause.state)
    }),
  )
})
