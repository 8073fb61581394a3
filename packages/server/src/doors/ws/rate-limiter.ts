export type Verdict = 'ok' | 'limited' | 'flood'

/** Counts messages in a sliding window: over the limit each is refused, at three times the limit it is a flood. */
export class RateLimiter {
  readonly #limit: number
  readonly #windowMs: number
  #times: number[] = []

  constructor(limit = 60, windowMs = 10_000) {
    this.#limit = limit
    this.#windowMs = windowMs
  }

  take(now: number): Verdict {
    const since = now - this.#windowMs
    if ((this.#times[0] ?? now) <= since) this.#times = this.#times.filter((time) => time > since)
    this.#times.push(now)
    if (this.#times.length >= this.#limit * 3) return 'flood'
    return this.#times.length > this.#limit ? 'limited' : 'ok'
  }
}
