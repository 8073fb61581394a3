import type { OpenStreams } from '../doors/sse/open-streams.js'
import type { GatewayDoor } from '../doors/ws/gateway-door.js'
import type { Hub } from '../hub/hub.js'
import type { Log } from '../log/log.js'
import type { LiveSessions } from '../sessions/live-sessions.js'
import type { Metrics } from './metrics.js'

/** The gateway's own figures in /metrics. */
export function watchGateway(
  metrics: Metrics,
  parts: { log: Log; hub: Hub; live: LiveSessions; gatewayDoor: GatewayDoor; rpcStreams: OpenStreams },
): void {
  const { log, hub, live, gatewayDoor, rpcStreams } = parts
  const events = metrics.counter('signalbox_events_total', 'Events published, by type.', ['type'])
  log.onPublish((published) => {
    for (const event of published) events.of(event.type).add()
  })
  metrics.gauge('signalbox_ws_connections', 'Open WebSocket connections.', () => gatewayDoor.size)
  metrics.gauge('signalbox_rpc_streams', 'Open streams of JSON-RPC.', () => rpcStreams.size)
  metrics.gauge('signalbox_subscribers', 'Readers of the hub.', () => hub.size)
  metrics.gauge('signalbox_live_sessions', 'Sessions with an agent of ours.', () => live.count)
  metrics.gauge('process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss())
}
