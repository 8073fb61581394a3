import { SignalboxError } from '@signalbox/protocol'
import type { FastifyInstance } from 'fastify'
import { findSession } from '../../commands/find-session.js'
import type { Listener, Listeners } from '../../delivery/listeners.js'
import type { Log } from '../../log/log.js'
import { permit } from './permit.js'

export interface ListenersDoorDeps {
  log: Log
  listeners: Listeners
}

interface Route {
  Params: { id: string; listener: string }
}

/** Who is told when a session needs somebody or is done. */
export function addListenersDoor(app: FastifyInstance, { log, listeners }: ListenersDoorDeps): void {
  app.post<Route>('/api/sessions/:id/listeners', async (request) => {
    const identity = permit(request, 'session:write')
    const target = await findSession(log, identity, request.params.id)
    const listener = await findListener(named(request.body), (id) => findSession(log, identity, id))
    const state = await log.snapshot(target)
    return shown(await listeners.add(target, listener, state?.seq ?? 0))
  })

  app.get<Route>('/api/sessions/:id/listeners', async (request) => {
    const identity = permit(request, 'session:read')
    const target = await findSession(log, identity, request.params.id)
    return { listeners: await Promise.all(listeners.of(target).map(shown)) }
  })

  app.delete<Route>('/api/sessions/:id/listeners/:listener', async (request, reply) => {
    const identity = permit(request, 'session:write')
    const [target, listener] = [request.params.id, request.params.listener]
    const found = await findSession(log, identity, target)
    const removed = await listeners.remove(found, await findSession(log, identity, listener))
    if (!removed) throw new SignalboxError('notFound', 'this session is not told about that one')
    return reply.code(204).send()
  })

  /** The entry, with the pane it is told in. */
  async function shown({ listener, since }: Listener) {
    const pane = (await log.reader.session(listener))?.process?.tmuxPane
    return { listener, since, ...(pane === undefined ? {} : { pane }) }
  }
}

function named(body: unknown): string {
  const value =
    typeof body === 'object' && body !== null ? (body as { listener?: unknown }).listener : undefined
  if (typeof value === 'string' && value !== '') return value
  throw new SignalboxError('invalidMessage', 'listener must name a session', { field: 'listener' })
}

/** A listener that does not exist is a fault of the body, not of the address. */
async function findListener(id: string, find: (id: string) => Promise<string>): Promise<string> {
  try {
    return await find(id)
  } catch (error) {
    if (!(error instanceof SignalboxError) || error.kind !== 'sessionNotFound') throw error
    throw new SignalboxError('sessionNotFound', 'there is no session of this name', { field: 'listener' })
  }
}
