import type { IncomingHttpHeaders } from 'node:http'
import { SignalboxError } from '@signalbox/protocol'
import { describe, expect, it } from 'vitest'
import { type CookieUse, checkHost, checkOrigin, Guards, isSafe, listHosts, trustsCookie } from './guards.js'

const local = listHosts({ host: '127.0.0.1', allowedHosts: [] }, 8080)

function kindOf(action: () => unknown): string {
  try {
    action()
    return 'passed'
  } catch (error) {
    return error instanceof SignalboxError ? error.kind : String(error)
  }
}

const hostIn = (hosts: ReturnType<typeof listHosts>) => (host: string | undefined) =>
  kindOf(() => checkHost(hosts, host === undefined ? {} : { host }))

describe('checkHost', () => {
  it('takes the loopback names on the bound port', () => {
    const judge = hostIn(local)
    for (const host of ['localhost:8080', '127.0.0.1:8080', '[::1]:8080', 'LocalHost:8080']) {
      expect(judge(host)).toBe('passed')
    }
    for (const host of [
      undefined,
      '',
      'localhost',
      'localhost:80',
      'localhost:8081',
      'evil.example',
      'evil.example:8080',
      'localhost.evil.example:8080',
      'localhost.:8080',
      'localhost:8080, evil.example',
      'user@localhost:8080',
      '127.0.0.1.nip.io:8080',
      '192.168.1.5:8080',
      '0.0.0.0:8080',
    ]) {
      expect(judge(host)).toBe('forbiddenHost')
    }
  })

  it('takes no port where that is the port of HTTP', () => {
    const judge = hostIn(listHosts({ host: 'localhost', allowedHosts: [] }, 80))
    expect(judge('localhost')).toBe('passed')
    expect(judge('localhost:80')).toBe('passed')
  })

  it('takes the bound host and the configured names', () => {
    const judge = hostIn(
      listHosts({ host: 'fe80::1', allowedHosts: ['Box.example', 'localhost:9000'] }, 8080),
    )
    for (const host of ['[fe80::1]:8080', 'box.example', 'box.example:8080', 'localhost:9000'])
      expect(judge(host)).toBe('passed')
    for (const host of ['box.example:9000', 'localhost:9001', 'a.box.example'])
      expect(judge(host)).toBe('forbiddenHost')
  })

  it('takes any address, but no further name, when bound to every interface', () => {
    for (const host of ['0.0.0.0', '::']) {
      const judge = hostIn(listHosts({ host, allowedHosts: [] }, 8080))
      expect(judge('192.168.1.5:8080')).toBe('passed')
      expect(judge('[fe80::1]:8080')).toBe('passed')
      expect(judge('192.168.1.5:8081')).toBe('forbiddenHost')
      expect(judge('192.168.1.5')).toBe('forbiddenHost')
      expect(judge('evil.example:8080')).toBe('forbiddenHost')
    }
  })
})

describe('checkOrigin', () => {
  const judge = (origin?: string, host = 'localhost:8080') =>
    kindOf(() => {
      if (!checkOrigin(local, origin === undefined ? { host } : { host, origin })) throw new Error('no trust')
    })

  it('trusts pages of this gateway, by any of its names', () => {
    expect(judge('http://localhost:8080')).toBe('passed')
    expect(judge('https://localhost:8080')).toBe('passed')
    expect(judge('http://127.0.0.1:8080')).toBe('passed')
    expect(judge('http://192.168.1.5:8080', '192.168.1.5:8080')).toBe('passed')
  })

  it('does not trust a missing Origin', () => {
    expect(judge()).toBe('Error: no trust')
  })

  it.each([
    'null',
    '',
    'http://evil.example',
    'http://localhost',
    'http://localhost:3000',
    'http://localhost:8080.evil.example',
    'http://localhost:8080@evil.example',
    'http://evil.example/localhost:8080',
    'file://localhost:8080',
    'chrome-extension://localhost:8080',
    'http://localhost:8080, http://evil.example',
  ])('refuses %j', (origin) => {
    expect(judge(origin)).toBe('forbiddenOrigin')
  })
})

describe('trustsCookie', () => {
  const judge = (use: CookieUse, headers: IncomingHttpHeaders) =>
    trustsCookie(local, { host: 'localhost:8080', ...headers }, use)

  it('believes a matching Origin for everything', () => {
    for (const use of ['read', 'write', 'upgrade'] as const) {
      expect(judge(use, { origin: 'http://localhost:8080' })).toBe(true)
      expect(judge(use, { origin: 'http://evil.example' })).toBe(false)
      expect(judge(use, { origin: 'http://evil.example', 'sec-fetch-site': 'same-origin' })).toBe(false)
    }
  })

  it('believes Sec-Fetch-Site for reads only', () => {
    expect(judge('read', { 'sec-fetch-site': 'same-origin' })).toBe(true)
    expect(judge('read', { 'sec-fetch-site': 'none' })).toBe(true)
    expect(judge('read', { 'sec-fetch-site': 'same-site' })).toBe(false)
    expect(judge('read', { 'sec-fetch-site': 'cross-site' })).toBe(false)
    expect(judge('write', { 'sec-fetch-site': 'same-origin' })).toBe(false)
    expect(judge('upgrade', { 'sec-fetch-site': 'same-origin' })).toBe(false)
  })

  it('believes a bare read only where browsers have nothing to say: plain HTTP to another machine', () => {
    expect(judge('read', {})).toBe(false)
    expect(judge('read', { host: '[::1]:8080' })).toBe(false)
    expect(judge('read', { host: '192.168.1.5:8080' })).toBe(true)
    expect(judge('write', { host: '192.168.1.5:8080' })).toBe(false)
    expect(judge('upgrade', { host: '192.168.1.5:8080' })).toBe(false)
  })
})

describe('Guards', () => {
  const guards = new Guards({ host: '127.0.0.1', port: 0, allowedHosts: [] })
  guards.listeningOn(4000)
  const foreign = { host: 'localhost:4000', origin: 'http://evil.example' }

  it('learns the port it listens on', () => {
    expect(kindOf(() => guards.checkRequest('GET', { host: 'localhost:4000' }))).toBe('passed')
    expect(kindOf(() => guards.checkRequest('GET', { host: 'localhost:0' }))).toBe('forbiddenHost')
  })

  it('checks the Origin of what changes state and of upgrades', () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'QUERY', 'PROPFIND', 'TRACE', undefined]) {
      expect(kindOf(() => guards.checkRequest(method, foreign))).toBe('forbiddenOrigin')
      expect(isSafe(method)).toBe(false)
    }
    for (const method of ['GET', 'HEAD', 'OPTIONS'])
      expect(kindOf(() => guards.checkRequest(method, foreign))).toBe('passed')
    expect(kindOf(() => guards.checkUpgrade(foreign))).toBe('forbiddenOrigin')
    expect(kindOf(() => guards.checkUpgrade({ host: 'localhost:4000' }))).toBe('passed')
    expect(kindOf(() => guards.checkUpgrade({ host: 'evil.example' }))).toBe('forbiddenHost')
  })
})
