import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { RpcStream } from './rpc-stream.js'
import type { Target } from './target.js'

const status = (id: number) =>
  JSON.stringify({ jsonrpc: '2.0', id, result: { state: 'running', events_processed: 1 } })

/** A stream of a server that says what it is told to. */
async function opened(answer: (response: ServerResponse, request: IncomingMessage) => void, method?: 'GET') {
  const server = createServer((request, response) => answer(response, request))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const target: Target = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: '',
    has: new Set(),
  }
  const faults: string[] = []
  const signal = AbortSignal.timeout(5_000)
  const stream = await RpcStream.open(target, method ? { method } : {}, (fault) => faults.push(fault), signal)
  onTestFinished(() => stream.close())
  return { stream, faults }
}

describe('RpcStream', () => {
  it('takes lines apart, however they are cut, and counts blank ones', async () => {
    const bytes = Buffer.from(
      `\n${status(1)}\n\n${JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32700, message: '☃' } })}\n`,
    )
    const { stream, faults } = await opened((response, request) => {
      response.flushHeaders()
      request.once('data', () => {
        for (const byte of bytes) response.write(Buffer.from([byte]))
        response.end()
      })
    })
    await stream.ask('holon/status', {}, 1)
    await stream.ended
    expect(stream.lines).toMatchObject([{ id: 1 }, { error: { message: '☃' } }])
    expect([stream.blanks, faults]).toEqual([2, []])
  })

  it('sends requests while it listens, and waits for their responses', async () => {
    const { stream, faults } = await opened((response, request) => {
      response.flushHeaders()
      request.setEncoding('utf8').on('data', (text: string) => {
        for (const line of text.split('\n').filter(Boolean))
          response.write(`${status(JSON.parse(line).id)}\n`)
      })
      request.on('end', () => response.end())
    })
    expect(await stream.ask('holon/status')).toMatchObject({ result: { state: 'running' } })
    expect(await stream.ask('holon/status', {})).toMatchObject({ result: { state: 'running' } })
    stream.end()
    await stream.ended
    expect(faults).toEqual([])
  })

  it.each([
    ['no JSON', 'hello\n', 'a line is not JSON'],
    ['no notification', '{"jsonrpc":"2.0","method":"x"}\n', 'x is not slash-style'],
    ['half a line', '{"jsonrpc"', 'a stream ended within a line'],
  ])('finds %s', async (_what, text, fault) => {
    const { stream, faults } = await opened((response) => response.end(text), 'GET')
    await stream.ended
    expect(faults).toEqual([expect.stringContaining(fault)])
  })

  it('tells what it heard when it waits in vain', async () => {
    const { stream } = await opened((response) => response.end(`${status(1)}\n`))
    await expect(stream.line({ method: 'turn/started' })).rejects.toThrow(
      'until the stream ended; heard ["answer to 1"]',
    )
    await expect(stream.blank()).rejects.toThrow('waited for a blank line')
  })

  it('is not opened where it is refused', async () => {
    await expect(opened((response) => response.writeHead(406).end('no'))).rejects.toThrow(
      'a stream was answered by 406',
    )
  })

  it('is cut off, or ended', async () => {
    const { stream } = await opened((response) => {
      response.flushHeaders()
      response.socket?.resetAndDestroy()
    })
    await expect(stream.ended).rejects.toThrow('the stream was cut off')
  })
})
