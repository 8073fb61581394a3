import type { Delivery } from '@signalbox/protocol/flow'
import { expect, it } from 'vitest'
import { followDeliveries } from './follow-deliveries.js'

const delivery = (id: string, status: string, attempts = 1) => ({ id, status, attempts }) as Delivery

/** What is told of these lists, one after the other; an error is a look that fails. */
async function toldOf(...lists: (Delivery[] | Error)[]): Promise<string[]> {
  return (await follow(100, ...lists)).told
}

/** The same where so many are looked at each time, and how many really were. */
async function follow(least: number, ...lists: (Delivery[] | Error)[]) {
  const told: string[] = []
  const looked: number[] = []
  const leaving = new AbortController()
  await followDeliveries({
    read: async function* () {
      const list = lists.shift() ?? []
      if (list instanceof Error) throw list
      const place = looked.push(0) - 1
      for (const [index, one] of list.entries()) {
        looked[place] = index + 1
        yield one
      }
    },
    least,
    tell: ({ id, status, attempts }) => void told.push(`${id} ${status} ${attempts}`),
    tellConnection: (state) => void told.push(state),
    isFinal: (error) => (error as Error).message === 'refused',
    pause: async () => {
      if (lists.length > 0) return
      leaving.abort()
      throw new Error('left')
    },
    signal: leaving.signal,
  })
  return { told, looked }
}

it('tells what there is, oldest first, then what is new or has changed', async () => {
  expect(
    await toldOf(
      [delivery('b', 'pending', 0), delivery('a', 'done')],
      [delivery('b', 'pending', 0), delivery('a', 'done')],
      [delivery('c', 'running'), delivery('b', 'pending', 1), delivery('a', 'done')],
      [delivery('c', 'done'), delivery('b', 'done', 2)],
    ),
  ).toEqual(['a done 1', 'b pending 0', 'b pending 1', 'c running 1', 'b done 2', 'c done 1'])
})

it('reads nothing when it is left before it begins', async () => {
  const following = {
    read: () => {
      throw new Error('read')
    },
    least: 1,
    tell: () => {},
    tellConnection: () => {},
    isFinal: () => true,
    pause: async () => {},
  }
  await followDeliveries({ ...following, signal: AbortSignal.abort() })
})

it('goes on when the gateway is back, says so once, and tells only what has changed', async () => {
  const gone = new Error('nobody answers')
  expect(
    await toldOf(
      [delivery('a', 'done')],
      gone,
      gone,
      [delivery('b', 'done'), delivery('a', 'done')],
      gone,
      [],
    ),
  ).toEqual(['a done 1', 'lost', 'found', 'b done 1', 'lost', 'found'])
})

it('ends where it would not help to ask again: at the first look, and when it is refused', async () => {
  await expect(toldOf(new Error('nobody answers'), [])).rejects.toThrow('nobody answers')
  await expect(toldOf([], new Error('refused'), [])).rejects.toThrow('refused')
})

it('begins with as many as are asked for', async () => {
  const list = ['d', 'c', 'b', 'a'].map((id) => delivery(id, 'done'))
  expect(await follow(2, list)).toEqual({ told: ['c done 1', 'd done 1'], looked: [2] })
})

it('misses none of those that came since, however many', async () => {
  const many = Array.from({ length: 500 }, (_, index) => delivery(`n${500 - index}`, 'done'))
  const { told, looked } = await follow(
    1,
    [delivery('b', 'done'), delivery('a', 'done')],
    [...many, delivery('b', 'done'), delivery('a', 'done')],
    [...many, delivery('b', 'done'), delivery('a', 'done')],
  )
  expect(told).toEqual(['b done 1', ...many.toReversed().map(({ id }) => `${id} done 1`)])
  // Then the newest is known, and nothing older is looked at again.
  expect(looked).toEqual([1, 501, 1])
})

it('looks again at those that had not ended, however many have come since', async () => {
  const { told, looked } = await follow(
    1,
    [delivery('b', 'running'), delivery('a', 'done')],
    [delivery('d', 'done'), delivery('c', 'pending', 0), delivery('b', 'running'), delivery('a', 'done')],
    [delivery('d', 'done'), delivery('c', 'done'), delivery('b', 'done'), delivery('a', 'done')],
    [delivery('d', 'done'), delivery('c', 'done'), delivery('b', 'done'), delivery('a', 'done')],
  )
  expect(told).toEqual(['b running 1', 'c pending 0', 'd done 1', 'b done 1', 'c done 1'])
  expect(looked).toEqual([1, 3, 3, 1])
})

it('misses none where there were none before', async () => {
  const many = ['c', 'b', 'a'].map((id) => delivery(id, 'done'))
  expect((await follow(1, [], many)).told).toEqual(['a done 1', 'b done 1', 'c done 1'])
})

it('reads no further than what is older, where what it saw is gone', async () => {
  const at = (id: string, created_at: string) => ({ ...delivery(id, 'pending'), created_at })
  const old = Array.from({ length: 50 }, (_, index) => at(`o${index}`, '2026-01-01T00:00:01Z'))
  const { told, looked } = await follow(
    1,
    [at('b', '2026-01-01T00:00:02Z'), ...old],
    [at('d', '2026-01-01T00:00:03Z'), at('c', '2026-01-01T00:00:02Z'), ...old],
  )
  expect([told, looked]).toEqual([
    ['b pending 1', 'c pending 1', 'd pending 1'],
    [1, 3],
  ])
})
