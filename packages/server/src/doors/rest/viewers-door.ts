import type { Viewer } from '@signalbox/protocol'
import type { FastifyInstance } from 'fastify'
import type { Devices } from '../../http/devices.js'
import type { Identity } from '../../identity.js'
import type { Present } from '../ws/gateway-door.js'
import { permit } from './permit.js'
import { readQuery } from './query.js'

export interface ViewersDoorDeps {
  present: () => Present[]
  devices: Pick<Devices, 'list'>
}

const MOST_VIEWERS = 100
/** How those are named who came with the token: a terminal, or a program. */
const BY_TOKEN = 'With the token'

/** GET /api/viewers: who looks at which sessions. */
export function addViewersDoor(app: FastifyInstance, { present, devices }: ViewersDoorDeps): void {
  app.get('/api/viewers', async (request) => {
    const identity = permit(request, 'session:read')
    readQuery(request.query, {})
    const names = new Map(devices.list().map(({ id, name }) => [id, name]))
    return { viewers: viewersOf(identity, present(), names).slice(0, MOST_VIEWERS) }
  })
}

/** Each device once, with the sessions of all its connections; everybody with the token is one more. */
export function viewersOf(
  { tenantId, deviceId }: Identity,
  present: readonly Present[],
  names: ReadonlyMap<string, string>,
): Viewer[] {
  const viewers = new Map<string | undefined, Viewer>()
  for (const { identity, connectedAt, sessions } of present) {
    if (identity.tenantId !== tenantId) continue
    const known = viewers.get(identity.deviceId)
    if (known) known.sessions = [...new Set([...known.sessions, ...sessions])]
    else
      viewers.set(identity.deviceId, {
        name: names.get(identity.deviceId ?? '') ?? BY_TOKEN,
        since: connectedAt,
        sessions,
        current: identity.deviceId === deviceId,
      })
  }
  return [...viewers.values()]
}
