import type { IncomingMessage } from 'node:http'
import { SignalboxError } from '@signalbox/protocol'
import { GatheredBytes } from './gathered-bytes.js'

/**
 * Hands a request body on piece by piece, as long as it is within the limit; rejects with what `take` throws.
 * A body that is refused is read to its end all the same, into nothing: a client that is still sending could not see
 * the answer otherwise, and its next request would never be reached.
 */
export function readBody(
  request: IncomingMessage,
  maxBytes: number,
  take: (chunk: Buffer) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (Number(request.headers['content-length']) > maxBytes) {
      reject(tooLarge(maxBytes))
      return
    }
    let bytes = 0
    const onData = (chunk: Buffer): void => {
      bytes += chunk.length
      try {
        if (bytes > maxBytes) throw tooLarge(maxBytes)
        take(chunk)
      } catch (error) {
        request.off('data', onData)
        reject(error)
      }
    }
    request.on('data', onData)
    request.on('end', resolve)
    request.on('error', reject)
  })
}

/** The whole of a request body, within the limit. */
export async function readWhole(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const gathered = new GatheredBytes()
  await readBody(request, maxBytes, (chunk) => gathered.add(chunk))
  return gathered.take()
}

function tooLarge(maxBytes: number): SignalboxError {
  return new SignalboxError('tooLarge', `The body has more than ${maxBytes} bytes.`)
}
