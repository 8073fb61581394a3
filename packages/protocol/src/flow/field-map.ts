/** A text that is made when it is first looked at, for all the names it goes by. */
export class LazyText {
  #raw: string
  #make: ((raw: string) => string) | undefined

  constructor(raw: string, make: (raw: string) => string) {
    this.#raw = raw
    this.#make = make
  }

  get text(): string {
    if (this.#make) {
      this.#raw = this.#make(this.#raw)
      this.#make = undefined
    }
    return this.#raw
  }
}

/** Texts by name. Most triggers look at few of them, so that those nobody looks at are never made. */
export class FieldMap implements ReadonlyMap<string, string> {
  readonly #texts = new Map<string, string | LazyText>()

  get size(): number {
    return this.#texts.size
  }

  set(name: string, text: string | LazyText): void {
    this.#texts.set(name, text)
  }

  has(name: string): boolean {
    return this.#texts.has(name)
  }

  get(name: string): string | undefined {
    const text = this.#texts.get(name)
    return text instanceof LazyText ? text.text : text
  }

  keys(): MapIterator<string> {
    return this.#texts.keys()
  }

  *entries(): Generator<[string, string], undefined, unknown> {
    for (const [name, text] of this.#texts) yield [name, text instanceof LazyText ? text.text : text]
  }

  *values(): Generator<string, undefined, unknown> {
    for (const [, text] of this.entries()) yield text
  }

  [Symbol.iterator](): Generator<[string, string], undefined, unknown> {
    return this.entries()
  }

  forEach(told: (text: string, name: string, map: ReadonlyMap<string, string>) => void): void {
    for (const [name, text] of this.entries()) told(text, name, this)
  }
}
