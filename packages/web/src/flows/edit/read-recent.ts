import { sendJson } from '../../gateway/send-json.js'
import type { RecentEvent } from '../flow-api.js'

const MOST = 20

/** Recorded events of a type, newest first; none when they cannot be read, for there is always the sample. */
export async function readRecent(type: string, send: typeof fetch = fetch): Promise<RecentEvent[]> {
  const query = new URLSearchParams({ event_type: type, limit: String(MOST) })
  const listed = await sendJson<{ events: RecentEvent[] }>('GET', `/api/flow/recent-events?${query}`, {
    send,
  })
  return listed.kind === 'done' ? listed.value.events : []
}
