import { type SessionMeta, SignalboxError } from '@signalbox/protocol'
import type { FastifyInstance } from 'fastify'
import { findSession } from '../../commands/find-session.js'
import type { Caller, SessionCommands } from '../../commands/sessions.js'
import { addressOf } from '../../http/auth.js'
import type { Identity } from '../../identity.js'
import type { Log } from '../../log/log.js'
import type { GatewayPause } from '../../pause/gateway-pause.js'
import { permit } from './permit.js'
import { readQuery } from './query.js'

export interface PauseDoorDeps {
  log: Log
  pause: GatewayPause
  commands: Pick<SessionCommands, 'pause' | 'resume'>
}

interface SessionRoute {
  Params: { id: string }
}

/** Whether turns start: in the gateway as a whole, and in one session. What is so already is answered as it is. */
export function addPauseDoor(app: FastifyInstance, { log, pause, commands }: PauseDoorDeps): void {
  app.get('/api/gateway', async (request) => {
    permit(request, 'session:read')
    readQuery(request.query, {})
    return pause.state
  })

  for (const change of ['pause', 'resume'] as const) {
    app.post(`/api/gateway/${change}`, async (request) => {
      permit(request, 'tenant:admin')
      readQuery(request.query, {})
      await pause[change]()
      return pause.state
    })

    app.post<SessionRoute>(`/api/sessions/:id/${change}`, async (request) => {
      const identity = permit(request, 'session:write')
      readQuery(request.query, {})
      const { id } = request.params
      const caller: Caller = { identity, via: 'rest', from: addressOf(request.raw) }
      return (await commands[change](caller, id)) ?? (await sessionOf(identity, id))
    })
  }

  async function sessionOf(identity: Identity, id: string): Promise<SessionMeta> {
    const session = await log.reader.session(await findSession(log, identity, id))
    if (!session) throw new SignalboxError('sessionNotFound', 'session not found')
    return session
  }
}
