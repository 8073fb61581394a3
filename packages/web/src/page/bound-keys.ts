import { type Begun, pressKey } from './key-sequence.js'

/** What each key, or each two keys, does: `{ j: next, 'g n': toNeeds }`. `false`: it was not for it after all. */
export type KeyBindings = Readonly<Record<string, (event: KeyboardEvent) => unknown>>

/** All keys that are bound just now, by whoever: `g n` is no `n` for anybody. The last who bound one is asked first. */
export class BoundKeys {
  readonly #bound: (() => KeyBindings)[] = []
  #begun: Begun | null = null

  get size(): number {
    return this.#bound.length
  }

  /** Call the result to let them go. */
  add(bindings: () => KeyBindings): () => void {
    this.#bound.push(bindings)
    return () => {
      this.#bound.splice(this.#bound.indexOf(bindings), 1)
    }
  }

  /** One key was pressed; whether somebody took it. */
  press(event: KeyboardEvent): boolean {
    const bound = this.#bound.map((bindings) => bindings()).reverse()
    const names = bound.flatMap((bindings) => Object.keys(bindings))
    const { name, begun } = pressKey(this.#begun, event.key, event.timeStamp, names)
    this.#begun = begun
    if (name === null) return false
    return bound.some((bindings) => Object.hasOwn(bindings, name) && bindings[name]?.(event) !== false)
  }
}
