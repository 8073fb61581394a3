import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { BodyDeadline } from './body-deadline.js'

let server: Server
let time: number
let deadline: BodyDeadline
let streams: boolean
let onRequest: (request: IncomingMessage, response: ServerResponse) => void

beforeEach(async () => {
  time = 0
  streams = false
  deadline = new BodyDeadline(30_000, () => time)
  server = createServer((request, response) => {
    deadline.watch(request, response, streams)
    onRequest(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** Sends bytes; gives the request as the server has it, the client's socket, and all the client is told until it ends. */
async function send(bytes: string, handle: typeof onRequest = () => {}) {
  const arrived = new Promise<IncomingMessage>((resolve) => {
    onRequest = (request, response) => {
      handle(request, response)
      resolve(request)
    }
  })
  const socket: Socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const told = new Promise<string>((resolve) => {
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString()
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(text))
  })
  socket.write(bytes)
  return { request: await arrived, socket, told }
}

const SLOW = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc'

it('ends a request whose body does not come, with 408', async () => {
  const { told, socket } = await send(SLOW)
  time = 29_999
  deadline.sweep()
  expect(socket.destroyed).toBe(false)
  time = 30_000
  deadline.sweep()
  expect(await told).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\nConnection: close\r\n/)
})

it('ends it also when chunks trickle', async () => {
  const { told } = await send('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n')
  time = 30_000
  deadline.sweep()
  expect(await told).toContain(' 408 ')
})

it('ends a connection that goes on sending after it was refused, without a second answer', async () => {
  const { told } = await send(SLOW, (_request, response) => {
    response.writeHead(401, { 'content-length': '0' })
    response.end()
  })
  time = 30_000
  deadline.sweep()
  expect((await told).match(/HTTP\/1\.1/g)).toHaveLength(1)
})

it('lets a complete request wait for its answer as long as it takes', async () => {
  const { request, socket } = await send('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc')
  request.resume()
  await new Promise((resolve) => request.on('end', resolve))
  for (time of [90_000, 180_000]) deadline.sweep()
  expect([deadline.size, socket.destroyed]).toEqual([1, false])
})

it('lets a stream go on once its head is out, and leaves its end to it', async () => {
  streams = true
  let answer: ServerResponse | undefined
  const { socket, request } = await send(SLOW, (_request, response) => {
    answer = response
    response.flushHeaders()
  })
  time = 30_000
  deadline.sweep()
  answer?.end()
  await expect.poll(() => answer?.closed, { interval: 1 }).toBe(true)
  time = 60_000
  deadline.sweep()
  expect([deadline.size, request.socket.destroyed, socket.destroyed]).toEqual([1, false, false])
})

it('ends a stream that was refused, and one that was never opened', async () => {
  streams = true
  const refused = await send(SLOW, (_request, response) => {
    response.writeHead(406, { 'content-length': '0' })
    response.end()
  })
  const pending = await send(SLOW)
  time = 29_999
  deadline.sweep()
  expect([refused.request.socket.destroyed, pending.request.socket.destroyed]).toEqual([false, false])
  time = 30_000
  deadline.sweep()
  expect((await refused.told).match(/HTTP\/1\.1/g)).toHaveLength(1)
  expect(await pending.told).toContain(' 408 ')
})

it('watches the requests of a connection one after the other', async () => {
  const { request, socket, told } = await send('GET / HTTP/1.1\r\nHost: x\r\n\r\n', (_request, response) =>
    response.end(),
  )
  time = 60_000
  deadline.sweep()
  expect([request.complete, socket.destroyed]).toEqual([true, false])
  const second = new Promise<void>((resolve) => {
    onRequest = () => resolve()
  })
  socket.write(SLOW)
  await second
  expect(deadline.size).toBe(1)
  deadline.sweep()
  expect(socket.destroyed).toBe(false)
  time = 90_000
  deadline.sweep()
  expect(await told).toContain(' 408 ')
})

it('forgets a connection that is gone', async () => {
  const { request, socket } = await send(SLOW)
  expect(deadline.size).toBe(1)
  const closed = new Promise((resolve) => request.socket.on('close', resolve))
  request.on('error', () => {})
  socket.destroy()
  await closed
  expect(deadline.size).toBe(0)
})
