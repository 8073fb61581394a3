import { displayWidth } from './display-width.js'

const PIECES = /(\n)|([ \t]+)|([^ \t\n]+)/g

/**
 * Breaks flowing text between words, not inside them, as it comes. The last word is kept back until it is known how
 * long it is. One that is wider than the terminal is left to the terminal.
 */
export class WordWrap {
  readonly #width: () => number
  #column = 0
  #blank = ''
  #word = ''

  constructor(width: () => number) {
    this.#width = width
  }

  /** What can be printed. */
  write(text: string): string {
    if (this.#width() === Number.POSITIVE_INFINITY) return text
    let out = ''
    for (const [, lineBreak, blank, word] of text.matchAll(PIECES)) {
      if (word !== undefined) this.#word += word
      else {
        out += this.#place()
        if (lineBreak === undefined) this.#blank += blank?.replaceAll('\t', '    ')
        else {
          out += '\n'
          this.#column = 0
          this.#blank = ''
        }
      }
    }
    return out
  }

  /** The rest, when nothing more comes. */
  end(): string {
    const out = this.#place()
    this.#column = 0
    this.#blank = ''
    return out
  }

  /** The word that waits, with the blank before it or on a new line. */
  #place(): string {
    if (this.#word === '') return ''
    const blank = displayWidth(this.#blank)
    const word = displayWidth(this.#word)
    const fits = this.#column + blank + word <= this.#width()
    const text = fits || this.#column === 0 ? this.#blank + this.#word : `\n${this.#word}`
    this.#column = fits || this.#column === 0 ? this.#column + blank + word : word
    // What the terminal has wrapped itself.
    if (this.#column > this.#width()) this.#column %= this.#width()
    this.#word = ''
    this.#blank = ''
    return text
  }
}
