import type { Event } from '../event.js'
import { type EventType, type Naming, nameOf } from '../registry/registry.js'

/** An event of the log without what the wire never shows. */
export type WireEvent = Pick<Event, 'type' | 'sessionId' | 'seq' | 'ts' | 'data'> & { turnId?: string }

const names = new Map<string, string>()

/** `{type, sessionId, seq, ts, turnId?, ...data}` as text: the shape on /ws, get_events, REST and SSE. */
export function encodeEvent(event: WireEvent, naming: Naming): string {
  const head = `{"type":${quotedName(event.type, naming)},"sessionId":"${event.sessionId}","seq":${event.seq},"ts":${event.ts}`
  const turn = event.turnId === undefined ? '' : `,"turnId":${JSON.stringify(event.turnId)}`
  return event.data === '{}' ? `${head}${turn}}` : `${head}${turn},${event.data.slice(1)}`
}

function quotedName(type: EventType, naming: Naming): string {
  const key = naming === 'dot' ? `.${type}` : type
  let quoted = names.get(key)
  if (quoted === undefined) {
    quoted = JSON.stringify(nameOf(type, naming))
    names.set(key, quoted)
  }
  return quoted
}
