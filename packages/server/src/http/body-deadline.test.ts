import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { BodyDeadline } from './body-deadline.js'

let server: Server
let time: number
let deadline: BodyDeadline
let onRequest: (request: IncomingMessage, response: ServerResponse) => void

beforeEach(async () => {
  time = 0
  deadline = new BodyDeadline(30_000, () => time)
  server = createServer((request, response) => {
    deadline.watch(request, response)
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
  const { told } = await send(SLOW)
  time = 29_999
  deadline.sweep()
  expect(deadline.size).toBe(1)
  time = 30_000
  deadline.sweep()
  expect(deadline.size).toBe(0)
  expect(await told).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\nConnection: close\r\n/)
})

it('ends it also when chunks trickle', async () => {
  const { told } = await send('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n')
  time = 30_000
  deadline.sweep()
  expect(await told).toContain(' 408 ')
})

it('ends a connection that goes on sending after it was refused, without a second answer', async () => {
  const { request, told } = await send(SLOW, (_request, response) => {
    response.writeHead(401, { 'content-length': '0' })
    response.end()
  })
  deadline.answered(request)
  expect(deadline.size).toBe(1)
  time = 30_000
  deadline.sweep()
  expect((await told).match(/HTTP\/1\.1/g)).toHaveLength(1)
})

it('forgets a request that is complete, however long its answer takes', async () => {
  const { request, socket } = await send('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc')
  request.resume()
  await new Promise((resolve) => request.on('end', resolve))
  time = 90_000
  deadline.sweep()
  expect([deadline.size, socket.destroyed]).toEqual([0, false])
  deadline.answered(request)
  expect(socket.destroyed).toBe(false)
})

it('watches nothing that has no body', async () => {
  await send('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  expect(deadline.size).toBe(0)
})

it('forgets a request whose client left', async () => {
  const { request, socket } = await send(SLOW)
  const closed = new Promise((resolve) => request.on('close', resolve))
  request.on('error', () => {})
  socket.destroy()
  await closed
  deadline.answered(request)
  expect(deadline.size).toBe(0)
})
