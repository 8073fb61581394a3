import { describe, expect, it, vi } from 'vitest'
import { pairBrowser } from './pair-browser.js'

const answering = (status: number) => vi.fn<typeof fetch>(async () => new Response(null, { status }))

describe('pairBrowser', () => {
  it('posts code and name as JSON', async () => {
    const send = answering(204)
    expect(await pairBrowser('c0de', 'My phone', send)).toBe('paired')
    expect(send).toHaveBeenCalledExactlyOnceWith('/pair', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"code":"c0de","name":"My phone"}',
    })
  })

  it.each([
    [400, 'refused'],
    [401, 'refused'],
    [410, 'refused'],
    [429, 'too_many'],
    [500, 'unreachable'],
    [503, 'unreachable'],
  ])('%d is %s', async (status, outcome) => {
    expect(await pairBrowser('c', 'n', answering(status))).toBe(outcome)
  })

  it('says when nobody answers', async () => {
    const send = vi.fn<typeof fetch>(async () => {
      throw new TypeError('Failed to fetch')
    })
    expect(await pairBrowser('c', 'n', send)).toBe('unreachable')
  })
})
