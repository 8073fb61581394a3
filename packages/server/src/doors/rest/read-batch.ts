import { MAX_ENVELOPE_BYTES, SignalboxError } from '@signalbox/protocol'
import type { FastifyRequest } from 'fastify'
import type { Notify } from '../../ingest/notify-intake.js'
import { ElementSplitter } from './element-splitter.js'
import { LineSplitter } from './line-splitter.js'
import { NDJSON_TYPE } from './media-type.js'
import type { Piece, Splitter } from './piece.js'
import { readBody } from './read-body.js'
import { readNotify } from './read-notify.js'

const MAX_BODY_BYTES = 16 * 1024 * 1024
const MAX_RECORDS = 1000

/** A record of a batch: what it says, or why it cannot be taken. */
export type BatchEntry = Notify | SignalboxError

/**
 * Reads a batch while it arrives: NDJSON, or a JSON array. A record that is wrong is an entry like the others; what is
 * wrong with the whole (too long, too many, no array, cut off) is thrown, and then nothing of it has been done.
 */
export async function readBatch(request: FastifyRequest, strict: boolean): Promise<BatchEntry[]> {
  const inLines = NDJSON_TYPE.test(request.headers['content-type'] ?? '')
  const splitter: Splitter = inLines
    ? new LineSplitter(MAX_ENVELOPE_BYTES)
    : new ElementSplitter(MAX_ENVELOPE_BYTES)
  const entries: BatchEntry[] = []
  const add = (pieces: Piece[]) => {
    for (const piece of pieces) {
      if (entries.length === MAX_RECORDS) {
        throw new SignalboxError(
          'tooLarge',
          `A call takes at most ${MAX_RECORDS} events; nothing of it was kept.`,
        )
      }
      const entry = readEntry(piece, strict)
      if (!inLines) refuseBroken(entry, entries.length)
      entries.push(entry)
    }
  }
  await readBody(request.raw, MAX_BODY_BYTES, (chunk) => add(splitter.push(chunk)))
  add(splitter.end())
  return entries
}

function readEntry(piece: Piece, strict: boolean): BatchEntry {
  if (piece === null)
    return new SignalboxError('tooLarge', `An event has at most ${MAX_ENVELOPE_BYTES} bytes.`)
  try {
    return readNotify(piece, { strict })
  } catch (error) {
    if (error instanceof SignalboxError) return error
    throw error
  }
}

/** An array with an element that is no JSON is no JSON as a whole; a line stands for itself. */
function refuseBroken(entry: BatchEntry, index: number): void {
  if (!(entry instanceof SignalboxError) || entry.kind !== 'invalidJson') return
  throw new SignalboxError('invalidJson', `the body is not valid JSON, in element ${index}`)
}
