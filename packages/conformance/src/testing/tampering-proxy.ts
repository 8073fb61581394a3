import { once } from 'node:events'
import { createServer, type IncomingMessage, request as plainRequest, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import type { Answer } from '../engine/http-call.js'
import type { RpcLine } from '../engine/rpc-line.js'
import { socketUrl, type Target } from '../engine/target.js'
import type { Frame } from '../engine/witness.js'

/** What is done to what a gateway says. */
export interface Tampering {
  answer?: (answer: Answer) => Answer
  /** The frames sent instead of one. */
  frame?: (frame: Frame) => object[]
  /** What is sent instead of one block of an event stream. */
  block?: (block: string) => string
  /** The lines sent instead of one of a stream of JSON-RPC. */
  line?: (line: RpcLine) => object[]
}

/**
 * A gateway that is right but for one thing: a real one, seen through a proxy that tampers with its answers. Tests that
 * run beside each other say which of them it ends with.
 */
export async function tamperedWith(
  target: Target,
  {
    answer = (same) => same,
    frame = (same) => [same],
    block = (same) => same,
    line = (same) => [same],
  }: Tampering,
  finished: (end: () => void) => void = onTestFinished,
) {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 32 * 1024 * 1024 })
  const server = createServer((request, response) => {
    const { host: _host, connection: _connection, ...headers } = request.headers
    const sent = plainRequest(`${target.url}${request.url}`, { method: request.method, headers }, (real) => {
      const { statusCode: status = 0, headers } = real
      if (/event-stream/.test(headers['content-type'] ?? '')) {
        response.writeHead(status, headers)
        passBlocks(real, response, block)
        response.on('close', () => real.destroy())
        return
      }
      if (/x-ndjson/.test(headers['content-type'] ?? '')) {
        response.writeHead(status, headers)
        response.flushHeaders()
        passLines(real, response, line)
        response.on('close', () => real.destroy())
        return
      }
      bytes(real).then(
        (body) => send(response, answer({ status, headers, text: body.toString(), json: undefined })),
        () => response.destroy(),
      )
    })
    sent.on('error', () => response.headersSent || response.destroy())
    if (request.url?.startsWith('/rpc/stream')) {
      // What is asked and what is told go on at the same time.
      sent.flushHeaders()
      request.pipe(sent)
      return
    }
    bytes(request).then(
      (body) => sent.end(body),
      () => sent.destroy(),
    )
  })
  server.on('upgrade', (request, socket, head) => {
    sockets.handleUpgrade(request, socket, head, (ws) => connect(ws, request))
  })
  const connect = (ws: WebSocket, { url, headers }: IncomingMessage) => {
    const { authorization } = headers
    const real = new WebSocket(socketUrl(target, url), { headers: authorization ? { authorization } : {} })
    const opened = once(real, 'open')
    real.on('message', (data) => {
      const said = JSON.parse(String(data)) as Frame
      // What is not tampered with goes on as it was written.
      for (const one of frame(said)) ws.send(one === said ? String(data) : JSON.stringify(one))
    })
    real.on('close', (code) => ws.close(code === 1005 || code === 1006 ? 1000 : code))
    real.on('error', () => ws.terminate())
    ws.on('message', (data, isBinary) => opened.then(() => real.send(data as Buffer, { binary: isBinary })))
    ws.on('close', () => real.terminate())
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  finished(() => {
    for (const ws of sockets.clients) ws.terminate()
    server.closeAllConnections()
    server.close()
  })
  return { ...target, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** Event streams go on as they come, block by block. */
function passBlocks(
  real: IncomingMessage,
  response: ServerResponse,
  change: (block: string) => string,
): void {
  let rest = ''
  real.setEncoding('utf8').on('data', (text: string) => {
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const said of blocks.map(change)) if (said !== '') response.write(`${said}\n\n`)
  })
  real.on('error', () => response.destroy())
  real.on('end', () => response.end())
}

/** Lines go on as they come; those that are not tampered with as they were written. */
function passLines(
  real: IncomingMessage,
  response: ServerResponse,
  change: (line: RpcLine) => object[],
): void {
  let rest = ''
  real.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const said of lines) response.write(changedLine(said, change))
  })
  real.on('error', () => response.destroy())
  real.on('end', () => response.end())
}

function changedLine(said: string, change: (line: RpcLine) => object[]): string {
  if (said === '') return '\n'
  const line = JSON.parse(said) as RpcLine
  return change(line)
    .map((one) => `${one === line ? said : JSON.stringify(one)}\n`)
    .join('')
}

async function bytes(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function send(response: ServerResponse, { status, headers, text }: Answer): void {
  const {
    'content-length': _length,
    'transfer-encoding': _encoding,
    connection: _connection,
    ...rest
  } = headers
  response.writeHead(status, rest)
  response.end(text)
}
