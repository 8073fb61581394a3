import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { followSse } from './follow-sse.js'
import type { ServerSent } from './read-sse.js'

// How it connects, is refused and goes on trying is shown by following the watch list.
const asked: (string | undefined)[] = []
let answer: (response: ServerResponse) => void
const server = createServer((request, response) => {
  asked.push(request.headers['last-event-id'] as string | undefined)
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  answer(response)
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

it('goes on behind the last id it was told, over every cut', async () => {
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const said = [
    'event: replay_complete\nid: e@1\ndata: {}\n\n',
    // Nothing of it has an id: it is asked for the same again.
    ': ping\n\n',
    'id: e@2\ndata: a\n\nid: e@3\ndata: b\n\nid: e@4\ndata: unfinished',
    '',
  ]
  answer = (response) => response.end(said[asked.length - 1])
  const heard: ServerSent[] = []
  const waits: number[] = []
  const done = new AbortController()
  await followSse(
    { origin, token: '' },
    {
      path: '/stream',
      what: 'stream',
      signal: done.signal,
      random: () => 0,
      wait: async () => undefined,
      lost: (ms) => {
        waits.push(ms)
        if (asked.length === 4) done.abort()
      },
      tell: (sent) => {
        heard.push(sent)
        return sent.event === 'replay_complete'
      },
    },
  )
  expect(asked).toEqual([undefined, 'e@1', 'e@1', 'e@3'])
  expect(heard.map(({ data }) => data)).toEqual(['{}', 'a', 'b'])
  // Longer and longer, until it is known to be good.
  expect(waits).toEqual([250, 500, 1000, 2000])
})
