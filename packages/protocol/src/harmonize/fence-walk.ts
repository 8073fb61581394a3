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
    this.#next = firstFrom(fences.start, from)
    this.#end = from
  }

  isInside(at: number): boolean {
    const { start, end } = this.#fences
    while ((start[this.#next] ?? at) < at) {
      const fence = this.#next++
      const close = end[fence] ?? -1
      if (close === -1 || (start[fence] ?? 0) < this.#end) continue
      this.#end = close
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

/** The number of the first of these places that is at another one or behind it. */
function firstFrom(places: readonly number[], from: number): number {
  let low = 0
  let high = places.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((places[middle] ?? from) < from) low = middle + 1
    else high = middle
  }
  return low
}
