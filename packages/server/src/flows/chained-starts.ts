import { BoundedMap } from './bounded-map.js'

/** So often in a minute a trigger may begin something at an agent because flows set it off. */
export const MAX_A_MINUTE = 30
const MINUTE_MS = 60_000
const MAX_KNOWN = 1_000

interface Minute {
  since: number
  count: number
}

/**
 * Counts what flows begin at agents because of each other. How deep they set each other off is limited elsewhere; one that
 * sets off many in turn would still begin thousands before it is that deep, and each of them costs.
 */
export class ChainedStarts {
  readonly #clock: () => number
  readonly #minutes = new BoundedMap<string, Minute>(MAX_KNOWN)

  /** A clock that never steps back; ms. */
  constructor(clock: () => number) {
    this.#clock = clock
  }

  /** Whether a trigger may begin one more; `first` tells the first that may not, until some may again. */
  begin(triggerId: string): 'begin' | 'first too many' | 'too many' {
    const now = this.#clock()
    const known = this.#minutes.get(triggerId)
    const minute = known && now - known.since < MINUTE_MS ? known : { since: now, count: 0 }
    minute.count += 1
    this.#minutes.set(triggerId, minute)
    if (minute.count <= MAX_A_MINUTE) return 'begin'
    return minute.count === MAX_A_MINUTE + 1 ? 'first too many' : 'too many'
  }
}
