import type { Published } from '../log/log.js'
import { type Budget, DEFAULT_BUDGET } from './subscriber.js'

/** What was published since a join began, as much of it as a subscriber may have waiting; beyond that the log is read again. */
export class Heard {
  overflowed = false
  readonly #budget: Budget
  #events: Published[] = []
  #bytes = 0

  constructor(budget: Budget = DEFAULT_BUDGET) {
    this.#budget = budget
  }

  /** In the order they were published; none after an overflow. */
  get events(): readonly Published[] {
    return this.#events
  }

  take(event: Published): void {
    if (this.overflowed) return
    this.#events.push(event)
    this.#bytes += event.data.length
    if (this.#events.length <= this.#budget.items && this.#bytes <= this.#budget.bytes) return
    this.restart()
    this.overflowed = true
  }

  /** Forgets everything: what is published from now on counts. */
  restart(): void {
    this.overflowed = false
    this.#events = []
    this.#bytes = 0
  }
}
