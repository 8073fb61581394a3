import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { call, HttpRefusal } from './call.js'

/** A server that answers as told; its origin. */
async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const json = (status: number, body: object) => (_request: IncomingMessage, response: ServerResponse) => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

describe('call', () => {
  it('sends the token and the body, and gives the answer', async () => {
    const origin = await serve(async (request, response) => {
      const said = { method: request.method, auth: request.headers.authorization, body: await text(request) }
      json(200, said)(request, response)
    })
    expect(await call({ origin, token: 't' }, '/x', { method: 'POST', body: { a: 1 } })).toEqual({
      method: 'POST',
      auth: 'Bearer t',
      body: '{"a":1}',
    })
  })

  it('takes no content for done', async () => {
    const origin = await serve((_request, response) => response.writeHead(204).end())
    expect(await call({ origin, token: 't' }, '/x', { method: 'DELETE' })).toEqual({})
  })

  it('keeps what the gateway said when it refused', async () => {
    const origin = await serve(json(409, { detail: 'late', code: 'request_already_resolved', by: 'ann' }))
    const refusal = await call({ origin, token: 't' }, '/x').catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(HttpRefusal)
    expect(refusal).toMatchObject({ status: 409, message: 'late', problem: { by: 'ann' } })
  })

  it('is one sentence for a token that is refused', async () => {
    const origin = await serve(json(401, { detail: 'Token refused' }))
    await expect(call({ origin, token: 't' }, '/x')).rejects.toThrow(/refused the token.*--token/)
  })

  it.each([
    ['a page', 200, '<html>'],
    ['a page that is not found', 404, '<html>'],
    ['other JSON', 500, '{"error":"no"}'],
    ['a list', 200, '[]'],
  ])('is one sentence for %s', async (_what, status, body) => {
    const origin = await serve((_request, response) => response.writeHead(status).end(body))
    await expect(call({ origin, token: 't' }, '/x')).rejects.toThrow(/no Signalbox.*--url/)
  })

  it.each([
    ['at all', () => {}],
    ['to its end', (_request: IncomingMessage, response: ServerResponse) => void response.write('{')],
  ])('is one sentence for one who never answers %s', async (_what, answer) => {
    const origin = await serve(answer)
    await expect(call({ origin, token: 't' }, '/x', { limitMs: 50 })).rejects.toThrow(
      `What listens at ${origin} does not answer. If it hangs, end it, then: signalbox up`,
    )
  })

  it('is one sentence when nobody is there', async () => {
    await expect(call({ origin: 'http://127.0.0.1:9', token: 't' }, '/x')).rejects.toThrow('signalbox up')
  })
})
