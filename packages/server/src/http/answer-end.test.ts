import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { onAnswerEnd, onConnectionEnd } from './answer-end.js'

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

let server: Server
let client: Socket
let calls: [IncomingMessage, ServerResponse][]

beforeEach(async () => {
  calls = []
  server = createServer((request, response) => void calls.push([request, response]))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined)
})
afterEach(() => {
  client.destroy()
  server.closeAllConnections()
  server.close()
})

/** Sends requests in one piece and waits until the server has them all. */
async function pipelined(count: number) {
  const before = calls.length
  client.write(GET.repeat(count))
  while (calls.length < before + count) await once(server, 'request')
  const [first] = calls
  if (!first) throw new Error('nothing came')
  return { came: calls.slice(before), socket: first[0].socket }
}

/** The client leaves, and the server has seen it: as an end or, where the client had not read everything, as a reset. */
async function left(socket: Socket): Promise<void> {
  const gone = new Promise<void>((resolve) => void socket.once('close', () => resolve()))
  client.destroy()
  await gone
}

it('tells of the end of every answer of a connection that goes, also of those that were never sent', async () => {
  const { came, socket } = await pipelined(20)
  const over: number[] = []
  for (const [n, [request, response]] of came.entries())
    onAnswerEnd(request, response, () => void over.push(n))
  expect(socket.listenerCount('close')).toBeLessThan(10)
  client.destroy()
  await expect.poll(() => over.toSorted((a, b) => a - b)).toEqual(came.map((_, n) => n))
})

it('tells once, and leaves nothing on a connection that goes on', async () => {
  let over = 0
  let listeners: number | undefined
  for (let n = 1; n <= 15; n++) {
    const { came, socket } = await pipelined(1)
    const [[request, response] = []] = came
    if (!request || !response) throw new Error('nothing came')
    onAnswerEnd(request, response, () => void over++)
    response.end()
    await expect.poll(() => over, { interval: 1 }).toBe(n)
    listeners ??= socket.listenerCount('close')
    expect(socket.listenerCount('close')).toBe(listeners)
  }
  const [, response] = calls[0] ?? []
  await left(calls[0]?.[0].socket ?? client)
  expect([over, response?.listenerCount('close')]).toEqual([15, 0])
})

it('tells at once where the reader has left already', async () => {
  const { came, socket } = await pipelined(2)
  await left(socket)
  let over = 0
  for (const [request, response] of came) onAnswerEnd(request, response, () => void over++)
  expect(over).toBe(2)
})

it('tells of the end of a connection, unless that is no longer asked for', async () => {
  const { socket } = await pipelined(1)
  const told: string[] = []
  const forget = onConnectionEnd(socket, () => void told.push('a'))
  onConnectionEnd(socket, () => void told.push('b'))
  forget()
  await left(socket)
  expect(told).toEqual(['b'])
})
