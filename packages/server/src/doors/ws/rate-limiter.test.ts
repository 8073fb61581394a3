import { describe, expect, it } from 'vitest'
import { RateLimiter } from './rate-limiter.js'

describe('RateLimiter', () => {
  it('passes the limit, refuses above it, and calls three times the limit a flood', () => {
    const limiter = new RateLimiter(3, 1000)
    const verdicts = Array.from({ length: 9 }, () => limiter.take(0))
    expect(verdicts).toEqual([
      'ok',
      'ok',
      'ok',
      'limited',
      'limited',
      'limited',
      'limited',
      'limited',
      'flood',
    ])
  })

  it('forgets what is older than the window', () => {
    const limiter = new RateLimiter(2, 1000)
    expect([0, 0, 0, 1001, 1001, 1500].map((now) => limiter.take(now))).toEqual([
      'ok',
      'ok',
      'limited',
      'ok',
      'ok',
      'limited',
    ])
  })
})
