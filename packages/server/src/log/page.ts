/** A page ends after this many bytes, so that a replay never holds more than a few of them in memory. */
const PAGE_BYTES = 512 * 1024

/** What every page of a replay has, whatever it is read from. */
export interface PageBytes {
  /** At the beginning of memory that may be larger, and may be used again once they are written. */
  bytes: Uint8Array<ArrayBuffer>
  more: boolean
}

/** The frames of a page while it is filled. */
export class Page {
  length = 0
  readonly #chunks: Buffer[] = []

  get full(): boolean {
    return this.length >= PAGE_BYTES
  }

  add(...chunks: Buffer[]): void {
    for (const chunk of chunks) {
      this.#chunks.push(chunk)
      this.length += chunk.length
    }
  }

  /** In memory that can be handed to another thread: the one given, if it is large enough. */
  bytes(memory: ArrayBuffer | undefined): Uint8Array<ArrayBuffer> {
    const enough = memory !== undefined && memory.byteLength >= this.length
    const bytes = new Uint8Array(enough ? memory : new ArrayBuffer(this.length), 0, this.length)
    let at = 0
    for (const chunk of this.#chunks) {
      bytes.set(chunk, at)
      at += chunk.length
    }
    return bytes
  }
}
