import type { Frame, SessionEvent } from './frame.js'

/** What an iterator yields: events in order, and a gap in the place of what is missing. */
export type StreamItem = SessionEvent | Frame<'gap'>

export type StreamResult = IteratorResult<StreamItem, undefined>

/** A queue read with `for await`. It ends in an error rather than leave anything out. */
export class EventStream implements AsyncIterableIterator<StreamItem> {
  readonly #limit: number
  readonly #onEnd: () => void
  #queue: StreamItem[] = []
  #waiting: ((result: StreamResult | Promise<StreamResult>) => void)[] = []
  #ended = false
  #failure: Error | undefined

  constructor(limit: number, onEnd: () => void) {
    this.#limit = limit
    this.#onEnd = onEnd
  }

  get ended(): boolean {
    return this.#ended
  }

  get isEmpty(): boolean {
    return this.#queue.length === 0
  }

  /** False when there is no room for it. */
  push(item: StreamItem): boolean {
    if (this.#ended) return true
    const waiting = this.#waiting.shift()
    if (waiting) waiting({ value: item, done: false })
    else if (this.#queue.length < this.#limit) this.#queue.push(item)
    else return false
    return true
  }

  /** What is queued can still be read; then the stream is done, or throws once. */
  end(failure?: Error): void {
    if (this.#ended) return
    this.#ended = true
    this.#failure = failure
    this.#onEnd()
    for (const resolve of this.#waiting.splice(0)) resolve(this.next())
  }

  async next(): Promise<StreamResult> {
    const item = this.#queue.shift()
    if (item !== undefined) return { value: item, done: false }
    if (!this.#ended) return new Promise((resolve) => this.#waiting.push(resolve))
    const failure = this.#failure
    this.#failure = undefined
    if (failure) throw failure
    return { value: undefined, done: true }
  }

  async return(): Promise<StreamResult> {
    this.#queue = []
    this.end()
    return { value: undefined, done: true }
  }

  [Symbol.asyncIterator](): this {
    return this
  }
}
