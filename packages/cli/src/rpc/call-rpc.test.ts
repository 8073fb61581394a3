import { describe, expect, it } from 'vitest'
import { DEAD, hang, json, listen } from '../test/hook-client.js'
import { callRpc, RpcRefusal, rpcRefusalText } from './call-rpc.js'

const answer = (members: object) => json(200, { jsonrpc: '2.0', id: 1, ...members })

describe('callRpc', () => {
  it('sends one request and gives its result', async () => {
    const { origin, heard } = await listen(answer({ result: { threads: [] } }))
    const result = await callRpc({ origin, token: 't' }, 'thread/list', { limit: 2 })
    expect(result).toEqual({ threads: [] })
    expect(heard[0]).toMatchObject({ method: 'POST', path: '/rpc' })
    expect(heard[0]?.headers).toMatchObject({
      authorization: 'Bearer t',
      'content-type': 'application/json',
    })
    expect(JSON.parse(String(heard[0]?.body))).toEqual({
      jsonrpc: '2.0',
      id: 1,
      method: 'thread/list',
      params: { limit: 2 },
    })
  })

  it('leaves params out where there are none, and takes null for a result', async () => {
    const { origin, heard } = await listen(answer({ result: null }))
    expect(await callRpc({ origin, token: 't' }, 'holon/status', undefined)).toBeNull()
    expect(JSON.parse(String(heard[0]?.body))).not.toHaveProperty('params')
  })

  it.each([
    [{ code: -32602, message: 'input is required', data: { field: 'input' } }, 'input'],
    [{ code: -32002, message: 'no such session' }, undefined],
    [{ code: -32603, message: 'paused', data: { field: 7 } }, undefined],
    [{ code: -32603, message: 'paused', data: null }, undefined],
  ])('keeps what was refused: %j', async (error, field) => {
    const { origin } = await listen(answer({ error }))
    const refusal = await callRpc({ origin, token: 't' }, 'turn/start', {}).catch((thrown: unknown) => thrown)
    expect(refusal).toBeInstanceOf(RpcRefusal)
    expect(refusal).toMatchObject({ code: error.code, message: error.message, field })
  })

  it.each([
    [
      'an older gateway',
      json(404, { detail: 'not found', code: 'not_found' }),
      /has no JSON-RPC; it is older/,
    ],
    ['something else', json(200, { ok: true }), /has no JSON-RPC/],
    ['a page', json(500, {}), /is no Signalbox/],
    ['a refused token', json(401, { detail: 'no' }), /refused the token/],
    ['params that are too long', json(413, { detail: 'the body is too large' }), /too large/],
    ['silence', hang, /does not answer/],
  ])('is one sentence for %s', async (_what, answered, sentence) => {
    const { origin } = await listen(answered)
    await expect(callRpc({ origin, token: 't' }, 'holon/status', undefined, 300)).rejects.toThrow(sentence)
  })

  it('is one sentence when nobody is there', async () => {
    await expect(callRpc({ origin: DEAD, token: 't' }, 'holon/status', undefined)).rejects.toThrow(
      'signalbox up',
    )
  })
})

describe('rpcRefusalText', () => {
  it.each([
    [
      new RpcRefusal(-32602, 'turn_id is not active', 'turn_id'),
      'turn/steer was refused: turn_id is not active (-32602, turn_id).',
    ],
    [new RpcRefusal(-32603, 'paused.', undefined), 'turn/steer was refused: paused (-32603).'],
    [new RpcRefusal(-32603, 'a\n\u001b[2Jb', ''), 'turn/steer was refused: a b (-32603).'],
  ])('%s', (refusal, sentence) => {
    expect(rpcRefusalText('turn/steer', refusal)).toBe(sentence)
  })
})
