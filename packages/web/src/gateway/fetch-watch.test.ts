import { describe, expect, it } from 'vitest'
import { fetchWatch } from './fetch-watch.js'

describe('fetchWatch', () => {
  it('reads what every agent is at', async () => {
    const read: typeof fetch = async (url) => new Response(JSON.stringify({ entries: [{ sessionId: url }] }))
    expect(await fetchWatch(read)).toEqual([{ sessionId: '/api/watch' }])
  })

  it('does not know when the gateway does not say', async () => {
    expect(await fetchWatch(async () => new Response('', { status: 401 }))).toBeUndefined()
  })
})
