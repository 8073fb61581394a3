import { describe, expect, it, vi } from 'vitest'
import { fetchRequests } from './fetch-requests.js'

describe('fetchRequests', () => {
  it('reads what is asked, and what has ended by an answer or without one', async () => {
    const read = vi.fn<typeof fetch>(async (url) => {
      const status = new URL(String(url), 'http://gateway').searchParams.get('status')
      return new Response(JSON.stringify({ requests: [{ requestId: status }] }))
    })
    expect(await fetchRequests(read)).toEqual({
      pending: [{ requestId: 'pending' }],
      ended: [{ requestId: 'resolved' }, { requestId: 'closed' }],
    })
  })

  it('does not know when one of them cannot be read', async () => {
    const read: typeof fetch = async (url) =>
      String(url).includes('closed') ? new Response('', { status: 503 }) : new Response('{"requests":[]}')
    expect(await fetchRequests(read)).toBeUndefined()
  })
})
