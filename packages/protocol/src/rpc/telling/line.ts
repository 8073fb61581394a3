import type { Event, JsonObject } from '../../event.js'
import type { RpcNotificationName } from '../notifications.js'

/** An event as the teller hears it; `data` is its JSON text, read only where a line needs it. */
export type HeardEvent = Pick<Event, 'type' | 'sessionId' | 'seq' | 'offset' | 'ts' | 'data'> & {
  turnId?: string
}

/** One notification of the JSON-RPC door, before it is put into bytes. */
export interface RpcLine {
  method: RpcNotificationName
  params: JsonObject
}

/** What JSON leaves as it is and some readers of lines break at: readline of Node, splitlines of Python. */
const BREAKS = /[\u0085\u2028\u2029]/g

/** A notification as one line of text, without the newline at its end. */
export function encodeLine({ method, params }: RpcLine): string {
  return onOneLine(`{"jsonrpc":"2.0","method":"${method}","params":${JSON.stringify(params)}}`)
}

/** The same JSON without such signs: they can only stand in its strings. */
export function onOneLine(json: string): string {
  return json.replace(BREAKS, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
