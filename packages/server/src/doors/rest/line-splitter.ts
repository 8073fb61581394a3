import { type Piece, PieceBuilder, type Splitter } from './piece.js'

const NEWLINE = 0x0a

/** NDJSON: one record a line. Lines of white space alone are none. */
export class LineSplitter implements Splitter {
  readonly #line: PieceBuilder
  readonly #maxBytes: number

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
    this.#line = new PieceBuilder(maxBytes)
  }

  /** Whether the line that is arriving is longer than is taken, though its end has not come. */
  get overlong(): boolean {
    return this.#line.bytes > this.#maxBytes
  }

  push(chunk: Buffer): Piece[] {
    const lines: Piece[] = []
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      this.#line.add(chunk.subarray(start, end))
      lines.push(this.#line.take())
      start = end + 1
    }
    this.#line.add(chunk.subarray(start))
    return lines.filter(isRecord)
  }

  end(): Piece[] {
    return this.#line.bytes === 0 ? [] : [this.#line.take()].filter(isRecord)
  }
}

function isRecord(line: Piece): boolean {
  return line === null || line.some((byte) => byte !== 0x20 && byte !== 0x09 && byte !== 0x0d)
}
