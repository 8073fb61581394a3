import { Notes } from './notes.js'
import type { KnownTag, TagTable } from './tag-table.js'

/** What a tag does to its block. */
export const OPENS = 0
export const CLOSES = 1
export const IS_EMPTY = 2

const NEAR = 16

/** Behind the end of every text that is cleaned; small enough to stay a small integer. */
const NOWHERE = 2 ** 30 - 1

/** A token is shorter than two to the power of this. */
const LENGTH_BITS = 11

/** The known tags of a text in order, wherever they stand. Kept as small integers, as a text may have very many. */
export class Tokens {
  readonly count: number
  /** Of each token its start, then the number of its tag, its length and what it does, in one. */
  readonly #numbers: Int32Array
  readonly #table: TagTable

  constructor(numbers: Int32Array, table: TagTable) {
    this.count = numbers.length >> 1
    this.#numbers = numbers
    this.#table = table
  }

  /** Where a token starts; behind the last one, nowhere. */
  start(index: number): number {
    return this.#numbers[index << 1] ?? NOWHERE
  }

  end(index: number): number {
    const length = (this.#numbers[(index << 1) + 1] ?? 0) >> 2
    return this.start(index) + (length & ((1 << LENGTH_BITS) - 1))
  }

  tagId(index: number): number {
    return (this.#numbers[(index << 1) + 1] ?? -1) >> (LENGTH_BITS + 2)
  }

  kind(index: number): number {
    const number = this.#numbers[(index << 1) + 1] ?? -1
    return number === -1 ? -1 : number & 3
  }

  tag(index: number): KnownTag | undefined {
    return this.#table.byId(this.tagId(index))
  }
}

const notes = new Notes()

const MAX_ATTRIBUTES = 1000
const [LT, GT, SLASH, EQUALS, QUOTE, APOSTROPHE, LF] = [0x3c, 0x3e, 0x2f, 0x3d, 0x22, 0x27, 0x0a] as const
const MARKS = /^ {0,3}(?:```|~~~)/
const isSpace = (code: number) => code === 0x20 || code === 0x0a || code === 0x09

/** All known tags of a text. Reads every character once. */
export function tokensOf(text: string, table: TagTable): Tokens {
  notes.begin()
  for (let at = text.indexOf('<'); at !== -1; ) at = noteTag(text, at, table)
  return new Tokens(notes.take(), table)
}

/** Puts down the tag at a `<`, if it is a known one; where the next `<` stands. */
function noteTag(text: string, start: number, table: TagTable): number {
  const next = text.charCodeAt(start + 1)
  if (next === LT) return start + 1
  const isClose = next === SLASH
  const tag = table.find(text, isClose ? start + 2 : start + 1)
  if (!tag) return nextTag(text, start + 1)
  const rest = table.nameEnd
  const end = isClose ? closeEnd(text, rest) : openEnd(text, rest)
  if (end === -1) return nextTag(text, rest)
  const isEmpty = !isClose && text.charCodeAt(end - 2) === SLASH
  const kind = isClose ? CLOSES : isEmpty ? IS_EMPTY : OPENS
  notes.add(start)
  notes.add((((tag.id << LENGTH_BITS) | (end - start)) << 2) | kind)
  return nextTag(text, end)
}

/** The next `<`, from a place on. Where tags are many it is near: looking there costs less than a search. */
function nextTag(text: string, from: number): number {
  const near = from + NEAR
  for (let at = from; at < near; at++) if (text.charCodeAt(at) === LT) return at
  return text.indexOf('<', near)
}

/** Where a `<` and the name of a known tag stand, whether or not they make a whole tag. */
export function tagStarts(text: string, table: TagTable): number[] {
  const starts: number[] = []
  for (let at = text.indexOf('<'); at !== -1; at = nextTag(text, at + 1)) {
    if (table.find(text, text.charCodeAt(at + 1) === SLASH ? at + 2 : at + 1)) starts.push(at)
  }
  return starts
}

function closeEnd(text: string, from: number): number {
  let at = from
  while (isSpace(text.charCodeAt(at)) && at - from < MAX_ATTRIBUTES) at++
  return text.charCodeAt(at) === GT ? at + 1 : -1
}

/**
 * Where an opening tag ends: behind attributes, whose quoted values may hold anything but a line of marks: that ends what is
 * quoted in a fence, and a tag that is quoted there goes no further. -1: it is none.
 */
function openEnd(text: string, from: number): number {
  const first = text.charCodeAt(from)
  if (first === GT) return from + 1
  if (first !== SLASH && !isSpace(first)) return -1
  const limit = Math.min(text.length, from + MAX_ATTRIBUTES)
  let quote = 0
  for (let at = from; at < limit; at++) {
    const code = text.charCodeAt(at)
    if (quote !== 0) {
      if (code === quote) quote = 0
      else if (code === LF && MARKS.test(text.slice(at + 1, at + 7))) return -1
    } else if (code === GT) {
      return at + 1
    } else if (code === LT) {
      return -1
    } else if ((code === QUOTE || code === APOSTROPHE) && text.charCodeAt(at - 1) === EQUALS) {
      quote = code
    }
  }
  return -1
}
