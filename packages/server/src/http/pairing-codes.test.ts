import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { FailureLimiter } from './failure-limiter.js'
import { PairingCodes } from './pairing-codes.js'

function pairing(bytes = randomBytes) {
  const time = { now: 0 }
  const now = () => time.now
  return { time, codes: new PairingCodes({ now, randomBytes: bytes, failures: new FailureLimiter(now) }) }
}

const HOME = '10.0.0.1'

it('makes codes of eight unambiguous signs', () => {
  const { codes } = pairing()
  for (let count = 0; count < 50; count++) {
    expect(codes.issue().code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
  }
})

it('uses every sign of the alphabet alike', () => {
  const { codes } = pairing((size) =>
    Buffer.from(Array.from({ length: size }, (_, index) => 31 + index * 32)),
  )
  expect(codes.issue().code).toBe('ZZZZ-ZZZZ')
})

it('takes a code once, however it is typed', () => {
  const { codes } = pairing((size) => Buffer.alloc(size, 1).fill(0, 4))
  for (const typed of ['1111-0000', '11110000', ' 1111 0000 ', 'iLl1-oO0o']) {
    expect(codes.issue().code).toBe('1111-0000')
    codes.redeem(typed, HOME)
    expect(() => codes.redeem(typed, HOME)).toThrow(/wrong, used up or older/)
  }
})

it('takes a code for ten minutes', () => {
  const { codes, time } = pairing()
  const early = codes.issue()
  const late = codes.issue()
  expect(early.expiresAt).toBe(600_000)
  time.now = 599_999
  codes.redeem(early.code, HOME)
  time.now = 600_000
  expect(() => codes.redeem(late.code, HOME)).toThrow(/older than 10 minutes/)
})

it('has at most five at once: the newest', () => {
  const { codes } = pairing()
  const all = Array.from({ length: 6 }, () => codes.issue().code)
  const [oldest = '', ...rest] = all
  expect(() => codes.redeem(oldest, HOME)).toThrow()
  for (const code of rest) codes.redeem(code, HOME)
})

it('compares nothing for an address with ten wrong attempts, until it has waited', () => {
  const { codes, time } = pairing()
  const { code } = codes.issue()
  for (let count = 0; count < 10; count++) expect(() => codes.redeem('wrong', HOME)).toThrow(/wrong/)
  expect(() => codes.redeem(code, HOME)).toThrow(/Too many wrong attempts/)
  codes.redeem(code, '10.0.0.2')
  const next = codes.issue().code
  time.now += 60_000
  codes.redeem(next, HOME)
})

it('bears any text', () => {
  const { codes } = pairing()
  for (const typed of ['', '-', '\u0000', '\ud800', 'Ω'.repeat(100_000)])
    expect(() => codes.redeem(typed, HOME)).toThrow(/wrong/)
})
