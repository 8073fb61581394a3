import { DISPATCHES } from '@signalbox/protocol/flow'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MemoryRecords } from '../http/testing.js'
import { type Dispatch, DispatchTimeline } from './dispatch-timeline.js'

const load = (records = new MemoryRecords(), epoch = 'e1') =>
  DispatchTimeline.load({ records, tenantId: 'local', epoch })

it('tells that there were no flows, until somebody says otherwise', async () => {
  const timeline = await load()
  expect(timeline.current).toEqual({ dispatch: 'flow_unavailable' })
  expect(timeline.at(7)).toEqual({ dispatch: 'flow_unavailable' })
  expect(timeline.since).toBe(0)
})

it('tells of each offset what was so then, also after a restart', async () => {
  const records = new MemoryRecords()
  const timeline = await load(records)
  await timeline.change(5, { dispatch: 'queued' })
  await timeline.change(9, { dispatch: 'failed', error: 'out of room' })
  await timeline.change(12, { dispatch: 'queued' })
  for (const told of [timeline, await load(records)]) {
    expect([4, 5, 8, 9, 11, 12, 99].map((offset) => told.at(offset).dispatch)).toEqual([
      ...['flow_unavailable', 'queued', 'queued', 'failed', 'failed', 'queued', 'queued'],
    ])
    expect(told.at(10)).toEqual({ dispatch: 'failed', error: 'out of room' })
    expect(told.since).toBe(12)
  }
})

it('forgets what was said of a later place when something is said of an earlier one', async () => {
  const timeline = await load()
  await timeline.change(5, { dispatch: 'queued' })
  await timeline.change(9, { dispatch: 'failed' })
  await timeline.change(7, { dispatch: 'flow_unavailable' })
  expect(timeline.from(5).map(({ from }) => from)).toEqual([5, 7])
  await timeline.change(7, { dispatch: 'queued' })
  expect(timeline.from(5)).toEqual([
    { from: 5, dispatch: 'queued' },
    { from: 7, dispatch: 'queued' },
  ])
})

it('means nothing in another log', async () => {
  const records = new MemoryRecords()
  await (await load(records)).change(5, { dispatch: 'queued' })
  expect((await load(records, 'e2')).at(6)).toEqual({ dispatch: 'flow_unavailable' })
})

it('writes nothing where nothing changes, and knows it at once where the disk refuses', async () => {
  const records = new MemoryRecords()
  const timeline = await load(records)
  await timeline.change(1, { dispatch: 'queued' })
  records.failure = new Error('full')
  await timeline.change(4, { dispatch: 'queued' })
  await expect(timeline.change(6, { dispatch: 'flow_unavailable' })).rejects.toThrow('full')
  expect(timeline.at(6).dispatch).toBe('flow_unavailable')
  expect(timeline.at(5).dispatch).toBe('queued')
  records.failure = undefined
  await timeline.change(8, { dispatch: 'queued' })
  expect((await load(records)).at(7).dispatch).toBe('flow_unavailable')
})

it('forgets the oldest of very many changes: then all is as it was at the first it remembers', async () => {
  const records = new MemoryRecords()
  const timeline = await load(records)
  const all = Array.from({ length: 500 }, (_, n) => ({ dispatch: DISPATCHES[n % 2] }) as Dispatch)
  for (const [n, dispatch] of all.entries()) await timeline.change(n + 2, dispatch)
  const loaded = await load(records)
  for (const offset of [501, 500, 321]) expect(loaded.at(offset)).toEqual(all[offset - 2])
  const first = loaded.at(302)
  expect(first).toEqual(all[300])
  for (const offset of [2, 3, 301]) expect(loaded.at(offset)).toEqual(first)
  expect(loaded.at(1)).toEqual({ dispatch: 'flow_unavailable' })
})

it('agrees with a plain list of changes', async () => {
  const change = fc.record({ step: fc.integer({ min: 0, max: 5 }), dispatch: fc.constantFrom(...DISPATCHES) })
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 30 }), async (changes) => {
      const records = new MemoryRecords()
      const timeline = await load(records)
      const plain = new Map<number, string>()
      let at = 1
      for (const { step, dispatch } of changes) {
        at += step
        plain.set(at, dispatch)
        await timeline.change(at, { dispatch })
      }
      const loaded = await load(records)
      let expected = 'flow_unavailable'
      for (let offset = 0; offset <= at + 1; offset++) {
        expected = plain.get(offset) ?? expected
        expect(loaded.at(offset).dispatch).toBe(expected)
      }
    }),
  )
})
