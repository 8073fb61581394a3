import type { AttentionEntry } from '@signalbox/protocol'
import { describe, expect, it, vi } from 'vitest'
import { fetchAttention } from './fetch-attention.js'

const answering = (status: number, body = '') =>
  vi.fn<typeof fetch>(async () => new Response(body, { status }))

describe('fetchAttention', () => {
  it('reads who needs a person now', async () => {
    const entry: AttentionEntry = { sessionId: 'a', kind: 'input', since: 1, message: 'Your turn' }
    const read = answering(200, JSON.stringify({ attention: [entry] }))
    expect(await fetchAttention(read)).toEqual([entry])
    expect(read.mock.calls.map(([url]) => url)).toEqual(['/api/attention?limit=1000'])
  })

  it('does not know when the gateway does not say', async () => {
    expect(await fetchAttention(answering(401))).toBeUndefined()
    expect(await fetchAttention(answering(503))).toBeUndefined()
    expect(await fetchAttention(answering(200, 'not JSON'))).toBeUndefined()
    expect(await fetchAttention(async () => Promise.reject(new TypeError('no network')))).toBeUndefined()
  })
})
