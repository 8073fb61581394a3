import type { FastifyInstance } from 'fastify'
import type { Watching } from '../../watch/watching.js'
import { permit } from './permit.js'
import { readQuery } from './query.js'

/** GET /api/watch: what every agent is at, those that need somebody first. */
export function addWatchDoor(app: FastifyInstance, watching: Pick<Watching, 'list'>): void {
  app.get('/api/watch', async (request) => {
    const { tenantId } = permit(request, 'session:read')
    readQuery(request.query, {})
    return { entries: await watching.list(tenantId) }
  })
}
