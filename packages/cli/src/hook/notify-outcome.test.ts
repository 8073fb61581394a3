import { readFileSync } from 'node:fs'
import { ERRORS } from '@signalbox/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NOTIFY_EXIT, notifyOutcome } from './notify-outcome.js'

const of = (status: number, text = '{"detail":"no"}') => notifyOutcome({ status, text })

describe('notifyOutcome', () => {
  it.each([
    [200, '{"id":"e"}'],
    [204, ''],
  ])('is told after %i %j', (status, text) => {
    expect(of(status, text)).toEqual({ fate: 'told' })
  })

  it.each([
    [400, 2],
    [401, 2],
    [403, 2],
    [404, 4],
    [405, 2],
    [409, 2],
    [413, 2],
    [415, 2],
    [422, 5],
  ])('is refused after %i, with exit code %i', (status, exit) => {
    expect(of(status)).toEqual({ fate: 'refused', exit, reason: 'no' })
  })

  it.each([0, 302, 408, 429, 500, 502, 503, 504, 507])('is kept after %i', (status) => {
    expect(of(status)).toEqual({ fate: 'kept' })
  })

  it('is refused where too many wrong tokens were tried, as with a wrong one', () => {
    const text = '{"detail":"wait","code":"auth_rate_limited"}'
    expect(of(429, text)).toEqual({ fate: 'refused', exit: 2, reason: 'wait' })
    expect(of(429, '{"detail":"wait","code":"rate_limited"}')).toEqual({ fate: 'kept' })
    expect(of(503, text)).toEqual({ fate: 'kept' })
  })

  it.each([
    [200, '<html>'],
    [401, '<html>'],
    [404, 'no such page'],
    [401, '{}'],
  ])('is kept where no gateway answers: %i %s', (status, text) => {
    expect(of(status, text)).toEqual({ fate: 'kept' })
  })

  it('has a reason, whatever was said', () => {
    expect(of(400, '{"message":"old"}')).toMatchObject({ reason: 'old' })
    expect(of(400, '{}')).toMatchObject({ reason: 'HTTP 400' })
    expect(of(400, '{no}')).toMatchObject({ reason: 'HTTP 400' })
    fc.assert(fc.property(fc.nat(999), fc.string(), (status, text) => of(status, text) !== undefined))
  })

  it('knows what to do with every status of the table of errors', () => {
    for (const { status, http } of Object.values(ERRORS)) {
      const { fate } = of(status, JSON.stringify({ detail: 'no', code: http }))
      const isKept = status >= 500 || http === 'rate_limited'
      expect([http, fate]).toEqual([http, isKept ? 'kept' : 'refused'])
    }
  })

  it('ends as the documentation says, for every status it names', () => {
    const page = readFileSync(new URL('../../../../docs/notify.md', import.meta.url), 'utf8')
    const rows = [...page.matchAll(/^\| (\d) \| .* \|([^|]*)\|$/gm)]
    expect(rows.map(([, exit]) => Number(exit))).toEqual([0, 1, ...Object.values(NOTIFY_EXIT)])
    const named = rows.flatMap(([, exit, cell = '']) =>
      [...cell.matchAll(/\b\d{3}\b/g)].map(([status]) => [Number(status), Number(exit)] as const),
    )
    expect(named).toEqual(named.map(([status]) => [status, exitOf(status)]))
    // Those of the table of refusals, on the same page.
    const statuses = [...page.matchAll(/^\| .* \| (\d{3}) \| `/gm)].map(([, status]) => Number(status))
    expect(statuses.length).toBeGreaterThan(10)
    const known = new Set(named.map(([status]) => status))
    expect(statuses.filter((status) => !known.has(status))).toEqual([])
  })
})

function exitOf(status: number): number {
  const outcome = of(status)
  if (outcome.fate === 'refused') return outcome.exit
  return outcome.fate === 'told' ? 0 : NOTIFY_EXIT.kept
}
