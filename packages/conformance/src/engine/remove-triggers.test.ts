import { describe, expect, it, onTestFinished } from 'vitest'
import { Receiver } from './receiver.js'
import { removeTriggers } from './remove-triggers.js'
import type { Target } from './target.js'

describe('removeTriggers', () => {
  it('deletes each, whatever is answered', async () => {
    const receiver = await Receiver.open(
      { signal: AbortSignal.timeout(60_000), closing: (end) => onTestFinished(end) },
      (_call, count, response) => void response.writeHead(count === 1 ? 404 : 204).end(),
    )
    const target: Target = { url: receiver.url, token: 't', has: new Set() }
    await removeTriggers([
      { target, id: 'a' },
      { target, id: 'b c/d' },
    ])
    expect(receiver.calls).toMatchObject([
      { method: 'DELETE', path: '/api/flow/triggers/a', headers: { authorization: 'Bearer t' } },
      { method: 'DELETE', path: '/api/flow/triggers/b%20c%2Fd' },
    ])
  })

  it('is no failure where nobody answers', async () => {
    const target: Target = { url: 'http://127.0.0.1:9', token: '', has: new Set() }
    await expect(removeTriggers([{ target, id: 'a' }])).resolves.toBeUndefined()
  })
})
