import { FenceWalk } from './fence-walk.js'
import type { Fences } from './fences.js'
import type { TagRow } from './tag-row.js'
import { CLOSES, OPENS, type Token } from './token.js'
import { inkFrom, isLineStart, lastInkBefore } from './whitespace.js'

const UNKNOWN = -2
const NONE = -1

/**
 * Where blocks end. Opening tags of the same name at the start of a section nest, closing tags close wherever they
 * stand; without balance the last closing tag there is ends the block. Every token is looked at a few times at most,
 * however blocks nest.
 */
export class BlockEnds {
  readonly #text: string
  readonly #tokens: readonly Token[]
  readonly #fences: Fences
  readonly #ends: Int32Array
  /** Of each token, the next one of the same tag. */
  readonly #next: Int32Array
  readonly #starts: Uint8Array
  /** By the number of a tag: its last closing tag. */
  readonly #lastClose: number[] = []

  constructor(text: string, tokens: readonly Token[], fences: Fences) {
    this.#text = text
    this.#tokens = tokens
    this.#fences = fences
    this.#ends = new Int32Array(tokens.length).fill(UNKNOWN)
    this.#next = new Int32Array(tokens.length)
    this.#starts = sectionStarts(text, tokens)
    const later: number[] = []
    for (let index = tokens.length - 1; index >= 0; index--) {
      const token = tokens[index]
      if (!token) continue
      const { id } = token.tag
      this.#next[index] = later[id] ?? NONE
      later[id] = index
      if (token.kind === CLOSES) this.#lastClose[id] ??= index
    }
  }

  /** The number of the closing tag that ends the block of an opening tag, -1 without one. */
  of(index: number): number {
    if (this.#ends[index] === UNKNOWN) this.#match(index)
    return this.#ends[index] ?? NONE
  }

  /** Finds the end of a block, and of those of the same tag inside it. */
  #match(first: number): void {
    const open = [first]
    const quotes = new FenceWalk(this.#fences, this.#tokens[first]?.end ?? 0)
    for (let index = this.#nextOf(first); index !== NONE; index = this.#nextOf(index)) {
      const token = this.#tokens[index]
      if (!token) break
      const isQuoted = quotes.isInside(token.start)
      if (token.kind === OPENS) {
        if (isQuoted) quotes.depth++
        else if (this.#starts[index] === 1) open.push(index)
      } else if (token.kind === CLOSES && isQuoted && quotes.depth > 0) {
        // A block quoted as a whole is no business of ours.
        quotes.depth--
      } else if (token.kind === CLOSES) {
        const closed = open.pop() ?? first
        this.#ends[closed] = index
        if (closed !== first) continue
        if (token.tag.row.holds) this.#ends[first] = this.#reach(index, token.tag.row, quotes)
        return
      }
    }
    for (const index of open) {
      const last = this.#lastClose[this.#tokens[index]?.tag.id ?? 0] ?? NONE
      this.#ends[index] = last > index ? last : NONE
    }
  }

  /** What holds anything may hold its own closing tag: a later one in its place, before the next block, is the real one. */
  #reach(close: number, row: TagRow, quotes: FenceWalk): number {
    let furthest = close
    for (let index = this.#nextOf(close); index !== NONE; index = this.#nextOf(index)) {
      const token = this.#tokens[index]
      if (!token || (token.kind !== CLOSES && this.#starts[index] === 1 && !quotes.isInside(token.start)))
        break
      const isEnd = token.kind === CLOSES && isInPlace(this.#text, token.start, row)
      if (isEnd && !quotes.isInside(token.start)) furthest = index
    }
    return furthest
  }

  #nextOf(index: number): number {
    return this.#next[index] ?? NONE
  }
}

/** Whether a closing tag stands where an agent puts it: on its line or behind a child, or behind an object of JSON. */
function isInPlace(text: string, at: number, { holds }: TagRow): boolean {
  if (holds === 'json') return text[lastInkBefore(text, at)] === '}'
  return text[at - 1] === '>' || isLineStart(text, at)
}

/** 1 for every token that may start a section, whatever is known of the blocks around it. */
function sectionStarts(text: string, tokens: readonly Token[]): Uint8Array {
  const starts = new Uint8Array(tokens.length)
  let before = 0
  let isAfterBlock = true
  tokens.forEach(({ start, end, kind }, index) => {
    const isStart: boolean =
      (isAfterBlock && (before === start || inkFrom(text, before) === start)) || isLineStart(text, start)
    if (isStart) starts[index] = 1
    isAfterBlock = isStart || kind !== OPENS
    before = end
  })
  return starts
}
