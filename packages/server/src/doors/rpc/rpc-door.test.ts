import { ERRORS, SignalboxError } from '@signalbox/protocol'
import { describe, expect, it, vi } from 'vitest'
import { hooksOf, type Identity, OWNER } from '../../identity.js'
import { type Received, send } from '../rest/testing.js'
import { openRpcDoors } from './stream.fixture.js'

const json = ({ text }: Received) => JSON.parse(text)

/** A door, and a way to post bytes to it. */
async function open(options: Parameters<typeof openRpcDoors>[0] = {}) {
  const doors = await openRpcDoors(options)
  const post = (body: string | Buffer | undefined, headers: Record<string, string> = {}) =>
    send(doors.port, { method: 'POST', path: '/rpc', headers, ...(body === undefined ? {} : { body }) })
  return { ...doors, post }
}

const STATUS = '{"jsonrpc":"2.0","id":1,"method":"holon/status"}'

describe('POST /rpc', () => {
  it('refuses what is no request with 400 and a coded body without id', async () => {
    const { post } = await open()
    const table: [body: string | Buffer | undefined, status: number, code: number, message: string][] = [
      [undefined, 400, -32600, 'empty request body'],
      ['', 400, -32600, 'empty request body'],
      ['{', 400, -32700, 'Parse error'],
      [Buffer.from([0x22, 0xff, 0x22]), 400, -32700, 'Parse error'],
      ['{"id":1,"method":"x"}', 400, -32600, "jsonrpc version must be '2.0'"],
      ['{"jsonrpc":"2.0","id":1}', 400, -32600, 'method is required'],
      [`[${STATUS}]`, 400, -32600, 'batches are not taken: send one request at a time'],
      ['"x"', 400, -32600, 'a request is a JSON object'],
      ['x'.repeat((1 << 20) + 1), 413, -32600, 'The body has more than 1048576 bytes.'],
    ]
    for (const [body, status, code, message] of table) {
      const answer = await post(body)
      expect([answer.status, json(answer)], message).toEqual([
        status,
        { jsonrpc: '2.0', id: null, error: { code, message } },
      ])
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    }
  })

  it('calls the method by any name, whatever the body says it is, and gives the id back', async () => {
    const { post } = await open()
    for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/plain', '']) {
      const answer = await post('{"jsonrpc":"2.0","id":"7","method":"signalbox/status","params":[1]}', {
        'content-type': type,
      })
      expect([answer.status, json(answer)], type).toEqual([
        200,
        { jsonrpc: '2.0', id: '7', result: { name: 'holon/status', params: [1] } },
      ])
    }
  })

  it('answers what the method refuses, and what there is no method for, with 200', async () => {
    const { post, faults } = await open({
      call: async (name) => {
        if (name === 'holon/pause') throw new SignalboxError('paused', 'failed to pause: already paused')
        if (name === 'turn/steer')
          throw new SignalboxError('invalidMessage', 'input is required', { field: 'input' })
        throw new Error('unforeseen')
      },
    })
    const ask = async (method: string) => {
      const answer = await post(JSON.stringify({ jsonrpc: '2.0', id: 1, method }))
      return [answer.status, json(answer).id, json(answer).error]
    }
    expect(await ask('nope')).toEqual([200, 1, { code: -32601, message: 'Method not found' }])
    expect(await ask('toString')).toEqual([200, 1, { code: -32601, message: 'Method not found' }])
    expect(await ask('holon/pause')).toEqual([
      200,
      1,
      { code: -32603, message: 'failed to pause: already paused' },
    ])
    const data = { field: 'input', reason: 'input is required' }
    expect(await ask('turn/steer')).toEqual([200, 1, { code: -32602, message: 'input is required', data }])
    expect(await ask('holon/status')).toMatchObject([200, 1, { code: -32603 }])
    expect(faults).toHaveLength(1)
  })

  it('answers 204 and nothing else where there is no id, however it went', async () => {
    const called: string[] = []
    const { post } = await open({
      call: async (name) => {
        called.push(name)
        throw new SignalboxError('internal')
      },
    })
    for (const id of ['', ',"id":null']) {
      for (const method of ['holon/status', 'nope']) {
        const answer = await post(`{"jsonrpc":"2.0","method":"${method}"${id}}`)
        expect([answer.status, answer.text]).toEqual([204, ''])
      }
    }
    expect(called).toEqual(['holon/status', 'holon/status'])
  })

  it('tells a method who calls, from where', async () => {
    const callers: [Identity, string][] = []
    const { post } = await open({
      call: async (_name, _params, { identity, from }) => {
        callers.push([identity, from])
        return {}
      },
    })
    await post(STATUS)
    expect(callers).toEqual([[OWNER, expect.stringMatching(/127\.0\.0\.1$/)]])
  })

  it('wants a token, and refuses other ways and pages, as every address does', async () => {
    const { post, ask } = await open()
    const without = await ask('/rpc', { method: 'POST', body: STATUS, token: false })
    // A problem like any other, which a program that knows JSON-RPC alone can read too.
    expect(without.headers['content-type']).toBe('application/problem+json')
    expect(without.headers['www-authenticate']).toContain('Bearer')
    expect([without.status, without.json()]).toEqual([
      401,
      expect.objectContaining({
        ...{ code: 'unauthorized', status: 401, jsonrpc: '2.0', id: null },
        error: { code: -32007, message: expect.stringContaining('token') },
      }),
    ])
    const hook = await ask('/rpc', { method: 'POST', body: STATUS, token: 'the-token-of-the-hooks' })
    expect([hook.status, hook.json().error]).toMatchObject([403, { code: -32007 }])
    const foreign = await post(STATUS, { origin: 'http://evil.example' })
    expect([foreign.status, json(foreign).error.code]).toEqual([403, -32007])
    for (let n = 0; n < 20; n++) await ask('/rpc', { method: 'POST', body: STATUS, token: 'wrong' })
    const limited = await ask('/rpc', { method: 'POST', body: STATUS, token: 'wrong' })
    expect([limited.status, limited.json().error]).toMatchObject([
      429,
      { code: -32001, data: { retryAfterMs: expect.any(Number) } },
    ])
    const read = await ask('/rpc')
    expect([read.status, read.headers.allow]).toEqual([405, 'POST'])
  })
})

describe('/rpc/stream refuses before it opens', () => {
  it('what cannot be read, naming the field', async () => {
    const { port, thread, streams } = await open()
    const known = await thread('Codex 1')
    const table: [query: string, status: number, field: string][] = [
      ['?after=x', 400, 'after'],
      ['?after=', 400, 'after'],
      ['?after=-1', 400, 'after'],
      ['?after=1&after=2', 400, 'after'],
      ['?after=01994f3a-0000-7000-8000-0000000000ff:1', 400, 'after'],
      [`?thread_id=${known}&after=01994f3a-0000-7000-8000-0000000000ff@1`, 400, 'after'],
      ['?thread_id=', 400, 'thread_id'],
      ['?thread_id=nobody', 404, 'thread_id'],
      ['?since=1', 400, 'since'],
    ]
    for (const method of ['GET', 'POST']) {
      for (const [query, status, field] of table) {
        const answer = await send(port, { method, path: `/rpc/stream${query}` })
        expect([answer.status, json(answer).field], `${method} ${query}`).toEqual([status, field])
        expect(json(answer).error).toMatchObject({ code: status === 404 ? -32002 : -32602, data: { field } })
        expect(answer.headers['content-type']).toBe('application/problem+json')
      }
    }
    expect(streams.size).toBe(0)
  })

  it('who would not understand the answer, or may not have it', async () => {
    const { port, ask } = await open()
    for (const method of ['GET', 'POST']) {
      const answer = await send(port, {
        method,
        path: '/rpc/stream',
        headers: { accept: 'application/json' },
      })
      expect([answer.status, json(answer).code]).toEqual([406, 'not_acceptable'])
      expect((await ask('/rpc/stream', { method, token: false })).status).toBe(401)
    }
    const put = await send(port, { method: 'PUT', path: '/rpc/stream', body: '' })
    expect([put.status, put.headers.allow]).toEqual([405, 'GET, POST'])
    expect((await send(port, { method: 'HEAD', path: '/rpc/stream' })).status).toBe(405)
  })

  it('while the log cannot be read, with the status that says so', async () => {
    const { port, log, thread } = await open()
    await thread('a')
    const broken = new SignalboxError('unavailable', 'the event log cannot be read right now')
    vi.spyOn(log, 'head', 'get').mockImplementation(() => {
      throw broken
    })
    vi.spyOn(log, 'snapshot').mockRejectedValue(broken)
    for (const query of ['', '?after=0', '?thread_id=a', '?thread_id=a&after=0']) {
      const answer = await send(port, { path: `/rpc/stream${query}` })
      expect([answer.status, json(answer).error.code], query).toEqual([503, -32603])
    }
  })

  it('once the gateway is stopping', async () => {
    const { port, streams } = await open()
    streams.close('bye')
    const answer = await send(port, { path: '/rpc/stream' })
    expect(answer.status).toBe(503)
  })
})

describe('the permission of a method', () => {
  it('is asked for before it is called, with the code of the contract', async () => {
    const { answerTo, callMethod } = await import('./call-method.js')
    const identity = { ...hooksOf(OWNER), role: 'viewer' } as const
    const methods = { call: async () => ({}) }
    const ask = async (method: string) => {
      const request = { id: '1', method, params: undefined }
      const answer = await answerTo(
        request,
        (it) => callMethod(methods, it, { identity, from: '' }),
        () => {},
      )
      return JSON.parse(answer ?? '').error?.code
    }
    expect(await ask('holon/status')).toBeUndefined()
    expect(await ask('turn/start')).toBe(ERRORS.unauthorized.rpc)
    expect(await ask('holon/pause')).toBe(-32007)
  })
})
