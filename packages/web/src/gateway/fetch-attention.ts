import type { AttentionEntry } from '@signalbox/protocol'
import { readJson } from './read-json.js'

/** More sessions than anybody waits for at once. */
const MOST = 1000

/** Which sessions need a person, and why; undefined when that cannot be read. The list of sessions does not say it. */
export async function fetchAttention(read: typeof fetch = fetch): Promise<AttentionEntry[] | undefined> {
  const answer = await readJson<{ attention: AttentionEntry[] }>(`/api/attention?limit=${MOST}`, read)
  return answer.kind === 'read' ? answer.value.attention : undefined
}
