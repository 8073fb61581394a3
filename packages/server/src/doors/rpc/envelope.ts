import { isUtf8 } from 'node:buffer'
import { memberSource, SignalboxError, tooDeep } from '@signalbox/protocol'

/** One request of JSON-RPC 2.0 whose form is right; what its method makes of it is another matter. */
export interface RpcRequest {
  /** The id as it was written, to be said back; undefined: nobody waits for an answer. */
  id?: string
  method: string
  /** Undefined where none were given, or null; what they are is the method's to say. */
  params: unknown
}

const MAX_LEVELS = 64

/** Reads one request from the bytes of a body or a line. Throws what is wrong with its form: `invalidJson` or `invalidRequest`. */
export function readEnvelope(bytes: Buffer): RpcRequest {
  if (bytes.length === 0) throw notARequest('empty request body')
  const text = bytes.toString('utf8')
  const value = isUtf8(bytes) ? parse(text) : parseError()
  if (Array.isArray(value)) throw notARequest('batches are not taken: send one request at a time')
  if (typeof value !== 'object' || value === null) throw notARequest('a request is a JSON object')
  if (tooDeep(value, MAX_LEVELS)) throw notARequest(`nested deeper than ${MAX_LEVELS} levels`)
  const { jsonrpc, method, id, params } = value as Record<string, unknown>
  if (jsonrpc !== '2.0') throw notARequest("jsonrpc version must be '2.0'")
  if (method === undefined || method === null || method === '') throw notARequest('method is required')
  if (typeof method !== 'string') throw notARequest('method must be a string')
  return { ...idOf(id, text), method, params: params ?? undefined }
}

/** Numbers that do not survive reading are said back as they were written. */
function idOf(id: unknown, text: string): Pick<RpcRequest, 'id'> {
  if (id === undefined || id === null) return {}
  if (typeof id === 'string' || Number.isSafeInteger(id)) return { id: JSON.stringify(id) }
  if (typeof id === 'number') return { id: memberSource(text, 'id') ?? JSON.stringify(id) }
  throw notARequest('id must be a string, a number or null')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return parseError()
  }
}

function parseError(): never {
  throw new SignalboxError('invalidJson', 'Parse error')
}

function notARequest(reason: string): SignalboxError {
  return new SignalboxError('invalidRequest', reason)
}
