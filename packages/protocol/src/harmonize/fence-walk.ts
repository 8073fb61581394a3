import type { Fence } from './fences.js'

/** Walks through a text and knows whether a place is inside a fenced code block. Places are asked for in order. */
export class FenceWalk {
  /** Opening tags met inside the fence the walk is in: for whoever walks to count. */
  depth = 0
  readonly #fences: readonly Fence[]
  #next: number
  /** Where the fence ends, or what was taken out: no fence starts before. */
  #end: number
  #isFenced = false

  constructor(fences: readonly Fence[], from: number) {
    this.#fences = fences
    this.#next = firstFrom(fences, from)
    this.#end = from
  }

  isInside(at: number): boolean {
    for (;;) {
      const fence = this.#fences[this.#next]
      if (!fence || fence.start >= at) return at < this.#end && this.#isFenced
      this.#next++
      if (fence.end === -1 || fence.start < this.#end) continue
      this.#end = fence.end
      this.#isFenced = true
      this.depth = 0
    }
  }

  /** Goes on behind something that was taken out: what stood in it opens no fence. */
  skipTo(at: number): void {
    if (at > this.#end) {
      this.#end = at
      this.#isFenced = false
    }
  }
}

/** The number of the first fence that starts at a place or behind it. */
function firstFrom(fences: readonly Fence[], from: number): number {
  let low = 0
  let high = fences.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((fences[middle]?.start ?? from) < from) low = middle + 1
    else high = middle
  }
  return low
}
