/** Counts the frames of one WebSocket from their headers alone; payloads are skipped, never copied. */
export class FrameCounter {
  frames = 0
  /** Frames of more than 125 bytes: events are, heartbeats and pings are not. */
  long = 0
  bytes = 0
  #skip = 0
  /** @type {number[]} a header that a read cut in two */
  #header = []

  /** @param {Uint8Array} chunk @param {number} length */
  take(chunk, length) {
    this.bytes += length
    let at = 0
    while (at < length) {
      if (this.#skip > 0) {
        const step = Math.min(this.#skip, length - at)
        this.#skip -= step
        at += step
        continue
      }
      if (this.#header.length === 0 && length - at >= 4) {
        const size = (chunk[at + 1] ?? 0) & 127
        if (size < 126) {
          this.#enter(size)
          at += 2
          continue
        }
        if (size === 126) {
          this.#enter((chunk[at + 2] ?? 0) * 256 + (chunk[at + 3] ?? 0))
          at += 4
          continue
        }
      }
      this.#header.push(chunk[at] ?? 0)
      at += 1
      this.#headerByte()
    }
  }

  #headerByte() {
    const size = (this.#header[1] ?? 0) & 127
    const whole = size === 126 ? 4 : size === 127 ? 10 : 2
    if (this.#header.length < 2 || this.#header.length < whole) return
    this.#enter(whole === 2 ? size : this.#header.slice(2).reduce((sum, byte) => sum * 256 + byte, 0))
    this.#header = []
  }

  /** @param {number} size */
  #enter(size) {
    this.frames += 1
    if (size > 125) this.long += 1
    this.#skip = size
  }
}

/** Takes whole text frames out of a WebSocket's bytes. */
export class FrameReader {
  #rest = Buffer.alloc(0)

  /** @param {Buffer} chunk @param {(text: string) => void} onText */
  take(chunk, onText) {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    let at = 0
    for (let header = headerAt(bytes, at); header !== undefined; header = headerAt(bytes, at)) {
      const end = header.start + header.size
      if (end > bytes.length) break
      if (header.opcode === 1) onText(bytes.toString('utf8', header.start, end))
      at = end
    }
    this.#rest = Buffer.from(bytes.subarray(at))
  }
}

/** @param {Buffer} bytes @param {number} at */
function headerAt(bytes, at) {
  if (bytes.length < at + 2) return undefined
  const opcode = (bytes[at] ?? 0) & 15
  const size = (bytes[at + 1] ?? 0) & 127
  if (size < 126) return { opcode, size, start: at + 2 }
  const start = at + (size === 126 ? 4 : 10)
  if (bytes.length < start) return undefined
  return { opcode, size: bytes.readUIntBE(start - (size === 126 ? 2 : 6), size === 126 ? 2 : 6), start }
}

/** A client's text frame: masked, as the protocol asks, with the mask that changes nothing. @param {string} text */
export function clientFrame(text) {
  const payload = Buffer.from(text)
  const long = payload.length > 125
  const header = Buffer.alloc(long ? 8 : 6)
  header[0] = 0x81
  header[1] = 0x80 | (long ? 126 : payload.length)
  if (long) header.writeUInt16BE(payload.length, 2)
  return Buffer.concat([header, payload])
}
