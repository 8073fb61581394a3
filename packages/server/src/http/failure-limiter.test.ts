import { expect, it } from 'vitest'
import { AUTH_LIMITS, FailureLimiter } from './failure-limiter.js'

function limiter(limits = AUTH_LIMITS) {
  const time = { now: 1_000 }
  return { time, failures: new FailureLimiter(() => time.now, limits) }
}

it('lets ten failures a minute be, then says how long to wait', () => {
  const { time, failures } = limiter()
  for (let count = 0; count < 10; count++) expect(failures.fail('10.0.0.1', 'token')).toBe(0)
  expect(failures.fail('10.0.0.1', 'token')).toBe(60_000)
  time.now += 20_000
  expect(failures.waitFor('10.0.0.1', 'token')).toBe(40_000)
  expect(failures.waitFor('10.0.0.2', 'token')).toBe(0)
  expect(failures.fail('10.0.0.2', 'token')).toBe(0)
})

it('starts again when the window has passed', () => {
  const { time, failures } = limiter()
  for (let count = 0; count < 20; count++) failures.fail('10.0.0.1', 'token')
  time.now += 60_000
  expect(failures.waitFor('10.0.0.1', 'token')).toBe(0)
  expect(failures.fail('10.0.0.1', 'token')).toBe(0)
})

it('counts an IPv6 network as one, and a mapped IPv4 address as itself', () => {
  const { failures } = limiter({ ...AUTH_LIMITS, failures: 1 })
  failures.fail('2001:db8:1:2::1', 'token')
  expect(failures.waitFor('2001:db8:1:2:ffff:1:2:3', 'token')).toBeGreaterThan(0)
  expect(failures.waitFor('2001:DB8:1:2::9%eth0', 'token')).toBeGreaterThan(0)
  expect(failures.waitFor('2001:db8:1:3::1', 'token')).toBe(0)
  failures.fail('::1', 'token')
  expect(failures.waitFor('0:0:0:0:0:0:0:1', 'token')).toBeGreaterThan(0)
  failures.fail('::ffff:10.0.0.9', 'token')
  expect(failures.waitFor('10.0.0.9', 'token')).toBeGreaterThan(0)
  expect(failures.waitFor('::ffff:10.0.0.8', 'token')).toBe(0)
})

it('remembers a bounded number of addresses and forgets the oldest', () => {
  const { failures } = limiter({ failures: 1, windowMs: 60_000, addresses: 3 })
  for (const address of ['a', 'b', 'c', 'd']) failures.fail(address, 'token')
  expect(failures.waitFor('a', 'token')).toBe(0)
  expect(failures.waitFor('b', 'token')).toBeGreaterThan(0)
  expect(failures.waitFor('d', 'token')).toBeGreaterThan(0)
})

it('counts each purpose by itself', () => {
  const { failures } = limiter({ ...AUTH_LIMITS, failures: 1 })
  failures.fail('10.0.0.1', 'token')
  expect(failures.waitFor('10.0.0.1', 'token')).toBeGreaterThan(0)
  expect(failures.waitFor('10.0.0.1', 'pairing')).toBe(0)
})
