/** How many wrong attempts an address has, and for how long they count. */
export interface FailureLimits {
  failures: number
  windowMs: number
  /** Addresses remembered at once; the oldest is forgotten first. */
  addresses: number
}

export const AUTH_LIMITS: FailureLimits = { failures: 10, windowMs: 60_000, addresses: 10_000 }

interface Window {
  count: number
  endsAt: number
}

/** What is attempted. Failures of one do not count for another: an agent with a stale token hinders no pairing. */
export type Purpose = 'token' | 'pairing'

/** Counts wrong attempts to sign in per remote address. */
export class FailureLimiter {
  readonly #windows = new Map<string, Window>()
  readonly #limits: FailureLimits
  readonly #now: () => number

  constructor(now: () => number, limits: FailureLimits = AUTH_LIMITS) {
    this.#now = now
    this.#limits = limits
  }

  /** Notes a wrong attempt; how long to wait in ms when it was one too many, else 0. */
  fail(address: string, purpose: Purpose): number {
    const key = keyOf(address, purpose)
    const now = this.#now()
    let window = this.#windows.get(key)
    if (!window || window.endsAt <= now) {
      window = { count: 0, endsAt: now + this.#limits.windowMs }
      this.#windows.delete(key)
      this.#makeRoom(now)
      this.#windows.set(key, window)
    }
    window.count += 1
    return window.count > this.#limits.failures ? window.endsAt - now : 0
  }

  /** How long this address has to wait before its next attempt, in ms; 0 when it need not. */
  waitFor(address: string, purpose: Purpose): number {
    const window = this.#windows.get(keyOf(address, purpose))
    return window && window.count >= this.#limits.failures ? Math.max(0, window.endsAt - this.#now()) : 0
  }

  #makeRoom(now: number): void {
    // Windows are of one length, so insertion order is the order they end in.
    for (const [key, window] of this.#windows) {
      if (window.endsAt > now && this.#windows.size < this.#limits.addresses) return
      this.#windows.delete(key)
    }
  }
}

function keyOf(address: string, purpose: Purpose): string {
  return `${purpose} ${networkOf(address)}`
}

/** One host of IPv6 has a whole /64 to attempt from, so that is what counts. */
function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? []
  const groups = head === '' ? [] : head.split(':')
  const tailGroups = tail ? tail.split(':') : []
  while (tail !== undefined && groups.length + tailGroups.length < 8) groups.push('0')
  return `${[...groups, ...tailGroups].slice(0, 4).join(':')}::/64`
}
