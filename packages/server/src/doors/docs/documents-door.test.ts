import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { send, testGateway } from '../../testing.js'

const docs = new URL('../../../../../docs/', import.meta.url)

it.each(['openapi.json', 'asyncapi.json', 'openrpc.json'])(
  'serves %s as it is on disk, without a token',
  async (name) => {
    const gateway = await testGateway()
    const answer = await send(gateway, 'GET', `/${name}`, { anonymous: true })
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    })
    // Not toBe: the difference of two long texts takes longer to show than anyone would read.
    expect(answer.text === readFileSync(new URL(name, docs), 'utf8')).toBe(true)

    const etag = String(answer.headers.etag)
    const again = await send(gateway, 'GET', `/${name}`, {
      anonymous: true,
      headers: { 'if-none-match': etag },
    })
    expect([again.status, again.text]).toEqual([304, ''])
    const head = await send(gateway, 'HEAD', `/${name}`, {
      anonymous: true,
      headers: { 'if-none-match': '"x"' },
    })
    expect([head.status, head.headers.etag]).toEqual([200, etag])
  },
)

it('serves them under no other host name, and takes nothing', async () => {
  const gateway = await testGateway()
  const elsewhere = await send(gateway, 'GET', '/openapi.json', { headers: { host: 'evil.example' } })
  expect([elsewhere.status, elsewhere.json.code]).toEqual([403, 'forbidden_host'])
  const posted = await send(gateway, 'POST', '/openapi.json', { body: {} })
  expect([posted.status, posted.headers.allow]).toEqual([405, 'GET, HEAD'])
})
