import type { FastifyInstance } from 'fastify'
import type { Log } from '../log/log.js'
import type { Metrics } from '../telemetry/metrics.js'

export interface HealthDeps {
  log: Pick<Log, 'health'>
  metrics: Metrics
  now: () => number
}

/** What machines ask: is it alive, can it take events, how is it doing. */
export function addHealth(app: FastifyInstance, { log, metrics, now }: HealthDeps): void {
  const open = { config: { open: true } }

  app.get('/livez', open, async () => 'ok')

  app.get('/health', open, async () => ({ status: 'ok', time: new Date(now()).toISOString() }))

  app.get('/readyz', open, async (request, reply) => {
    const health = log.health()
    reply.code(health.state === 'ok' ? 200 : 503)
    // The reason may name files, so only who has the token reads it.
    return request.identity ? { status: health.state, log: health } : { status: health.state }
  })

  metrics.gauge('signalbox_log_ok', 'Whether the log can be written.', () =>
    log.health().state === 'ok' ? 1 : 0,
  )

  app.get('/metrics', async (_request, reply) => {
    reply.header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
    return metrics.render()
  })
}
