import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SessionNames } from './session-names.js'

let name: string | null = 'Shop'
let asked = 0
const server = createServer((request, response) => {
  asked++
  const found = request.url === '/api/sessions/a%2Fb'
  const body = found ? { name, cwd: '/srv/site', aliases: [] } : { detail: 'no session' }
  response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(body))
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

describe('SessionNames', () => {
  it('asks once in a while, and makes do with the id', async () => {
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    let now = 0
    const names = new SessionNames({ origin, token: 't' }, () => now)
    expect(await Promise.all([names.of('a/b'), names.of('a/b')])).toEqual(['Shop', 'Shop'])
    expect(asked).toBe(1)
    name = null
    now = 60_001
    expect(await names.of('a/b')).toBe('site')
    expect(await names.of('01994f3a-0000-7000-8000-000000000001')).toBe('00000001')
    const nobody = new SessionNames({ origin: 'http://127.0.0.1:1', token: '' })
    expect(await nobody.of('s')).toBe('s')
  })
})
