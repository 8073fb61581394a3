import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgeAnswer } from './webhook-answer.js'

const NOW = Date.parse('2026-01-28T20:00:00Z')
const judge = (status: number, headers: Record<string, string> = {}) =>
  judgeAnswer({ status, headers, response: { status }, now: NOW })

describe('judgeAnswer', () => {
  it.each([200, 201, 202, 204, 299])('takes %i as done', (status) =>
    expect(judge(status)).toEqual({ ok: true, response: { status } }),
  )

  it.each([410, 300, 301, 302, 303, 304, 307, 308, 399])('gives up at %i', (status) =>
    expect(judge(status)).toMatchObject({ ok: false, retry: false, response: { status } }),
  )

  it.each([
    ...[400, 401, 403, 404, 405, 408, 409, 413, 415, 422, 425, 429, 451, 499],
    ...[500, 502, 503, 504, 599, 100, 0],
  ])('tries again after %i', (status) =>
    expect(judge(status)).toEqual({
      ok: false,
      retry: true,
      error: `the receiver answered ${status}`,
      response: { status },
    }),
  )

  it('says where a redirect leads, and that 410 is the end', () => {
    expect(judge(302, { location: 'https://example.com/\x1b[1m' })).toMatchObject({
      error: 'the receiver answered 302: redirects are not followed (to https://example.com/?[1m)',
    })
    expect(judge(301)).toMatchObject({ error: 'the receiver answered 301: redirects are not followed' })
    expect(judge(410)).toMatchObject({ error: 'the receiver answered 410: it wants no more of these' })
  })

  it('tells no secret of where a redirect leads, nor half of one', () => {
    const secret = 'sk-abcdefghijklmnopqrstuvwxyz123456'
    for (const before of ['', 'x'.repeat(260)]) {
      const location = `https://a:pa55word@example.com/${before}?token=${secret}&password=hunter2`
      const { error } = judge(302, { location }) as { error: string }
      expect(error).toMatch(/\(to https:\/\/\[redacted\]@example\.com\//)
      expect(error).not.toMatch(/pa55word|sk-|hunter2/)
    }
  })

  it.each([
    ['7', 7000],
    [' 0 ', 0],
    ['86400', 600_000],
    ['Wed, 28 Jan 2026 20:00:30 GMT', 30_000],
    ['Wed, 28 Jan 2026 19:00:00 GMT', 0],
    ['Fri, 28 Jan 2028 19:00:00 GMT', 600_000],
    ['soon', undefined],
    ['', undefined],
  ])('is put off by Retry-After: %s', (value, afterMs) => {
    for (const status of [404, 429, 503]) {
      const judged = judge(status, { 'retry-after': value })
      expect('afterMs' in judged ? judged.afterMs : undefined).toBe(afterMs)
    }
  })

  it('never waits longer than it may, whatever is said', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.integer().map(String), fc.date({ noInvalidDate: true }).map(String)),
        (value) => {
          const judged = judge(503, { 'retry-after': value })
          const waits = 'afterMs' in judged ? judged.afterMs : 0
          expect(waits).toBeGreaterThanOrEqual(0)
          expect(waits).toBeLessThanOrEqual(600_000)
        },
      ),
    )
  })
})
