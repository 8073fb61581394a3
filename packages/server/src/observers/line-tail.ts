import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs'

export interface LineTailOptions {
  /** How much of what was there before is read at first sight. */
  lookBackBytes?: number
  /** Longer lines are passed over. */
  maxLineBytes?: number
  /** The most that is read at once; the rest comes the next time. */
  maxReadBytes?: number
}

const KIB = 1024
const CHUNK_BYTES = 64 * KIB
const LINE_FEED = 0x0a
/** Of all tails: each reads and copies what it needs in one go. */
const BUFFER = Buffer.allocUnsafeSlow(CHUNK_BYTES)
/** A pipe or device at this place must not hold up the gateway. */
const READ_ONLY = constants.O_RDONLY | constants.O_NONBLOCK
/** Noting that a file was read is a write, which waits for a busy disk. Only who owns the file may leave it out. */
const UNNOTED = READ_ONLY | (constants.O_NOATIME ?? 0)

/**
 * What is added to a file, line by line. Keeps no file open: between two readings it may grow, be cut, be replaced or go
 * away. At first sight, and whenever it is another file than before, reading begins near its end.
 */
export class LineTail {
  readonly #path: string
  readonly #lookBackBytes: number
  readonly #maxLineBytes: number
  readonly #maxReadBytes: number
  #inode: number | undefined
  #position = 0
  /** The beginning of a line whose end is not there yet. */
  #partial: Buffer[] = []
  #partialBytes = 0
  /** The line under way is too long, or its beginning was not read. */
  #passing = false

  constructor(path: string, options: LineTailOptions = {}) {
    this.#path = path
    this.#lookBackBytes = options.lookBackBytes ?? 256 * KIB
    this.#maxLineBytes = options.maxLineBytes ?? KIB * KIB
    this.#maxReadBytes = options.maxReadBytes ?? KIB * KIB
  }

  /** Whether there was a file when last looked. */
  get isThere(): boolean {
    return this.#inode !== undefined
  }

  /** The whole lines added since the last time, at most so many bytes of them; none where there is no file. */
  read(): string[] {
    let file: number | undefined
    try {
      // Most looks find nothing new: they cost one call.
      const stat = statSync(this.#path, { throwIfNoEntry: false })
      if (!stat?.isFile() || (stat.ino === this.#inode && stat.size === this.#position)) return []
      file = opened(this.#path)
      return this.#readOpen(file)
    } catch {
      return []
    } finally {
      if (file !== undefined) closeSync(file)
    }
  }

  #readOpen(file: number): string[] {
    const stat = fstatSync(file)
    if (!stat.isFile()) return []
    if (stat.ino !== this.#inode || stat.size < this.#position) this.#begin(stat.ino, stat.size)
    const lines: string[] = []
    const end = Math.min(stat.size, this.#position + this.#maxReadBytes)
    while (this.#position < end) {
      const wanted = Math.min(CHUNK_BYTES, end - this.#position)
      const count = readSync(file, BUFFER, 0, wanted, this.#position)
      if (count === 0) break
      this.#position += count
      this.#take(BUFFER.subarray(0, count), lines)
    }
    return lines
  }

  #begin(inode: number, size: number): void {
    this.#inode = inode
    this.#forget()
    this.#position = Math.max(0, size - this.#lookBackBytes)
    // One byte more tells whether a line begins just here.
    this.#passing = this.#position > 0
    if (this.#passing) this.#position -= 1
  }

  #take(chunk: Buffer, lines: string[]): void {
    let from = 0
    for (;;) {
      const at = chunk.indexOf(LINE_FEED, from)
      if (at < 0) break
      this.#hold(chunk.subarray(from, at))
      if (!this.#passing && this.#partialBytes > 0) lines.push(Buffer.concat(this.#partial).toString())
      this.#forget()
      from = at + 1
    }
    this.#hold(chunk.subarray(from))
  }

  #hold(piece: Buffer): void {
    if (this.#passing || piece.length === 0) return
    if (this.#partialBytes + piece.length > this.#maxLineBytes) {
      this.#forget()
      this.#passing = true
      return
    }
    this.#partial.push(Buffer.from(piece))
    this.#partialBytes += piece.length
  }

  #forget(): void {
    this.#partial = []
    this.#partialBytes = 0
    this.#passing = false
  }
}

function opened(path: string): number {
  try {
    return openSync(path, UNNOTED)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
    return openSync(path, READ_ONLY)
  }
}
