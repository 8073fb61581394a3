import type { IncomingMessage } from 'node:http'
import { SignalboxError } from '@signalbox/protocol'
import { GatheredBytes } from './gathered-bytes.js'

/** So much of a refused body is read on, and for so long: more than an honest client sends by mistake. */
const MOST_REFUSED_BYTES = 64 * 1024 * 1024
const MOST_REFUSED_MS = 2_000

/**
 * Hands a request body on piece by piece, as long as it is within the limit; rejects with what `take` throws.
 * A body that is refused is read to its end first, into nothing: a connection that is closed while its client still sends
 * is reset, and the client never sees the answer.
 */
export function readBody(
  request: IncomingMessage,
  maxBytes: number,
  take: (chunk: Buffer) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let bytes = 0
    const onData = (chunk: Buffer): void => {
      bytes += chunk.length
      try {
        if (bytes > maxBytes) throw tooLarge(maxBytes)
        take(chunk)
      } catch (error) {
        refuse(error)
      }
    }
    const refuse = (error: unknown): void => {
      request.off('data', onData).off('end', resolve)
      readToNothing(request, () => reject(error))
    }
    request.on('error', reject)
    if (Number(request.headers['content-length']) > maxBytes) {
      refuse(tooLarge(maxBytes))
      return
    }
    request.on('data', onData)
    request.on('end', resolve)
  })
}

/** The whole of a request body, within the limit. */
export async function readWhole(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const gathered = new GatheredBytes()
  await readBody(request, maxBytes, (chunk) => gathered.add(chunk))
  return gathered.take()
}

/** Reads what is left of a body, until it ends, its client leaves, or it is too much of it. */
function readToNothing(request: IncomingMessage, then: () => void): void {
  let bytes = 0
  const onData = (chunk: Buffer): void => {
    bytes += chunk.length
    if (bytes > MOST_REFUSED_BYTES) done()
  }
  const done = (): void => {
    clearTimeout(timer)
    request.off('data', onData).off('end', done).off('close', done)
    then()
  }
  const timer = setTimeout(done, MOST_REFUSED_MS)
  request.on('data', onData).on('end', done).on('close', done)
}

function tooLarge(maxBytes: number): SignalboxError {
  return new SignalboxError('tooLarge', `The body has more than ${maxBytes} bytes.`)
}
