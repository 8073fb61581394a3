const NEWLINE = 0x0a
const BRACE = 0x7d

/**
 * Counts the objects in a chunked response of NDJSON: the newlines behind a brace. Those of the chunks stand behind a
 * carriage return, and a keep-alive behind nothing.
 */
export class LineCounter {
  lines = 0
  #last = 0

  /** @param {Buffer} chunk */
  take(chunk) {
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) {
      if ((at === 0 ? this.#last : chunk[at - 1]) === BRACE) this.lines += 1
    }
    this.#last = chunk.at(-1) ?? this.#last
  }
}
