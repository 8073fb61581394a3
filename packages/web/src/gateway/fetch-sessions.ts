import type { SessionMeta } from '@signalbox/protocol'
import { readJson } from './read-json.js'

export type SessionsAnswer =
  | { kind: 'listed'; sessions: SessionMeta[]; next: string | null }
  | { kind: 'unpaired' }
  | { kind: 'unreachable' }

const PAGE = 200

/** One page of the sessions. */
export async function fetchSessions(
  cursor: string | null,
  read: typeof fetch = fetch,
): Promise<SessionsAnswer> {
  const query = new URLSearchParams({ limit: String(PAGE), ...(cursor === null ? {} : { cursor }) })
  const answer = await readJson<{ sessions: SessionMeta[]; next: string | null }>(
    `/api/sessions?${query}`,
    read,
  )
  return answer.kind === 'read' ? { kind: 'listed', ...answer.value } : answer
}
