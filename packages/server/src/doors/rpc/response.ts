import { ERRORS, type JsonObject, SignalboxError } from '@signalbox/protocol'
import { onOneLine } from '@signalbox/protocol/telling'
import { unforeseen } from '../../http/direct-routes.js'

/** The answer to a call; `id` is the text of the id, as it was written. */
export function resultText(id: string, result: JsonObject): string {
  return onOneLine(`{"jsonrpc":"2.0","id":${id},"result":${JSON.stringify(result)}}`)
}

/** The refusal of a call; without an id where it could not be read. */
export function errorText(id: string | undefined, error: SignalboxError): string {
  return onOneLine(`{"jsonrpc":"2.0","id":${id ?? 'null'},"error":${JSON.stringify(errorObject(error))}}`)
}

/** A failure as JSON-RPC says it: the code of its row, the sentence, the field at fault and what else is known. */
export function errorObject({ kind, message, field, details }: SignalboxError): JsonObject {
  const data = { ...(field === undefined ? {} : { field, reason: message }), ...details } as JsonObject
  return { code: ERRORS[kind].rpc, message, ...(Object.keys(data).length === 0 ? {} : { data }) }
}

/** The failure to show for anything thrown; what nobody foresaw is reported and hidden. */
export function failureOf(thrown: unknown, report: (error: unknown) => void): SignalboxError {
  if (thrown instanceof SignalboxError) return thrown
  report(thrown)
  return unforeseen()
}
