import type { WatchEntry } from '@signalbox/protocol'
import { readJson } from './read-json.js'

/** What every agent is at; undefined when that cannot be read. */
export async function fetchWatch(read: typeof fetch = fetch): Promise<WatchEntry[] | undefined> {
  const answer = await readJson<{ entries: WatchEntry[] }>('/api/watch', read)
  return answer.kind === 'read' ? answer.value.entries : undefined
}
