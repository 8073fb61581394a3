import { FenceWalk } from './fence-walk.js'
import type { Fences } from './fences.js'
import type { TagRow } from './tag-row.js'
import { CLOSES, OPENS, type Tokens } from './tokens.js'
import { Ahead, inkFrom, isLineStart, lastInkBefore } from './whitespace.js'

const UNKNOWN = -2
const NONE = -1
/** Far more than any text needs that somebody meant. */
const STEPS_PER_TOKEN = 8
const findBy = (pattern: RegExp) => (text: string, at: number) => {
  pattern.lastIndex = at
  return pattern.exec(text)?.index ?? text.length
}
const resultStart = findBy(/<result>/gi)
const resultEnd = findBy(/<\/result>/gi)

/**
 * Where blocks end. Opening tags of the same name at the start of a section nest, closing tags close wherever they
 * stand; without balance the next closing tag ends the block, so that no words behind it are lost. Every token is looked
 * at a few times at most, however blocks nest.
 */
export class BlockEnds {
  readonly #text: string
  readonly #tokens: Tokens
  readonly #fences: Fences
  readonly #ends: Int32Array
  /** Of each token, the next one of the same tag. */
  readonly #next: Int32Array
  readonly #isStart: Uint8Array
  /** By the number of a tag: its last closing tag. */
  readonly #lastClose: number[] = []
  /** How many more tokens may be looked at to find ends. */
  #steps: number
  /** Where results start and end, from some place on. */
  #resultStarts: Ahead | undefined
  #resultEnds: Ahead | undefined

  constructor(text: string, tokens: Tokens, fences: Fences) {
    this.#text = text
    this.#tokens = tokens
    this.#fences = fences
    this.#ends = new Int32Array(tokens.count).fill(UNKNOWN)
    this.#steps = STEPS_PER_TOKEN * (tokens.count + 100)
    this.#next = new Int32Array(tokens.count)
    this.#isStart = sectionStarts(text, tokens)
    const later: number[] = []
    for (let index = tokens.count - 1; index >= 0; index--) {
      const id = tokens.tagId(index)
      this.#next[index] = later[id] ?? NONE
      later[id] = index
      if (tokens.kind(index) === CLOSES) this.#lastClose[id] ??= index
    }
  }

  /** The number of the closing tag that ends the block of an opening tag, -1 without one. */
  of(index: number): number {
    // Most blocks without an end are in texts that have none of theirs at all.
    if ((this.#lastClose[this.#tokens.tagId(index)] ?? NONE) < index) return NONE
    if (this.#ends[index] === UNKNOWN) {
      if (this.#steps > 0) this.#match(index)
      else this.#matchAll()
    }
    return this.#ends[index] ?? NONE
  }

  /**
   * What is quoted looks otherwise from block to block, so tokens may be looked at again and again. Once that has cost
   * too much, every block ends at the next closing tag.
   */
  #matchAll(): void {
    const tokens = this.#tokens
    const nextClose: number[] = []
    for (let index = tokens.count - 1; index >= 0; index--) {
      const id = tokens.tagId(index)
      if (tokens.kind(index) === CLOSES) nextClose[id] = index
      else if (this.#ends[index] === UNKNOWN) this.#ends[index] = nextClose[id] ?? NONE
    }
  }

  /** Finds the end of a block, and of those of the same tag inside it. */
  #match(first: number): void {
    const tokens = this.#tokens
    const open = [first]
    /** Those that met no closing tag yet. */
    let unmet = [first]
    const quotes = new FenceWalk(this.#fences, tokens.end(first))
    for (let index = this.#nextOf(first); index !== NONE; index = this.#nextOf(index)) {
      this.#steps--
      const kind = tokens.kind(index)
      const isQuoted = quotes.isInside(tokens.start(index))
      if (kind === OPENS) {
        if (isQuoted) quotes.depth++
        else if (this.#isStart[index] === 1) {
          open.push(index)
          unmet.push(index)
        }
      } else if (kind === CLOSES && isQuoted && quotes.depth > 0) {
        // A block quoted as a whole is no business of ours.
        quotes.depth--
      } else if (kind === CLOSES) {
        for (const met of unmet) this.#ends[met] = index
        unmet = []
        const closed = open.pop() ?? first
        this.#ends[closed] = index
        if (closed !== first) continue
        this.#ends[first] = this.#reach(first, index, quotes)
        return
      }
    }
    for (const index of unmet) this.#ends[index] = NONE
  }

  /**
   * What may hold its own closing tag ends with a later one in its place, if no other block starts before. Of one with a
   * result inside, the end of the result must come before: otherwise the later one is in somebody's words.
   */
  #reach(open: number, close: number, quotes: FenceWalk): number {
    const tokens = this.#tokens
    const row = tokens.tag(close)?.row
    let furthest = close
    if (!row?.holds) return furthest
    const isJson = row.holds === 'json'
    this.#resultStarts ??= new Ahead(this.#text, resultStart)
    this.#resultEnds ??= new Ahead(this.#text, resultEnd)
    if (!isJson && this.#resultStarts.from(tokens.end(open)) >= tokens.start(close)) return furthest
    for (let index = this.#nextOf(close); index !== NONE && this.#steps > 0; index = this.#nextOf(index)) {
      this.#steps--
      if (quotes.isInside(tokens.start(index))) continue
      if (tokens.kind(index) !== CLOSES && this.#isStart[index] === 1) break
      if (tokens.kind(index) !== CLOSES || !isInPlace(this.#text, tokens.start(index), row)) continue
      if (isJson || this.#resultEnds.from(tokens.end(furthest)) < tokens.start(index)) furthest = index
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
function sectionStarts(text: string, tokens: Tokens): Uint8Array {
  const { count } = tokens
  const starts = new Uint8Array(count)
  let before = 0
  let isAfterBlock = true
  for (let index = 0; index < count; index++) {
    const start = tokens.start(index)
    const isNext: boolean = isAfterBlock && (before === start || inkFrom(text, before) === start)
    const isStart: boolean = isNext || isLineStart(text, start)
    if (isStart) starts[index] = 1
    isAfterBlock = isStart || tokens.kind(index) !== OPENS
    before = tokens.end(index)
  }
  return starts
}
