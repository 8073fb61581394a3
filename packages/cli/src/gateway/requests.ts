import type { RequestEntry, RequestStatus } from '@signalbox/protocol'
import { UsageError } from '@signalbox/server/config'
import { findByShortId, isPart, LEAST, shortIds } from '../short-id.js'
import { endedLine } from '../show/request-text.js'
import { oneLine } from '../terminal/plain-text.js'
import { call, HttpRefusal } from './call.js'
import type { GatewayAddress } from './gateway-address.js'

const MOST = 1000
const NAMED = 4

/** What agents ask people, longest waiting first. */
export async function listRequests(address: GatewayAddress, status?: RequestStatus): Promise<RequestEntry[]> {
  const query = new URLSearchParams({ limit: String(MOST), ...(status === undefined ? {} : { status }) })
  const { requests } = await call(address, `/api/requests?${query}`)
  return requests as RequestEntry[]
}

/** The request that is meant by a part of its id: one that waits, if there is one. */
export async function findRequest(address: GatewayAddress, typed: string): Promise<RequestEntry> {
  if (typed.trim() === '')
    throw new UsageError('The ID of the request is empty. "signalbox requests" lists those that wait.')
  const all = await listRequests(address)
  const pending = all.filter(({ status }) => status === 'pending')
  for (const requests of [pending, all]) {
    const ids = requests.map(({ requestId }) => requestId)
    const found = findByShortId(typed, ids)
    if ('id' in found) {
      const request = requests.find(({ requestId }) => requestId === found.id)
      if (request) return request
    } else if (found.candidates.length > 1) {
      const short = shortIds(ids)
      const some = found.candidates.slice(0, NAMED).map((id) => short.get(id))
      const rest = found.candidates.length > NAMED ? ', …' : ''
      throw new UsageError(
        `"${oneLine(typed)}" fits ${found.candidates.length} requests: ${some.join(', ')}${rest}. Type more of the one you mean.`,
      )
    }
  }
  if (!isPart(typed))
    throw new UsageError(
      `"${oneLine(typed)}" is too little to say which request; type at least ${LEAST} characters of its ID. "signalbox requests" lists those that wait.`,
    )
  throw new UsageError(`There is no request "${oneLine(typed)}". "signalbox requests" lists those that wait.`)
}

/** Answers a request. A late answer is told who was faster. */
export async function respond(
  address: GatewayAddress,
  { requestId }: RequestEntry,
  body: object,
  now = Date.now(),
): Promise<Record<string, unknown>> {
  try {
    return await call(address, `/api/requests/${encodeURIComponent(requestId)}/respond`, {
      method: 'POST',
      body,
    })
  } catch (error) {
    if (!(error instanceof HttpRefusal) || error.problem.code !== 'request_already_resolved') throw error
    throw new UsageError(`This request was already ${endedLine(error.problem, now)}.`)
  }
}
