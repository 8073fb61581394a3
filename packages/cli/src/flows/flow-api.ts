import type { Delivery, DeliveryStatus, Flow, FlowConfig, FlowWarning } from '@signalbox/protocol/flow'
import { call, callText } from '../gateway/call.js'
import type { GatewayAddress } from '../gateway/gateway-address.js'

/** What is wrong with a file of flows, and where. */
export interface FileError {
  file: string
  line?: number
  column?: number
  field?: string
  message: string
}

/** Everything a gateway knows of its flows. */
export interface Flows extends FlowConfig {
  storage_path: string
  state: 'ready' | 'unreadable' | 'off'
  files: { file: string; trigger_id?: string; error?: FileError }[]
  warnings: FlowWarning[]
}

export interface DryRun {
  event: { id?: string; type: string; session_id: string }
  fields: Record<string, string>
  matches: {
    trigger_id: string
    label?: string
    /** Which event it is, where an envelope makes several. */
    event_type?: string
    activities: {
      activity_id: string
      index: number
      rendered: Record<string, unknown>
      problem?: string
    }[]
  }[]
  unmatched: { trigger_id: string; reason: string }[]
}

export interface DeliveryQuery {
  status?: DeliveryStatus
  trigger?: string
  session?: string
  limit?: number
  after?: string
}

const BASE = '/api/flow'

/** The flows of a gateway, with the files they are in. Refused where their folder cannot be read. */
export async function readFlows(address: GatewayAddress): Promise<Flows> {
  const [config, files] = await Promise.all([call(address, `${BASE}/config`), call(address, `${BASE}/files`)])
  const { errors: _inFiles, ...rest } = config
  return { ...rest, ...files } as unknown as Flows
}

/** The triggers of a gateway. */
export async function readTriggers(address: GatewayAddress): Promise<FlowConfig['triggers']> {
  return (await call(address, `${BASE}/config`)).triggers as FlowConfig['triggers']
}

/** An event that is in the log. */
export interface RecentEvent {
  id: string
  type: string
  session_id: string
  timestamp: string
  summary: string
}

/** Recorded events to try flows on, newest first; `partial`: older ones were not looked at. */
export async function readRecent(
  address: GatewayAddress,
  { type, limit }: { type?: string; limit: number },
): Promise<{ events: RecentEvent[]; partial?: boolean }> {
  const query = new URLSearchParams({
    limit: String(limit),
    ...(type === undefined ? {} : { event_type: type }),
  })
  const answer = await call(address, `${BASE}/recent-events?${query}`)
  return answer as unknown as { events: RecentEvent[]; partial?: boolean }
}

/** What an event would set off: of all triggers, of one that is saved, or of one that is not. */
export async function dryRun(
  address: GatewayAddress,
  event: object,
  trigger?: string | Flow,
): Promise<DryRun> {
  const body = { event, ...(trigger === undefined ? {} : { trigger }) }
  return (await call(address, `${BASE}/dry-run`, { method: 'POST', body })) as unknown as DryRun
}

/** One page of deliveries, newest first. */
export async function readDeliveries(
  address: GatewayAddress,
  query: DeliveryQuery,
): Promise<{ deliveries: Delivery[]; next: string | null }> {
  const said = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
  const answer = await call(address, `${BASE}/deliveries?${new URLSearchParams(said)}`)
  return answer as unknown as { deliveries: Delivery[]; next: string | null }
}

/** All of them, page by page; a page may be short, or empty, and not the last. */
export async function* allDeliveries(
  address: GatewayAddress,
  query: DeliveryQuery,
): AsyncGenerator<Delivery> {
  for (let after: string | undefined; ; ) {
    const page = await readDeliveries(address, { ...query, ...(after === undefined ? {} : { after }) })
    yield* page.deliveries
    // One that leads to itself would be read for ever.
    if (page.next === null || page.next === after) return
    after = page.next
  }
}

/** Tries a delivery again. */
export async function retryDelivery(address: GatewayAddress, id: string): Promise<Delivery> {
  const path = `${BASE}/deliveries/${encodeURIComponent(id)}/retry`
  const { delivery } = await call(address, path, { method: 'POST' })
  return delivery as Delivery
}

/** What the webhooks of a trigger are signed with; `previous` signs along for a while. */
export interface Secret {
  trigger_id: string
  secret: string
  previous?: { secret: string; until: string }
}

/** The secret of a trigger; a new one where that is asked. */
export async function readSecret(
  address: GatewayAddress,
  triggerId: string,
  rotate: boolean,
): Promise<Secret> {
  const path = `${BASE}/triggers/${encodeURIComponent(triggerId)}/secret`
  const answer = rotate
    ? await call(address, `${path}/rotate`, { method: 'POST' })
    : await call(address, path)
  return answer as unknown as Secret
}

/** Saves one trigger and leaves the others alone. */
export async function putFlow(
  address: GatewayAddress,
  { id, bindings = [], ...flow }: Flow,
): Promise<FlowWarning[]> {
  const path = `${BASE}/triggers/${encodeURIComponent(id)}`
  const { warnings = [] } = await call(address, path, { method: 'PUT', body: { ...flow, bindings } })
  return warnings as FlowWarning[]
}

export function deleteFlow(address: GatewayAddress, id: string): Promise<unknown> {
  return call(address, `${BASE}/triggers/${encodeURIComponent(id)}`, { method: 'DELETE' })
}

/** All flows as one YAML text. */
export function exportFlows(address: GatewayAddress): Promise<string> {
  return callText(address, `${BASE}/config/export`)
}
