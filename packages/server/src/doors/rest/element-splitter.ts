import { SignalboxError } from '@signalbox/protocol'
import { type Piece, PieceBuilder, type Splitter } from './piece.js'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/**
 * The elements of a JSON array, as they were written. Finds where each ends while the body arrives, so that no more of
 * it is held than the records themselves; whether an element is JSON is for its reader to say.
 */
export class ElementSplitter implements Splitter {
  readonly #element: PieceBuilder
  #where: 'before' | 'inside' | 'after' = 'before'
  #depth = 0
  #inString = false
  #escaped = false
  #blank = true
  #elements = 0

  constructor(maxBytes: number) {
    this.#element = new PieceBuilder(maxBytes)
  }

  push(chunk: Buffer): Piece[] {
    const pieces: Piece[] = []
    let start = 0
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0
      if (this.#where !== 'inside') {
        this.#outside(byte)
        start = at + 1
      } else if (this.#endsElement(byte)) {
        this.#element.add(chunk.subarray(start, at))
        pieces.push(...this.#finish(byte))
        start = at + 1
      }
    }
    if (this.#where === 'inside') this.#element.add(chunk.subarray(start))
    return pieces
  }

  end(): Piece[] {
    if (this.#where !== 'after') throw notAnArray()
    return []
  }

  #outside(byte: number): void {
    if (isSpace(byte)) return
    if (this.#where === 'after' || byte !== OPEN_ARRAY) throw notAnArray()
    this.#where = 'inside'
  }

  /** Whether this is the comma or bracket after an element; keeps track of strings and depth. */
  #endsElement(byte: number): boolean {
    if (this.#inString) {
      if (this.#escaped) this.#escaped = false
      else if (byte === BACKSLASH) this.#escaped = true
      else if (byte === QUOTE) this.#inString = false
      return false
    }
    if (this.#depth === 0 && (byte === COMMA || byte === CLOSE_ARRAY)) return true
    if (byte === QUOTE) this.#inString = true
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) this.#depth++
    else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) this.#depth--
    this.#blank &&= isSpace(byte)
    return false
  }

  #finish(byte: number): Piece[] {
    const piece = this.#element.take()
    const empty = this.#blank
    this.#blank = true
    if (byte === CLOSE_ARRAY) this.#where = 'after'
    if (empty && byte === CLOSE_ARRAY && this.#elements === 0) return []
    if (empty) throw notAnArray()
    this.#elements++
    return [piece]
  }
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}

function notAnArray(): SignalboxError {
  return new SignalboxError('invalidJson', 'the body is not a JSON array')
}
