const ROOM = 512
const MOST_ROOM = 1 << 18

/**
 * Small integers put down one after the other while something is read, then taken as a list of just that length. The
 * room for them is kept from one reading to the next, unless one needed very much: growing lists is what costs most
 * where a text has a hundred thousand tags.
 */
export class Notes {
  #room = new Int32Array(ROOM)
  #length = 0

  add(number: number): void {
    if (this.#length === this.#room.length) this.#grow()
    this.#room[this.#length++] = number
  }

  #grow(): void {
    const room = new Int32Array(this.#room.length * 2)
    room.set(this.#room)
    this.#room = room
  }

  take(): Int32Array {
    const numbers = this.#room.slice(0, this.#length)
    this.#length = 0
    if (this.#room.length > MOST_ROOM) this.#room = new Int32Array(ROOM)
    return numbers
  }
}
