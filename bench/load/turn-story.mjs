/**
 * Follows what a client reads of one session: every turn tells the whole text, in order, and then ends. Told by deltas,
 * none may be missing; told by finished segments, a reader that is slow may have missed deltas if it was told so.
 */
export class TurnStory {
  /** Turns told to their end. */
  turns = 0
  /** Events that were told to be missing. */
  missed = 0
  #whole
  #toldBy
  /** @type {number | undefined} */
  #seq
  #told = 0

  /** @param {string} whole the text of a turn @param {'text_delta' | 'message_complete'} toldBy */
  constructor(whole, toldBy = 'text_delta') {
    this.#whole = whole
    this.#toldBy = toldBy
  }

  /** @param {any} message of the session */
  take(message) {
    if (message.type === 'gap' && this.#toldBy === 'message_complete') this.#skip(message)
    if (typeof message.seq !== 'number') return
    this.#follow(message.seq - 1, message.seq)
    if (message.type === this.#toldBy) this.#tell(message.text)
    else if (message.type === 'turn_complete') this.#end()
  }

  /** @param {{fromSeq: number, toSeq: number}} gap */
  #skip({ fromSeq, toSeq }) {
    this.#follow(fromSeq, toSeq)
    this.missed += toSeq - fromSeq
  }

  /** @param {number} before @param {number} seq */
  #follow(before, seq) {
    if (this.#seq !== undefined && before !== this.#seq)
      throw new Error(`seq ${before + 1} came after ${this.#seq}`)
    this.#seq = seq
  }

  /** @param {string} text */
  #tell(text) {
    if (!this.#whole.startsWith(text, this.#told))
      throw new Error(`after ${this.#told} characters came ${JSON.stringify(text.slice(0, 50))}`)
    this.#told += text.length
  }

  #end() {
    if (this.#told < this.#whole.length)
      throw new Error(`a turn ended after ${this.#told} of ${this.#whole.length}`)
    this.#told = 0
    this.turns += 1
  }
}
