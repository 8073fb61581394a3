/** One message of a stream of server-sent events. `id` is that of the last message that had one. */
export interface ServerSent {
  event: string
  data: string
  id: string
}

/** Takes a stream apart, however it is cut into pieces. What is no message is passed over. */
export class SseReader {
  #rest = ''
  #event = ''
  #id = ''
  #data: string[] = []
  #lastId = ''

  /** Where the stream is: the last id that was said whole. Blocks without data say where it is, too. */
  get lastId(): string {
    return this.#lastId
  }

  /** The messages that this piece completes. */
  read(piece: string): ServerSent[] {
    this.#rest += piece
    // A break that ends with the piece may be the first half of one.
    const end = this.#rest.endsWith('\r') ? this.#rest.length - 1 : this.#rest.length
    const lines = this.#rest.slice(0, end).split(/\r\n|\n|\r/)
    this.#rest = (lines.pop() ?? '') + this.#rest.slice(end)
    return lines.flatMap((line) => (line === '' ? this.#told() : this.#line(line)))
  }

  #told(): ServerSent[] {
    const told = { event: this.#event || 'message', data: this.#data.join('\n'), id: this.#id }
    this.#lastId = this.#id
    const isEmpty = this.#data.length === 0
    this.#event = ''
    this.#data = []
    return isEmpty ? [] : [told]
  }

  #line(line: string): [] {
    const colon = line.indexOf(':')
    const name = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (name === 'event') this.#event = value
    else if (name === 'data') this.#data.push(value)
    else if (name === 'id' && !value.includes('\0')) this.#id = value
    return []
  }
}
