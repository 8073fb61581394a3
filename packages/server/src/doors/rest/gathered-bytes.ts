const LEAST = 4096

/**
 * Puts chunks together as they come. A body may come in pieces of one byte: kept as they are, each would hold the memory
 * it was read into, a thousand times its own. One chunk alone is not copied.
 */
export class GatheredBytes {
  #bytes: Buffer | undefined
  #length = 0
  #owned = false

  get length(): number {
    return this.#length
  }

  add(chunk: Buffer): void {
    if (chunk.length === 0) return
    if (!this.#bytes) this.#bytes = chunk
    else this.#append(this.#bytes, chunk)
    this.#length += chunk.length
  }

  /** What was put together; then it is empty. */
  take(): Buffer {
    const bytes = this.#bytes?.subarray(0, this.#length) ?? Buffer.alloc(0)
    this.#bytes = undefined
    this.#length = 0
    this.#owned = false
    return bytes
  }

  #append(bytes: Buffer, chunk: Buffer): void {
    const needed = this.#length + chunk.length
    const room = this.#owned && needed <= bytes.length
    const into = room ? bytes : Buffer.allocUnsafeSlow(Math.max(LEAST, 2 * needed))
    if (!room) bytes.copy(into, 0, 0, this.#length)
    chunk.copy(into, this.#length)
    this.#bytes = into
    this.#owned = true
  }
}
