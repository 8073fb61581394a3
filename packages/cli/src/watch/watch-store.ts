import type { Key } from './key.js'
import { type Happening, told, type WatchModel } from './model.js'
import { press } from './press.js'
import type { Order } from './pressed.js'

/** Holds what is shown, tells who shows it, and hands on what is to be done. */
export class WatchStore {
  readonly #now: () => number
  readonly #carryOut: (order: Order) => void
  readonly #listeners = new Set<() => void>()
  #model: WatchModel

  constructor(model: WatchModel, carryOut: (order: Order) => void, now: () => number) {
    this.#model = model
    this.#carryOut = carryOut
    this.#now = now
  }

  readonly model = (): WatchModel => this.#model

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  tell(happening: Happening): void {
    this.#show(told(this.#model, happening, this.#now()))
  }

  press(key: Key): void {
    const { model, order } = press(this.#model, key, this.#now())
    this.#show(model)
    if (order) this.#carryOut(order)
  }

  #show(model: WatchModel): void {
    if (model === this.#model) return
    this.#model = model
    for (const listener of this.#listeners) listener()
  }
}
