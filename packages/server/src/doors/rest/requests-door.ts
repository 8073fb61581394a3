import { REQUEST_STATUSES } from '@signalbox/protocol'
import type { FastifyInstance } from 'fastify'
import type { RequestCommands } from '../../commands/requests.js'
import { addressOf } from '../../http/auth.js'
import { permit } from './permit.js'
import { integer, readQuery, text, word } from './query.js'
import { readAnswer } from './read-answer.js'

const MAX_LIMIT = 1000
const limit = integer(1, MAX_LIMIT)

const REQUESTS = { status: word(REQUEST_STATUSES), session: text, limit }
const RESPOND = { session: text }
const ATTENTION = { status: word(['raised', 'cleared']), limit }

export interface RequestsDoorDeps {
  requests: Pick<RequestCommands, 'list' | 'respond' | 'attention'>
}

interface RequestRoute {
  Params: { id: string }
}

/** What agents ask people, and the answers. */
export function addRequestsDoor(app: FastifyInstance, { requests }: RequestsDoorDeps): void {
  app.get('/api/requests', async (request) => {
    const identity = permit(request, 'session:read')
    const { session: sessionId, ...rest } = readQuery(request.query, REQUESTS)
    return { requests: await requests.list(identity, given({ ...rest, sessionId })) }
  })

  app.post<RequestRoute>('/api/requests/:id/respond', async (request) => {
    const identity = permit(request, 'session:write')
    const { session } = readQuery(request.query, RESPOND)
    const caller = { identity, via: 'rest', from: addressOf(request.raw) }
    return requests.respond(caller, request.params.id, readAnswer(request.body), session)
  })

  app.get('/api/attention', async (request) => {
    const identity = permit(request, 'session:read')
    return { attention: await requests.attention(identity, given(readQuery(request.query, ATTENTION))) }
  })
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** Without what was not asked for. */
function given<T extends object>(query: T): Given<T> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as Given<T>
}
