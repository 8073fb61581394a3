import type { GatewayState } from '@signalbox/protocol'
import { readJson } from './read-json.js'

/** Whether the gateway starts turns; undefined when that cannot be read. */
export async function fetchGateway(read: typeof fetch = fetch): Promise<GatewayState | undefined> {
  const answer = await readJson<GatewayState>('/api/gateway', read)
  return answer.kind === 'read' ? answer.value : undefined
}
