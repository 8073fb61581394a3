import type { IncomingMessage } from 'node:http'
import { neutralise } from '@signalbox/protocol/clean'

/** So much of an answer is kept. */
export const KEPT_BYTES = 4096

export interface HeardBody {
  body: string
  /** There was more of it, or it did not end in time. */
  truncated?: true
}

/**
 * The beginning of an answer, as text. Resolves when it ends, when there is enough of it, or when the time for it is over:
 * what was said before it counts all the same. The connection is given up unless it was read to its end.
 */
export function hearBody(response: IncomingMessage, waitMs: number): Promise<HeardBody> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    let isWhole = false
    const timer = setTimeout(() => response.destroy(), waitMs)
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size > KEPT_BYTES) response.destroy()
    })
    response.on('end', () => {
      isWhole = true
    })
    response.on('error', () => undefined)
    response.on('close', () => {
      clearTimeout(timer)
      const body = textOf(Buffer.concat(chunks).subarray(0, KEPT_BYTES))
      resolve(isWhole && size <= KEPT_BYTES ? { body } : { body, truncated: true })
    })
  })
}

function textOf(bytes: Buffer): string {
  try {
    // A sign that was cut in two at the end is no fault.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    if (!text.includes('\0')) return neutralise(text)
  } catch {
    // Not text.
  }
  return `(${bytes.length} bytes that are no text)`
}
