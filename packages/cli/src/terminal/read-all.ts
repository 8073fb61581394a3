import { setTimeout } from 'node:timers/promises'
import { UsageError } from '@signalbox/server/config'

const MIB = 1024 * 1024
/** What is longer fits no string; nobody reads it either. */
const MOST_MIB = 256

/** Everything a stream has, usually stdin. One that cannot be read, or has no end in sight, is told in a sentence. */
export async function readAll(input: AsyncIterable<Buffer>, mostMib = MOST_MIB): Promise<Buffer> {
  const pieces: Buffer[] = []
  let length = 0
  try {
    for await (const piece of input) {
      length += piece.length
      if (length > mostMib * MIB) break
      pieces.push(piece)
    }
  } catch (error) {
    throw new UsageError(`What is on stdin cannot be read: ${(error as Error).message}.`)
  }
  if (length > mostMib * MIB) throw new UsageError(`There is more than ${mostMib} MiB on stdin.`)
  return Buffer.concat(pieces)
}

/** The same of one that ends within so many ms; undefined where it does not: what came so far is not all of it. */
export async function readAllWithin(input: AsyncIterable<Buffer>, ms: number): Promise<Buffer | undefined> {
  const late = new AbortController()
  const timeUp = setTimeout(Math.max(0, ms), undefined, { signal: late.signal }).catch(() => undefined)
  try {
    return await Promise.race([readAll(input), timeUp])
  } finally {
    late.abort()
  }
}
