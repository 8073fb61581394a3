import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RequestEntry } from '@signalbox/protocol'

type Fields = Record<string, unknown>

/** What was answered, and with what. */
export interface Answered {
  requestId: string
  body: Fields
}

/** A gateway that speaks the watch stream and takes answers, and nothing else: who starts it stops it. */
export async function startWatchGateway(port = 0) {
  const entries = new Map<string, Fields>()
  const requests = new Map<string, RequestEntry>()
  const answered: Answered[] = []
  const streams = new Set<ServerResponse>()
  let refusal: { status: number; problem: Fields } | undefined

  const send = (stream: ServerResponse, event: string, data: unknown) =>
    stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  const state = (entry: Fields) => {
    entries.set(String(entry.sessionId), entry)
    for (const stream of streams) send(stream, 'watch_state', { type: 'watch_state', ...entry })
  }
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://gateway')
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (refusal && pathname !== '/api/requests') return void json(refusal.status, refusal.problem)
    if (pathname === '/api/watch/stream') {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      streams.add(response)
      response.on('close', () => streams.delete(response))
      return void send(response, 'watch_list', { entries: [...entries.values()] })
    }
    if (pathname === '/api/watch') return void json(200, { entries: [...entries.values()] })
    if (pathname === '/api/requests') return void json(200, { requests: [...requests.values()] })
    const [, id = ''] = /^\/api\/requests\/([^/]+)\/respond$/.exec(pathname) ?? []
    const asked = requests.get(id)
    if (!asked) return void json(404, { detail: 'there is no such request', code: 'request_not_found' })
    let text = ''
    for await (const piece of request) text += piece
    answered.push({ requestId: id, body: JSON.parse(text) })
    requests.delete(id)
    json(200, { ...asked, status: 'resolved' })
    const { requestId: _over, message: _said, ...entry } = entries.get(asked.sessionId) ?? {}
    state({ ...entry, state: 'busy', since: Date.now() })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address() as AddressInfo
  return {
    port: address.port,
    env: { SIGNALBOX_URL: `http://127.0.0.1:${address.port}`, SIGNALBOX_TOKEN: 'watch' },
    answered,
    state,
    /** The session asks, and waits. */
    ask(entry: Fields, request: Omit<RequestEntry, 'sessionId' | 'since' | 'status'>) {
      const sessionId = String(entry.sessionId)
      requests.set(request.requestId, {
        ...request,
        sessionId,
        since: Number(entry.since),
        status: 'pending',
      })
      state({ ...entry, requestId: request.requestId })
    },
    /** From now on it says no to everything. */
    refuse(status: number, problem: Fields) {
      refusal = { status, problem }
    },
    /** Cuts who listens. */
    cut() {
      for (const stream of streams) stream.destroy()
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
