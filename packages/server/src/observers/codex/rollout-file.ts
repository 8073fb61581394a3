import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

export interface RolloutChunk {
  /** Whole lines; longer ones than the limit are left out. */
  lines: string[]
  /** Where the next reading begins. */
  position: number
  /** There is more to read at once. */
  more: boolean
}

const CHUNK_BYTES = 256 * 1024
const MAX_LINE_BYTES = 2 * 1024 * 1024
const LINE_FEED = 0x0a
/** A pipe at this place must not hold up the gateway. */
const READ_ONLY = constants.O_RDONLY | constants.O_NONBLOCK

/**
 * The whole lines of a file from a position on, at most so many bytes of them. A line that is still being written is
 * left for the next time; one that is too long is passed over, also over several readings.
 */
export async function readRollout(
  path: string,
  from: number,
  maxBytes = 4 * 1024 * 1024,
): Promise<RolloutChunk> {
  let file: FileHandle
  try {
    file = await open(path, READ_ONLY)
  } catch {
    return { lines: [], position: from, more: false }
  }
  try {
    const found = await file.stat()
    if (!found.isFile()) return { lines: [], position: from, more: false }
    const { size } = found
    // It was cut or is another file: what was read before is known by its ordinals.
    return await linesFrom(file, size < from ? 0 : from, size, maxBytes)
  } finally {
    await file.close()
  }
}

async function linesFrom(
  file: FileHandle,
  from: number,
  size: number,
  maxBytes: number,
): Promise<RolloutChunk> {
  const lines: string[] = []
  let [lineStart, at] = [from, from]
  let held: Buffer[] = []
  while (at < size && lineStart - from < maxBytes) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, at)
    if (bytesRead === 0) break
    const chunk = buffer.subarray(0, bytesRead)
    let begin = 0
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, begin)) {
      const length = at + end - lineStart
      if (length <= MAX_LINE_BYTES)
        lines.push(Buffer.concat([...held, chunk.subarray(begin, end)]).toString())
      held = []
      begin = end + 1
      lineStart = at + begin
    }
    at += bytesRead
    // Of a line that is too long nothing is kept but where it began.
    held = at - lineStart > MAX_LINE_BYTES ? [] : [...held, chunk.subarray(begin)]
  }
  return { lines, position: lineStart, more: lineStart - from >= maxBytes && at < size }
}
