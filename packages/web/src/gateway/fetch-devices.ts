import type { PairedDevice } from '@signalbox/protocol'
import { readJson } from './read-json.js'

/** The signed-in devices, oldest first; undefined when they cannot be read. */
export async function fetchDevices(read: typeof fetch = fetch): Promise<PairedDevice[] | undefined> {
  const answer = await readJson<{ devices: PairedDevice[] }>('/api/devices', read)
  return answer.kind === 'read' ? answer.value.devices : undefined
}
