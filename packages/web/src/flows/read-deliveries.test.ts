import { expect, it, vi } from 'vitest'
import { readDeliveries, retryDelivery } from './read-deliveries.js'

const answering = () => vi.fn<typeof fetch>(async () => Response.json({ deliveries: [], next: null }))

it('asks for what is wanted', async () => {
  const send = answering()
  await readDeliveries({}, send)
  await readDeliveries({ status: 'dead', trigger: 'a b', after: 'c1', limit: 20 }, send)
  await readDeliveries({ status: null, trigger: null, after: null }, send)
  expect(send.mock.calls.map(([path]) => path)).toEqual([
    '/api/flow/deliveries?limit=100',
    '/api/flow/deliveries?status=dead&trigger=a+b&limit=20&after=c1',
    '/api/flow/deliveries?limit=100',
  ])
})

it('retries one by its whole id', async () => {
  const send = answering()
  await retryDelivery('e1/plan created/0', send)
  expect(send.mock.calls[0]?.[0]).toBe('/api/flow/deliveries/e1%2Fplan%20created%2F0/retry')
})
