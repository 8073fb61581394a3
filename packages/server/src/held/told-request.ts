import type { Event, JsonObject } from '@signalbox/protocol'
import type { LogReader } from '../log/log.js'
import { ENDING_TYPES, type Ending, readEnding } from './ending.js'
import type { HeldRequest } from './hold-id.js'

/** A request as the log tells it. */
export interface ToldRequest {
  /** Whose request it is. */
  agent: string
  data: JsonObject
  /** What the hook was given; empty where another source told of the request first. */
  payload: JsonObject
  /** Undefined while it is pending. */
  ending: Ending | undefined
}

const TYPES = ['permission_requested', 'question_requested', ...ENDING_TYPES]
const PAGE = 200

/**
 * Finds a request in the log, for a hook that asks again: after a restart, or when it was answered between two calls.
 * It reads the requests of the session from the first on, which is seldom needed and never much.
 */
export async function toldRequest(
  reader: Pick<LogReader, 'read' | 'raw' | 'request'>,
  tenantId: string,
  { sessionId, requestId }: HeldRequest,
): Promise<ToldRequest | undefined> {
  if (!(await reader.request(tenantId, requestId, sessionId))) return undefined
  let asked: Event | undefined
  let ending: Ending | undefined
  for (let afterSeq = 0, more = true; more; ) {
    const page = await reader.read(sessionId, { afterSeq, limit: PAGE, types: TYPES })
    for (const event of page.events) {
      if (JSON.parse(event.data).requestId !== requestId) continue
      ending = readEnding(event)?.ending
      if (!ending) asked = event
    }
    afterSeq = page.events.at(-1)?.seq ?? 0
    more = page.more && page.events.length > 0
  }
  if (!asked) return undefined
  const raw = await reader.raw(sessionId, asked.seq)
  const payload = asked.source.via === 'hook' && raw !== undefined ? JSON.parse(raw) : {}
  return { agent: asked.source.agent, data: JSON.parse(asked.data), payload, ending }
}
