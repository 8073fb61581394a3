import { describe, expect, it, vi } from 'vitest'
import { sendJson } from './send-json.js'

const answering =
  (status: number, text: string, headers: Record<string, string> = {}) =>
  async () =>
    new Response(status === 204 ? null : text, { status, headers })

describe('what is sent', () => {
  it('is done, with or without an answer', async () => {
    expect(await sendJson('POST', '/api/pairing', { send: answering(200, '{"code":"A"}') })).toEqual({
      kind: 'done',
      value: { code: 'A' },
    })
    expect(await sendJson('DELETE', '/api/devices/1', { send: answering(204, '') })).toEqual({
      kind: 'done',
      value: undefined,
    })
  })

  it('goes with what it says and what it knows', async () => {
    const send = vi.fn(answering(200, '{}', { etag: '"2"' }))
    const { signal } = new AbortController()
    const outcome = await sendJson('PUT', '/x', { body: { a: 1 }, ifMatch: '"1"', signal, send })
    expect(outcome).toEqual({ kind: 'done', value: {}, etag: '"2"' })
    expect(send).toHaveBeenCalledWith('/x', {
      method: 'PUT',
      headers: { accept: 'application/json', 'content-type': 'application/json', 'if-match': '"1"' },
      body: '{"a":1}',
      signal,
    })
  })

  it.each([
    [404, '{"detail":"There is no such device."}', { says: 'There is no such device.' }],
    [400, '{"detail":"Give a level.","field":"level"}', { says: 'Give a level.', field: 'level' }],
    [500, '{}', { says: 'It answered 500.' }],
    [500, '{"detail":7}', { says: 'It answered 500.' }],
    [502, 'null', { says: 'It answered 502.' }],
  ])('is refused with %d %s', async (status, text, said) => {
    expect(await sendJson('POST', '/x', { send: answering(status, text) })).toEqual({
      kind: 'refused',
      status,
      ...said,
    })
  })

  it.each([
    ['a proxy answers', answering(502, '<h1>Bad gateway</h1>')],
    ['nobody answers', () => Promise.reject(new TypeError('failed'))],
  ])('reaches nobody when %s', async (_when, send) => {
    expect(await sendJson('POST', '/x', { send })).toMatchObject({ kind: 'refused', status: 0 })
  })
})
