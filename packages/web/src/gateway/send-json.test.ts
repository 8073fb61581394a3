import { describe, expect, it } from 'vitest'
import { sendJson } from './send-json.js'

const answering = (status: number, text: string) => async () =>
  new Response(status === 204 ? null : text, { status })

describe('what is sent', () => {
  it('is done, with or without an answer', async () => {
    expect(await sendJson('POST', '/api/pairing', answering(200, '{"code":"A"}'))).toEqual({
      kind: 'done',
      value: { code: 'A' },
    })
    expect(await sendJson('DELETE', '/api/devices/1', answering(204, ''))).toEqual({
      kind: 'done',
      value: undefined,
    })
  })

  it.each([
    [404, '{"detail":"There is no such device."}', 'There is no such device.'],
    [500, '{}', 'It answered 500.'],
    [500, '{"detail":7}', 'It answered 500.'],
    [502, 'null', 'It answered 502.'],
  ])('is refused with %d %s', async (status, text, says) => {
    expect(await sendJson('POST', '/x', answering(status, text))).toEqual({ kind: 'refused', status, says })
  })

  it.each([
    ['a proxy answers', answering(502, '<h1>Bad gateway</h1>')],
    ['nobody answers', () => Promise.reject(new TypeError('failed'))],
  ])('reaches nobody when %s', async (_when, send) => {
    expect(await sendJson('POST', '/x', send as typeof fetch)).toMatchObject({ kind: 'refused', status: 0 })
  })
})
