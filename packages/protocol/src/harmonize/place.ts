import { type Fence, fencesOf } from './fences.js'
import { inkFrom, isLineStart } from './whitespace.js'

/** Where reading a text stands: behind the last thing taken out, inside a fence or not. */
export class Place {
  readonly text: string
  at = 0
  /** The first character from here on that is no whitespace: a tag there starts a section. */
  ink: number
  #fences: readonly Fence[] | undefined
  #nextFence = 0
  #fenceEnd = 0

  constructor(text: string) {
    this.text = text
    this.ink = inkFrom(text, 0)
  }

  moveTo(at: number): void {
    this.at = at
    this.ink = inkFrom(this.text, at)
  }

  /** Whether a tag at this place starts a section. Asked in order: it only looks ahead. */
  isSectionStart(at: number): boolean {
    return (at === this.ink || isLineStart(this.text, at)) && !this.#isFenced(at)
  }

  #isFenced(at: number): boolean {
    this.#fences ??= fencesOf(this.text)
    for (;;) {
      const fence = this.#fences[this.#nextFence]
      if (!fence || fence.start >= at) return at < this.#fenceEnd
      this.#nextFence++
      // A line inside a block, or inside something taken out, opens none.
      if (fence.end !== -1 && fence.start >= this.#fenceEnd && fence.start >= this.at)
        this.#fenceEnd = fence.end
    }
  }
}
