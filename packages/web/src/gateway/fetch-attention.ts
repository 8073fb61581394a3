import type { AttentionEntry } from '@signalbox/protocol'

/** More sessions than anybody waits for at once. */
const MOST = 1000

/** Which sessions need a person, and why; undefined when that cannot be read. The list of sessions does not say it. */
export async function fetchAttention(read: typeof fetch = fetch): Promise<AttentionEntry[] | undefined> {
  try {
    const response = await read(`/api/attention?limit=${MOST}`, { headers: { accept: 'application/json' } })
    if (!response.ok) {
      // A body that nobody reads keeps its connection busy.
      await response.body?.cancel()
      return undefined
    }
    return ((await response.json()) as { attention: AttentionEntry[] }).attention
  } catch {
    return undefined
  }
}
