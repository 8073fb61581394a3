import { s } from '../schema.js'
import type { HttpRoute } from './route.js'
import { AgentEntry, Diagnosis } from './shapes.js'

/** Which agents there are, and whether those in people's terminals reach the gateway. */
export const agentRoutes: readonly HttpRoute[] = [
  {
    method: 'GET',
    path: '/api/agents',
    operation: 'listAgents',
    chapter: 'agents',
    summary: 'The agents a session can be made with',
    access: 'session:read',
    answers: {
      200: {
        description: 'By their ids, in order.',
        content: [
          {
            mediaType: 'application/json',
            schema: s.object({ agents: s.array(AgentEntry) }),
            example: { agents: [{ id: 'demo', name: 'Demo agent', available: true }] },
          },
        ],
      },
    },
    errors: ['invalidMessage'],
  },
  {
    method: 'GET',
    path: '/api/doctor',
    operation: 'getDiagnosis',
    chapter: 'agents',
    summary: 'What `signalbox doctor` finds',
    description:
      'Reads the settings of the agents on the machine of the gateway and runs nothing. A gateway that was not started ' +
      'by `signalbox up` has no doctor.',
    access: 'tenant:admin',
    answers: {
      200: {
        description: 'Every finding, as of now.',
        content: [
          {
            mediaType: 'application/json',
            schema: Diagnosis,
            example: {
              ok: true,
              checks: [
                { name: 'gateway', lamp: 'ok', says: 'answers at http://127.0.0.1:8080' },
                {
                  name: 'claude',
                  lamp: 'note',
                  says: '/usr/bin/claude · not set up',
                  type: 'signalbox setup claude',
                },
              ],
              options: '',
            },
          },
        ],
      },
    },
    errors: ['invalidMessage', 'notFound', 'unavailable'],
  },
]
