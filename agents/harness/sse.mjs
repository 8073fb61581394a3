import { Until } from './until.mjs'

/** What an event stream of the gateway says: the data of each event, oldest first. */
export class Sse {
  /** @type {(Record<string, any> & {receivedAt: number})[]} */
  heard = []
  #until = new Until()
  #left = new AbortController()

  /** Resolves when the stream is open. @param {{origin: string, token: string}} gateway @param {string} path */
  static async open({ origin, token }, path) {
    const stream = new Sse()
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' }
    const response = await fetch(`${origin}${path}`, { headers, signal: stream.#left.signal })
    if (!response.ok || response.body === null)
      throw new Error(`${path} was answered ${response.status}: ${await response.text()}`)
    stream.#read(response.body).catch(() => {})
    return stream
  }

  /** @param {(data: Record<string, any>) => unknown} fits @param {number} [ms] */
  until(fits, ms) {
    const seen = () => this.heard.map((data) => JSON.stringify(data).slice(0, 300)).join('\n')
    return this.#until.found(() => this.heard.find(fits), { ms, what: `an event ${fits}`, seen })
  }

  close() {
    this.#left.abort()
  }

  /** @param {ReadableStream<Uint8Array>} body */
  async #read(body) {
    let text = ''
    for await (const piece of body.pipeThrough(new TextDecoderStream())) {
      text += piece
      const events = text.split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) this.#take(event)
    }
  }

  /** @param {string} event */
  #take(event) {
    const lines = event.split('\n').filter((line) => line.startsWith('data:'))
    if (lines.length === 0) return
    const data = JSON.parse(lines.map((line) => line.slice('data:'.length)).join('\n'))
    this.heard.push({ ...data, receivedAt: Date.now() })
    this.#until.tell()
  }
}
