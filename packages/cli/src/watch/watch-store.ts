import type { Key } from './key.js'
import { type Happening, told, type WatchModel } from './model.js'
import { press } from './press.js'
import type { Order } from './pressed.js'

export interface StoreOptions {
  carryOut: (order: Order) => void
  now: () => number
  /** Runs it in a moment: what happens until then is shown with it. */
  soon?: (run: () => void) => void
}

/** Many sessions tell something many times a second; drawing each would cost more than anybody sees of it. */
const SOON_MS = 100

/** Holds what is shown, tells who shows it, and hands on what is to be done. */
export class WatchStore {
  readonly #options: Required<StoreOptions>
  readonly #listeners = new Set<() => void>()
  #model: WatchModel
  #isDue = false

  constructor(model: WatchModel, options: StoreOptions) {
    this.#model = model
    this.#options = { soon: (run) => void setTimeout(run, SOON_MS), ...options }
  }

  readonly model = (): WatchModel => this.#model

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Something happened; it is shown soon. */
  tell(happening: Happening): void {
    this.#model = told(this.#model, happening, this.#options.now())
    if (this.#isDue) return
    this.#isDue = true
    this.#options.soon(() => this.#show())
  }

  /** A person did something; they see it at once. */
  press(key: Key): void {
    const { model, order } = press(this.#model, key, this.#options.now())
    this.#model = model
    this.#show()
    if (order) this.#options.carryOut(order)
  }

  #show(): void {
    this.#isDue = false
    for (const listener of this.#listeners) listener()
  }
}
