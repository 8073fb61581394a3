import type { Json } from '../event.js'
import { EXAMPLE, EXAMPLE_SESSION } from '../registry/example.js'
import { GatewayState, SessionMeta } from '../registry/shapes.js'
import { s } from '../schema.js'
import type { HttpRoute, Parameter } from './route.js'

const paused: Json = { state: 'paused', pausedAt: 1709312450000 }
const running: Json = { state: 'running', pausedAt: 1709312450000, resumedAt: 1709312480000 }

const id: Parameter = {
  name: 'id',
  in: 'path',
  schema: s.string(),
  description: 'The uuid of the session, `thread_` and the uuid, or one of its aliases.',
  example: EXAMPLE.sessionId,
}

/** Whether turns start: in the gateway, and in a session. */
export const pauseRoutes: readonly HttpRoute[] = [
  {
    method: 'GET',
    path: '/api/gateway',
    operation: 'getGatewayState',
    chapter: 'pause',
    summary: 'Whether the gateway starts turns',
    access: 'session:read',
    answers: { 200: state('As it is now.', running) },
    errors: ['invalidMessage'],
  },
  {
    method: 'POST',
    path: '/api/gateway/pause',
    operation: 'pauseGateway',
    chapter: 'pause',
    summary: 'Start no new turn',
    description:
      'On any door, until it is resumed, also over a restart. Turns that run go on and can be answered, steered and ' +
      'stopped; events come in as always. A gateway that is paused already answers the same.',
    access: 'tenant:admin',
    answers: { 200: state('It is paused.', paused) },
    errors: ['invalidMessage', 'unavailable'],
  },
  {
    method: 'POST',
    path: '/api/gateway/resume',
    operation: 'resumeGateway',
    chapter: 'pause',
    summary: 'Start turns again',
    access: 'tenant:admin',
    answers: { 200: state('It runs.', running) },
    errors: ['invalidMessage', 'unavailable'],
  },
  {
    method: 'POST',
    path: '/api/sessions/{id}/pause',
    operation: 'pauseSession',
    chapter: 'pause',
    summary: 'Start no new turn in a session',
    description:
      'Until it is resumed; a turn that runs goes on. An agent in a terminal of its own starts its turns itself: its ' +
      'session cannot be paused.',
    access: 'session:write',
    parameters: [id],
    answers: { 200: session('The session, paused.', { ...EXAMPLE_SESSION, paused: true }) },
    errors: ['invalidMessage', 'sessionNotFound', 'agentUnavailable', 'unavailable'],
  },
  {
    method: 'POST',
    path: '/api/sessions/{id}/resume',
    operation: 'resumeSession',
    chapter: 'pause',
    summary: 'Start turns in a session again',
    access: 'session:write',
    parameters: [id],
    answers: { 200: session('The session, as it is now.', { ...EXAMPLE_SESSION, paused: false }) },
    errors: ['invalidMessage', 'sessionNotFound', 'unavailable'],
  },
]

function state(description: string, example: Json) {
  return { description, content: [{ mediaType: 'application/json', schema: GatewayState, example }] }
}

function session(description: string, example: Json) {
  return { description, content: [{ mediaType: 'application/json', schema: SessionMeta, example }] }
}
