import type { RequestEntry } from '@signalbox/protocol'
import { readJson } from './read-json.js'

/** More than anybody is asked at once. */
const MOST_PENDING = 1000
/** What was decided lately is shown for a moment where it stood. */
const MOST_ENDED = 50

export interface RequestsRead {
  pending: RequestEntry[]
  /** The last that ended, by an answer or without one. */
  ended: RequestEntry[]
}

/** What agents ask people, and what was decided last; undefined when that cannot be read. */
export async function fetchRequests(read: typeof fetch = fetch): Promise<RequestsRead | undefined> {
  const list = async (status: string, limit: number) => {
    const answer = await readJson<{ requests: RequestEntry[] }>(
      `/api/requests?status=${status}&limit=${limit}`,
      read,
    )
    return answer.kind === 'read' ? answer.value.requests : undefined
  }
  const [pending, resolved, closed] = await Promise.all([
    list('pending', MOST_PENDING),
    list('resolved', MOST_ENDED),
    list('closed', MOST_ENDED),
  ])
  return pending && resolved && closed && { pending, ended: [...resolved, ...closed] }
}
