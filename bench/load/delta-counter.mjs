const TYPE_AT = '{"type":"'.length
/** Enough of a type to tell the few that matter from all others. */
const TYPE_BYTES = 10
const TEXT_DELTA = 'text_delta'
const TURN_COMPLETE = 'turn_compl'
const LOST = new Set(['gap","sess', 'turn_error'])
/** Every delta ends its line, and nothing else in its frame needs a backslash. */
const BACKSLASH = 0x5c

/**
 * Counts what arrives of turns on one WebSocket: the deltas by their text, whatever frames they come in, and the ends of
 * turns. Nothing is copied or parsed.
 */
export class DeltaCounter {
  /** Deltas whose text has come. */
  deltas = 0
  /** Frames they came in. */
  frames = 0
  /** Turns whose end has come, whole. */
  turns = 0
  bytes = 0
  /** Frames that say something is missing. */
  lost = 0
  #left = 0
  #counting = false
  #ending = false
  /** The begin of a frame that a read cut in two. */
  #rest = Buffer.alloc(0)

  /** @param {Buffer} chunk */
  take(chunk) {
    this.bytes += chunk.length
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    this.#rest = this.#rest.subarray(0, 0)
    let at = 0
    while (at < bytes.length) {
      if (this.#left === 0) {
        const begun = this.#begin(bytes, at)
        if (begun === undefined) break
        at = begun
      }
      const end = Math.min(bytes.length, at + this.#left)
      if (this.#counting) this.#count(bytes, at, end)
      this.#left -= end - at
      if (this.#ending && this.#left === 0) this.turns += 1
      at = end
    }
    if (at < bytes.length) this.#rest = Buffer.from(bytes.subarray(at))
  }

  /** Looks at the frame that begins here; where its payload is, or undefined while too little of it is there. @param {Buffer} bytes @param {number} at */
  #begin(bytes, at) {
    const short = (bytes[at + 1] ?? 0) & 127
    const start = at + (short < 126 ? 2 : short === 126 ? 4 : 10)
    if (bytes.length < at + 2 || bytes.length < start) return undefined
    const size =
      short < 126 ? short : short === 126 ? bytes.readUInt16BE(at + 2) : bytes.readUIntBE(at + 4, 6)
    const typeEnd = start + TYPE_AT + TYPE_BYTES
    if (bytes.length < Math.min(typeEnd, start + size)) return undefined
    const type = size < TYPE_AT + TYPE_BYTES ? '' : bytes.latin1Slice(start + TYPE_AT, typeEnd)
    this.#left = size
    this.#counting = type === TEXT_DELTA
    this.#ending = type === TURN_COMPLETE
    if (this.#counting) this.frames += 1
    if (LOST.has(type)) this.lost += 1
    return start
  }

  /** @param {Buffer} bytes @param {number} from @param {number} end */
  #count(bytes, from, end) {
    for (let at = bytes.indexOf(BACKSLASH, from); at >= 0 && at < end; at = bytes.indexOf(BACKSLASH, at + 1))
      this.deltas += 1
  }
}
