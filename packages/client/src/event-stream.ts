import type { Frame, SessionEvent } from './frame.js'
import { localError } from './gateway-error.js'

/** What an iterator yields: events in order, and a gap in the place of what is missing. */
export type StreamItem = SessionEvent | Frame<'gap'>

type Result = IteratorResult<StreamItem, undefined>

/** A queue read with `for await`. It ends in an error rather than leave anything out. */
export class EventStream implements AsyncIterableIterator<StreamItem> {
  readonly #limit: number
  readonly #onEnd: () => void
  #queue: StreamItem[] = []
  #readers: ((result: Result) => void)[] = []
  #ended = false
  #failure: Error | undefined

  constructor(limit: number, onEnd: () => void) {
    this.#limit = limit
    this.#onEnd = onEnd
  }

  push(item: StreamItem): void {
    if (this.#ended) return
    const reader = this.#readers.shift()
    if (reader) reader({ value: item, done: false })
    else if (this.#queue.length < this.#limit) this.#queue.push(item)
    else
      this.end(
        localError('ReaderTooSlow', `${this.#limit} events wait unread; read faster or resume by cursor`),
      )
  }

  /** What is queued can still be read; then the stream is done, or throws. */
  end(failure?: Error): void {
    if (this.#ended) return
    this.#ended = true
    this.#failure = failure
    this.#onEnd()
    for (const reader of this.#readers) reader({ value: undefined, done: true })
    this.#readers = []
  }

  next(): Promise<Result> {
    const item = this.#queue.shift()
    if (item !== undefined) return Promise.resolve({ value: item, done: false })
    if (!this.#ended) return new Promise((resolve) => this.#readers.push(resolve))
    const failure = this.#failure
    this.#failure = undefined
    return failure ? Promise.reject(failure) : Promise.resolve({ value: undefined, done: true })
  }

  return(): Promise<Result> {
    this.#queue = []
    this.end()
    return Promise.resolve({ value: undefined, done: true })
  }

  [Symbol.asyncIterator](): this {
    return this
  }
}
