const FILLER = 'demo text that goes on and on, '

/** What the scenario `demo:long:DELTAS:BYTES` says, piece by piece; its prompt, and every piece numbered from 1. */
export class DeltaText {
  #width
  #filler

  /** @param {number} deltas @param {number} bytes of each */
  constructor(deltas, bytes) {
    this.deltas = deltas
    this.prompt = `demo:long:${deltas}:${bytes}`
    this.#width = String(deltas).length
    // A number in brackets and a space before it, the end of a line behind it.
    const filled = bytes - this.#width - 4
    if (filled < 0) throw new Error(`${bytes} bytes hold no number of ${this.#width} digits`)
    this.#filler = FILLER.repeat(Math.ceil(filled / FILLER.length)).slice(0, filled)
  }

  /** @param {number} number */
  piece(number) {
    return `[${String(number).padStart(this.#width, '0')}] ${this.#filler}\n`
  }

  whole() {
    let text = ''
    for (let number = 1; number <= this.deltas; number += 1) text += this.piece(number)
    return text
  }
}
