import { GatheredBytes } from './gathered-bytes.js'

/** One record of a batch as it was sent; null when it was longer than is taken. */
export type Piece = Buffer | null

/** Cuts a body into records while it arrives. */
export interface Splitter {
  /** The records that are whole after this chunk. */
  push(chunk: Buffer): Piece[]
  /** What is left when the body ends. */
  end(): Piece[]
}

/** A record that is still arriving. What is over the limit is counted and dropped, so no record costs more memory. */
export class PieceBuilder {
  readonly #maxBytes: number
  readonly #gathered = new GatheredBytes()
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get bytes(): number {
    return this.#bytes
  }

  add(chunk: Buffer): void {
    this.#bytes += chunk.length
    if (this.#bytes > this.#maxBytes) this.#gathered.take()
    else this.#gathered.add(chunk)
  }

  /** The record; the next one starts empty. */
  take(): Piece {
    const over = this.#bytes > this.#maxBytes
    const piece = this.#gathered.take()
    this.#bytes = 0
    return over ? null : piece
  }
}
