import type { RequestEntry } from '@signalbox/protocol'
import { expect, it } from 'vitest'
import { permission } from '../test/watch-fixture.js'
import { PendingRequests } from './pending-requests.js'

it('fetches once more for all who asked meanwhile', async () => {
  const answers: ((requests: RequestEntry[]) => void)[] = []
  const told: number[] = []
  const pending = new PendingRequests(
    () => new Promise((resolve) => answers.push(resolve)),
    (requests) => void told.push(requests.length),
  )
  const first = pending.refresh()
  await Promise.all([pending.refresh(), pending.refresh()])
  expect(answers).toHaveLength(1)
  answers[0]?.([])
  await new Promise((resolve) => setImmediate(resolve))
  expect(answers).toHaveLength(2)
  answers[1]?.([permission('shop', 'ls')])
  await first
  expect(told).toEqual([0, 1])
})

it('keeps what it knew when it cannot fetch, and can be asked again', async () => {
  let fails = true
  const told: number[] = []
  const pending = new PendingRequests(
    async () => {
      if (fails) throw new Error('gone')
      return []
    },
    (requests) => void told.push(requests.length),
  )
  await pending.refresh()
  fails = false
  await pending.refresh()
  expect(told).toEqual([0])
})
