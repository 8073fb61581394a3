import { isUtf8 } from 'node:buffer'
import { type JsonObject, SignalboxError, tooDeep } from '@signalbox/protocol'

const MAX_LEVELS = 64

/** One JSON value in UTF-8 and not too deep, and the text it was written as; throws the first failure. */
export function readValue(bytes: Buffer): { value: unknown; text: string } {
  const text = readText(bytes)
  const value = parse(text)
  if (tooDeep(value, MAX_LEVELS)) {
    throw new SignalboxError('invalidMessage', `nested deeper than ${MAX_LEVELS} levels`)
  }
  return { value, text }
}

/** One JSON object, likewise. */
export function readJson(bytes: Buffer): { value: JsonObject; text: string } {
  const { value, text } = readValue(bytes)
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return { value: value as JsonObject, text }
  throw new SignalboxError('invalidMessage', 'the body must be a JSON object')
}

function readText(bytes: Buffer): string {
  // Decoding would put replacement characters where bytes are wrong, and the payload would no longer be what was sent.
  if (isUtf8(bytes)) return bytes.toString('utf8')
  throw new SignalboxError('invalidJson', 'the body is not valid UTF-8')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new SignalboxError('invalidJson', 'the body is not valid JSON')
  }
}
