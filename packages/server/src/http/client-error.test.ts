import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerClientError, hangUp } from './client-error.js'

const HEAD = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n'
const BAD_CHUNK = 'zz\r\n'

let server: Server
let socket: Socket
let told: Promise<string>
let text: string

beforeEach(async () => {
  server = createServer().on('clientError', answerClientError)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined)
  text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString()
  })
  told = once(socket, 'close').then(() => text)
})
afterEach(() => {
  socket.destroy()
  server.closeAllConnections()
  server.close()
})

/** Sends bytes and waits for the request they begin. */
async function begin(bytes: string): Promise<ServerResponse> {
  const arrived = once(server, 'request')
  socket.write(bytes)
  const [request, response] = await arrived
  request.on('error', () => undefined)
  return response
}

it.each([
  ['nonsense\r\n\r\n', '400 Bad Request'],
  [
    `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
    '431 Request Header Fields Too Large',
  ],
])('says in plain text what is wrong with what is no request, and hangs up', async (bytes, status) => {
  socket.write(bytes)
  const [head, body] = (await told).split('\r\n\r\n')
  expect(head?.split('\r\n').slice(0, 2)).toEqual([`HTTP/1.1 ${status}`, 'Connection: close'])
  expect(body).toBe(status.slice(4))
})

it('says so too when a body goes wrong before there is an answer, and after an answer is all out', async () => {
  const first = await begin(`${HEAD}0\r\n\r\n`)
  first.end('well')
  await once(first, 'close')
  await begin(HEAD)
  socket.write(BAD_CHUNK)
  expect((await told).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400'])
})

it('only hangs up in the middle of an answer', async () => {
  const response = await begin(HEAD)
  response.write('half')
  await once(socket, 'data')
  socket.write(BAD_CHUNK)
  expect((await told).split('\r\n\r\n')[1]).toBe('4\r\nhalf\r\n')
})

it('only hangs up also where a later request on the connection is too slow', async () => {
  const response = await begin('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  response.write('half')
  await once(socket, 'data')
  const later = await begin(HEAD)
  hangUp(later.req.socket, 408)
  expect((await told).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200'])
})

it('says nothing to who is gone', async () => {
  const response = await begin(HEAD)
  answerClientError({ code: 'ECONNRESET' }, response.req.socket)
  expect(await told).toBe('')
})
