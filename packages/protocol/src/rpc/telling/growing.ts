import type { JsonObject } from '../../event.js'
import { cutUtf8, MAX_TEXT_BYTES, textOf, utf8Length } from '../../session/text.js'
import type { HeardEvent } from './line.js'

/** How much of what a command prints is told while it runs: the end of it. */
export const OUTPUT_TAIL = 16 * 1024
/** Growth is told at most so often, in ms of event time … */
const SHORTEST_WAIT = 50
/** … and so seldom that a text which is told as a whole each time is no more than this: bytes in a ms. */
const BYTES_A_MS = 1000
/** What a line has beside the text in it, about. */
const AROUND = 400
/** `{"text":""}`: a piece without its text. */
const WRAPPED = 11
/** Pieces nobody asks for are put together now and then, so that they take the room of their text alone. */
const MOST_UNREAD = 1024

/** How a text grows: in which member of the data its pieces are, what is kept of it, and how often a line has it. */
export interface Growth {
  member: 'text' | 'data'
  keeps: 'beginning' | 'end'
  copies: number
}

export interface GrowingItem {
  id: string
  growth: Growth
  /** The content of the item with its text so far. */
  content(text: string): JsonObject
  /** Bytes its lines have beside that text. */
  beside?: number
}

/** An item whose text still grows. Pieces are kept as they came and read only when somebody wants the text. */
export class Growing {
  readonly id: string
  readonly first: HeardEvent
  last: HeardEvent
  /** When it was last told, in event time. */
  toldAt: number
  /** The number by which all of it was told; undefined while there is more. */
  seenAt: number | undefined
  readonly #item: GrowingItem
  #unread: string[] = []
  #text = ''
  #bytes = 0
  #full = false

  constructor(item: GrowingItem, first: HeardEvent) {
    this.id = item.id
    this.#item = item
    this.first = first
    this.last = first
    this.toldAt = first.ts
    this.hear(first)
  }

  hear(piece: HeardEvent): void {
    this.last = piece
    this.seenAt = undefined
    if (!this.#full && this.#unread.push(piece.data) > MOST_UNREAD) this.#read()
  }

  get text(): string {
    this.#read()
    return this.#text
  }

  get content(): JsonObject {
    return this.#item.content(this.text)
  }

  /** Whether it was not told for so long that it may be again. */
  isDue(ms: number): boolean {
    if (ms - this.toldAt < SHORTEST_WAIT) return false
    this.#read()
    const { growth, beside = 0 } = this.#item
    return ms - this.toldAt >= (AROUND + beside + this.#bytes * growth.copies) / BYTES_A_MS
  }

  #read(): void {
    if (this.#unread.length === 0) return
    const { member, keeps } = this.#item.growth
    const more = this.#unread.map((data) => textOf((JSON.parse(data) as JsonObject)[member])).join('')
    if (keeps === 'end') {
      this.#text = endOf(this.#text + more)
      this.#bytes = utf8Length(this.#text)
    } else {
      const room = MAX_TEXT_BYTES - this.#text.length
      const added = cutUtf8(more, room)
      this.#text += added
      this.#full = added !== more
      // As they were written, so escapes count for what they take on the wire.
      for (const data of this.#unread) this.#bytes += Math.max(0, utf8Length(data) - WRAPPED)
    }
    this.#unread = []
  }
}

/** The last of a text; no character is cut in two. */
function endOf(text: string): string {
  if (text.length <= OUTPUT_TAIL) return text
  const end = text.slice(-OUTPUT_TAIL)
  const first = end.charCodeAt(0)
  return first >= 0xdc00 && first <= 0xdfff ? end.slice(1) : end
}
