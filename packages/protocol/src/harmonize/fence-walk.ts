import type { Fences } from './fences.js'

/** Walks through a text and knows whether a place is inside a fenced code block. Places are asked for in order. */
export class FenceWalk {
  /** For whoever walks: how many opening tags it met inside the fence it is in. */
  depth = 0
  readonly #fences: Fences
  #next: number
  /** Where the fence ends, or what was taken out: no fence starts before. */
  #end: number
  #isFenced = false

  constructor(fences: Fences, from: number) {
    this.#fences = fences
    this.#next = firstFrom(fences, from)
    this.#end = from
  }

  isInside(at: number): boolean {
    const fences = this.#fences
    for (; fences.start(this.#next) < at; this.#next++) {
      const end = fences.end(this.#next)
      if (end === -1 || fences.start(this.#next) < this.#end) continue
      this.#end = end
      this.#isFenced = true
      this.depth = 0
    }
    return this.#isFenced && at < this.#end
  }

  /** Goes on behind something that was taken out: what stood in it opens no fence. */
  skipTo(at: number): void {
    if (at <= this.#end) return
    this.#end = at
    this.#isFenced = false
  }
}

/** The number of the first line of marks at a place or behind it. */
function firstFrom(fences: Fences, from: number): number {
  let low = 0
  let high = fences.count
  while (low < high) {
    const middle = (low + high) >> 1
    if (fences.start(middle) < from) low = middle + 1
    else high = middle
  }
  return low
}
