import { PlainStream } from '../terminal/plain-text.js'

/**
 * The text of an answer, piece by piece. Pieces are live only: when some were lost to a cut, what follows waits until
 * the segment is complete, and is then made up for.
 */
export class Segment {
  #plain = new PlainStream()
  #shown = ''
  #hole = false
  #heard = false

  /** Whether anything of the answer came at all. */
  get heard(): boolean {
    return this.#heard
  }

  /** What to print for a piece. */
  delta(text: string): string {
    this.#heard = true
    if (this.#hole) return ''
    this.#shown += text
    return this.#plain.write(text)
  }

  /** Something is missing from here on. */
  lost(): void {
    this.#hole = true
  }

  /** What is still to print when the whole segment is known. */
  complete(whole: string): string {
    const rest = whole.startsWith(this.#shown)
      ? whole.slice(this.#shown.length)
      : this.#hole
        ? `\n${whole}`
        : ''
    const text = this.#plain.write(rest) + this.#plain.end()
    this.#heard = true
    this.#hole = false
    this.#shown = ''
    this.#plain = new PlainStream()
    return text
  }
}
