import type { Frame, SessionEvent } from './frame.js'

/** What an iterator yields: events in order, and a gap in the place of what is missing. */
export type StreamItem = SessionEvent | Frame<'gap'>

export type StreamResult = IteratorResult<StreamItem, undefined>

interface Waiting {
  resolve(result: StreamResult): void
  reject(error: Error): void
}

/** A queue read with `for await`. It ends in an error rather than leave anything out. */
export class EventStream implements AsyncIterableIterator<StreamItem> {
  readonly #limit: number
  readonly #onEnd: () => void
  #queue: StreamItem[] = []
  #waiting: Waiting[] = []
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
    if (waiting) waiting.resolve({ value: item, done: false })
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
    for (const { resolve, reject } of this.#waiting.splice(0)) this.next().then(resolve, reject)
  }

  next(): Promise<StreamResult> {
    const item = this.#queue.shift()
    if (item !== undefined) return Promise.resolve({ value: item, done: false })
    if (!this.#ended) return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }))
    const failure = this.#failure
    this.#failure = undefined
    return failure ? Promise.reject(failure) : Promise.resolve({ value: undefined, done: true })
  }

  return(): Promise<StreamResult> {
    this.#queue = []
    this.end()
    return Promise.resolve({ value: undefined, done: true })
  }

  [Symbol.asyncIterator](): this {
    return this
  }
}
