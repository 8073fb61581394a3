import type { SessionMeta } from '@signalbox/protocol'

export type SessionsAnswer =
  | { kind: 'listed'; sessions: SessionMeta[]; next: string | null }
  | { kind: 'unpaired' }
  | { kind: 'unreachable' }

const PAGE = 200

/** One page of the sessions; the cookie says who asks. */
export async function fetchSessions(
  cursor: string | null,
  read: typeof fetch = fetch,
): Promise<SessionsAnswer> {
  try {
    const query = new URLSearchParams({ limit: String(PAGE), ...(cursor === null ? {} : { cursor }) })
    const response = await read(`/api/sessions?${query}`, { headers: { accept: 'application/json' } })
    if (!response.ok) {
      // A body that nobody reads keeps its connection busy.
      await response.body?.cancel()
      return { kind: response.status === 401 ? 'unpaired' : 'unreachable' }
    }
    const { sessions, next } = (await response.json()) as { sessions: SessionMeta[]; next: string | null }
    return { kind: 'listed', sessions, next }
  } catch {
    return { kind: 'unreachable' }
  }
}
