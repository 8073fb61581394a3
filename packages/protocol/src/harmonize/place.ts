import { FenceWalk } from './fence-walk.js'
import { type Fences, fencesOf } from './fences.js'
import { inkFrom, isLineStart } from './whitespace.js'

/** Where reading a text stands: behind the last thing taken out, inside a fence or not. */
export class Place {
  readonly text: string
  at = 0
  /** The first character from here on that is no whitespace: a tag there starts a section. */
  ink: number
  #fences: Fences | undefined
  #walk: FenceWalk | undefined

  constructor(text: string) {
    this.text = text
    this.ink = inkFrom(text, 0)
  }

  /** The fences of the text, looked for when somebody asks first. */
  get fences(): Fences {
    this.#fences ??= fencesOf(this.text)
    return this.#fences
  }

  moveTo(at: number): void {
    this.at = at
    this.ink = inkFrom(this.text, at)
    this.#walk?.skipTo(at)
  }

  /** Whether a tag at this place starts a section. Places are asked for in order. */
  isSectionStart(at: number): boolean {
    return (at === this.ink || isLineStart(this.text, at)) && !this.#isFenced(at)
  }

  #isFenced(at: number): boolean {
    this.#walk ??= new FenceWalk(this.fences, this.at)
    return this.#walk.isInside(at)
  }
}
