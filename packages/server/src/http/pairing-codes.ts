import { hash, timingSafeEqual } from 'node:crypto'
import { SignalboxError } from '@signalbox/protocol'
import { tooManyAttempts } from './auth.js'
import type { FailureLimiter } from './failure-limiter.js'

export interface PairingCode {
  /** As people read and type it: `ABCD-EFGH`. */
  code: string
  expiresAt: number
}

export interface PairingCodesOptions {
  now: () => number
  randomBytes: (size: number) => Buffer
  failures: FailureLimiter
}

interface Live {
  digest: Buffer
  expiresAt: number
}

/** Crockford's: no I, L, O or U, so nothing is misread. 32 signs, 5 bits each. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 40 bits: ten tries a minute for ten minutes against five codes hit one in two billion times. */
const LENGTH = 8
const VALID_MS = 10 * 60_000
const MAX_LIVE = 5

/** One-time codes that turn a browser into a paired device. They live in memory only; a restart ends them. */
export class PairingCodes {
  readonly #options: PairingCodesOptions
  #live: Live[] = []

  constructor(options: PairingCodesOptions) {
    this.#options = options
  }

  /** A new code. The oldest is given up when there are too many. */
  issue(): PairingCode {
    const expiresAt = this.#options.now() + VALID_MS
    // 256 is a multiple of 32, so every sign is equally likely.
    const signs = Array.from(this.#options.randomBytes(LENGTH), (byte) =>
      ALPHABET.charAt(byte % ALPHABET.length),
    )
    const code = signs.join('')
    this.#dropExpired()
    this.#live = [...this.#live.slice(1 - MAX_LIVE), { digest: digestOf(code), expiresAt }]
    return { code: `${code.slice(0, 4)}-${code.slice(4)}`, expiresAt }
  }

  /**
   * Uses up a code, or refuses it. Unlike the token a code can be guessed, so an address with too many wrong ones
   * waits before it is even compared.
   */
  redeem(code: string, remoteAddress: string): void {
    const waitMs = this.#options.failures.waitFor(remoteAddress, 'pairing')
    if (waitMs > 0) throw tooManyAttempts(waitMs)
    this.#dropExpired()
    const digest = digestOf(normalize(code))
    const rest = this.#live.filter((live) => !timingSafeEqual(live.digest, digest))
    if (rest.length === this.#live.length) {
      this.#options.failures.fail(remoteAddress, 'pairing')
      throw new SignalboxError(
        'authFailed',
        'This code is wrong, used up or older than 10 minutes; get a new one.',
        {
          field: 'code',
        },
      )
    }
    this.#live = rest
  }

  #dropExpired(): void {
    const now = this.#options.now()
    this.#live = this.#live.filter((live) => live.expiresAt > now)
  }
}

/** What was typed, as it was meant: any case, with or without dashes, O for 0, I or L for 1. */
function normalize(typed: string): string {
  return typed.slice(0, 64).toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
}

function digestOf(code: string): Buffer {
  return hash('sha256', code, 'buffer')
}
