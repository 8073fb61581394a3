import { expect, it } from 'vitest'
import { fetchGateway } from './fetch-gateway.js'

it('reads whether the gateway is paused', async () => {
  const asked: unknown[] = []
  const read = async (path: unknown) => {
    asked.push(path)
    return Response.json({ state: 'paused', pausedAt: 7 })
  }
  expect(await fetchGateway(read as typeof fetch)).toEqual({ state: 'paused', pausedAt: 7 })
  expect(asked).toEqual(['/api/gateway'])
})

it('knows nothing when it is refused or out of reach', async () => {
  expect(await fetchGateway(async () => new Response('', { status: 401 }))).toBeUndefined()
  expect(await fetchGateway(() => Promise.reject(new TypeError('gone')))).toBeUndefined()
})
