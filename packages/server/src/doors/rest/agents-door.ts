import { type Diagnosis, type SessionMeta, SignalboxError } from '@signalbox/protocol'
import type { FastifyInstance } from 'fastify'
import type { AgentCatalogue } from '../../agents/catalogue.js'
import type { Log } from '../../log/log.js'
import { permit } from './permit.js'
import { readQuery } from './query.js'

/** Looks whether the agents on this machine reach the gateway, which knows of these sessions. */
export type Doctor = (sessions: readonly SessionMeta[]) => Promise<Diagnosis>

export interface AgentsDoorDeps {
  log: Pick<Log, 'reader'>
  agents: Pick<AgentCatalogue, 'list'>
  doctor?: Doctor
}

/** Enough to know when each agent was last heard of. */
const SESSIONS = 1000

/** Which agents can be started here, and what the doctor finds. */
export function addAgentsDoor(app: FastifyInstance, { log, agents, doctor }: AgentsDoorDeps): void {
  app.get('/api/agents', async (request) => {
    permit(request, 'session:read')
    readQuery(request.query, {})
    return { agents: agents.list() }
  })

  app.get('/api/doctor', async (request) => {
    const { tenantId } = permit(request, 'tenant:admin')
    readQuery(request.query, {})
    if (!doctor) throw new SignalboxError('notFound', 'This gateway has no doctor; type: signalbox doctor')
    const { sessions } = await log.reader.sessions({ tenantId, includeArchived: true, limit: SESSIONS })
    return doctor(sessions)
  })
}
