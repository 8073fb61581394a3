/** Follows what a parsing client of a session reads: every turn tells the whole text, in order, and then ends. */
export class TurnStory {
  /** Turns told to their end. */
  turns = 0
  #whole
  /** @type {number | undefined} */
  #seq
  #told = ''

  /** @param {string} whole the text of a turn */
  constructor(whole) {
    this.#whole = whole
  }

  /** @param {any} message */
  take(message) {
    if (typeof message.seq !== 'number') return
    if (this.#seq !== undefined && message.seq !== this.#seq + 1)
      throw new Error(`seq ${message.seq} came after ${this.#seq}`)
    this.#seq = message.seq
    if (message.type === 'text_delta') this.#tell(message.text)
    else if (message.type === 'turn_complete') this.#end()
  }

  /** @param {string} text */
  #tell(text) {
    if (!this.#whole.startsWith(text, this.#told.length))
      throw new Error(`after ${this.#told.length} characters came ${JSON.stringify(text.slice(0, 50))}`)
    this.#told += text
  }

  #end() {
    if (this.#told.length < this.#whole.length)
      throw new Error(`a turn ended after ${this.#told.length} of ${this.#whole.length}`)
    this.#told = ''
    this.turns += 1
  }
}
