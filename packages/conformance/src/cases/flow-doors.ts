import { ANY, type ConformanceCase } from '../case.js'
import { expectProblem } from '../engine/exchange.js'
import { expectMatch } from '../engine/failure.js'
import { JSON_TYPE, YAML_TYPE } from './flow.js'

type Door = readonly [path: string, methods: readonly string[]]

/** Every door of flows and logs, and what it takes. */
export const FLOW_DOORS: readonly Door[] = [
  ['/api/flow/activities', ['GET']],
  ['/api/flow/event-types', ['GET']],
  ['/api/flow/config', ['GET', 'PUT']],
  ['/api/flow/files', ['GET']],
  ['/api/flow/triggers/x', ['PUT', 'DELETE']],
  ['/api/flow/triggers/x/secret', ['GET']],
  ['/api/flow/triggers/x/secret/rotate', ['POST']],
  ['/api/flow/config/export', ['GET']],
  ['/api/flow/config/import', ['POST']],
  ['/api/flow/dry-run', ['POST']],
  ['/api/flow/recent-events', ['GET']],
  ['/api/flow/deliveries', ['GET']],
  ['/api/flow/deliveries/x/retry', ['POST']],
  ['/api/logs', ['GET']],
  ['/api/logs/stream', ['GET']],
  ['/api/notifications/stream', ['GET']],
]
const METHODS = ['GET', 'PUT', 'POST', 'DELETE', 'PATCH']
const BODIES: Readonly<Record<string, { headers?: Record<string, string>; body?: string }>> = {
  '/api/flow/config/import': { headers: YAML_TYPE, body: 'version: 1\nflows: []\n' },
}
const bodyOf = (path: string, method: string) =>
  BODIES[path] ?? (method === 'GET' ? {} : { headers: JSON_TYPE, body: '{}' })

/** What holds for each of them. */
export const flowDoors: readonly ConformanceCase[] = [
  {
    id: 'flow-doors-token',
    verifies: ['FLOW-600'],
    title: 'without a token each is 401',
    needs: ['token'],
    async run(context) {
      for (const [path, methods] of FLOW_DOORS)
        for (const method of methods) {
          const answer = await context.http({ method, path, anonymous: true, ...bodyOf(path, method) })
          expectMatch(`${method} ${path}`, answer.status, 401)
          expectProblem(answer, { status: 401, code: 'unauthorized' })
        }
    },
  },
  {
    id: 'flow-doors-method',
    verifies: ['FLOW-601'],
    title: 'another method is 405 with Allow',
    needs: ANY,
    async run(context) {
      for (const [path, methods] of FLOW_DOORS)
        for (const method of METHODS.filter((one) => !methods.includes(one))) {
          const answer = await context.http({ method, path, ...bodyOf(path, method) })
          expectMatch(`${method} ${path}`, answer.status, 405)
          expectProblem(answer, { status: 405, code: 'method_not_allowed' })
          const allowed = String(answer.headers.allow).split(/, */)
          const named = allowed.filter((one) => !['HEAD', 'OPTIONS'].includes(one)).sort()
          expectMatch(`Allow of ${path}`, named.join(), [...methods].sort().join())
        }
    },
  },
  {
    id: 'flow-doors-parameter',
    verifies: ['FLOW-602'],
    title: 'a parameter nobody knows is 400 naming it, and nothing is done',
    needs: ANY,
    async run(context) {
      for (const [path, methods] of FLOW_DOORS)
        for (const method of methods) {
          const answer = await context.http({ method, path: `${path}?nobody=1`, ...bodyOf(path, method) })
          expectMatch(`${method} ${path}`, answer.status, 400)
          expectProblem(answer, { status: 400, code: 'invalid_request', field: 'nobody' })
        }
    },
  },
]
