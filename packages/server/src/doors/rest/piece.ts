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
  #chunks: Buffer[] = []
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get bytes(): number {
    return this.#bytes
  }

  add(chunk: Buffer): void {
    this.#bytes += chunk.length
    if (this.#bytes > this.#maxBytes) this.#chunks = []
    else if (chunk.length > 0) this.#chunks.push(chunk)
  }

  /** The record; the next one starts empty. */
  take(): Piece {
    const chunks = this.#chunks
    const over = this.#bytes > this.#maxBytes
    this.#chunks = []
    this.#bytes = 0
    if (over) return null
    const [only] = chunks
    return chunks.length === 1 && only ? only : Buffer.concat(chunks)
  }
}
