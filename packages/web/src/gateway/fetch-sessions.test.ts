import { describe, expect, it, vi } from 'vitest'
import { fetchSessions } from './fetch-sessions.js'

const answering = (status: number, body = '') =>
  vi.fn<typeof fetch>(async () => new Response(body, { status }))

describe('fetchSessions', () => {
  it('reads a page, and the next from its cursor', async () => {
    const read = answering(200, '{"sessions":[],"next":"c2"}')
    expect(await fetchSessions(null, read)).toEqual({ kind: 'listed', sessions: [], next: 'c2' })
    await fetchSessions('c2', read)
    expect(read.mock.calls.map(([url]) => url)).toEqual([
      '/api/sessions?limit=200',
      '/api/sessions?limit=200&cursor=c2',
    ])
  })

  it('tells a browser that is not paired from a gateway that is not there', async () => {
    expect(await fetchSessions(null, answering(401))).toEqual({ kind: 'unpaired' })
    expect(await fetchSessions(null, answering(503))).toEqual({ kind: 'unreachable' })
    expect(await fetchSessions(null, answering(200, 'not JSON'))).toEqual({ kind: 'unreachable' })
  })
})
