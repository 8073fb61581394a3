import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addressOf, placeOf } from './gateway-address.js'

let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'signalbox-address-'))
  writeFileSync(join(dataDir, 'token'), 'from-the-file\n')
  for (const name of ['URL', 'TOKEN', 'HOST', 'PORT', 'DEV', 'DATA_DIR'])
    vi.stubEnv(`SIGNALBOX_${name}`, undefined)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(dataDir, { recursive: true, force: true })
})

const at = (values: Record<string, string | boolean> = {}) => addressOf({ 'data-dir': dataDir, ...values })

describe('addressOf', () => {
  it('is the gateway of this machine, with the token of its data directory', () => {
    expect(at()).toEqual({ origin: 'http://127.0.0.1:8080', token: 'from-the-file' })
  })

  it('takes flags over the environment over config.json', () => {
    writeFileSync(join(dataDir, 'config.json'), '{"port": 9001}')
    expect(at().origin).toBe('http://127.0.0.1:9001')
    vi.stubEnv('SIGNALBOX_URL', 'https://box.example/')
    vi.stubEnv('SIGNALBOX_TOKEN', 'from-the-environment')
    expect(at()).toEqual({ origin: 'https://box.example', token: 'from-the-environment' })
    expect(at({ url: 'http://localhost:1', token: 'given' })).toEqual({
      origin: 'http://localhost:1',
      token: 'given',
    })
  })

  it.each([
    ['0.0.0.0', 'http://127.0.0.1:8080'],
    ['::', 'http://[::1]:8080'],
    ['::1', 'http://[::1]:8080'],
  ])('reaches a gateway that listens on %s at %s', (host, origin) => {
    vi.stubEnv('SIGNALBOX_TOKEN', 'x'.repeat(32))
    expect(at({ host }).origin).toBe(origin)
  })

  it.each(['', ' '])('takes the variable %j for none', (url) => {
    vi.stubEnv('SIGNALBOX_URL', url)
    expect(at().origin).toBe('http://127.0.0.1:8080')
    expect(placeOf({ 'data-dir': dataDir }).origin).toBe('http://127.0.0.1:8080')
  })

  it('shows the token of this machine to no other', () => {
    expect(() => at({ url: 'http://box.example' })).toThrow(/not for http:\/\/box\.example.*--token/)
    expect(placeOf({ 'data-dir': dataDir, url: 'http://127.0.0.1.box.example' })).not.toHaveProperty('token')
    expect(at({ url: 'http://box.example', token: 'its' }).token).toBe('its')
    for (const url of ['http://localhost:1', 'http://127.0.0.2:1', 'http://[::1]:1']) {
      expect(at({ url }).token).toBe('from-the-file')
      expect(placeOf({ 'data-dir': dataDir, url }).token).toBe('from-the-file')
    }
    // It listens there itself.
    vi.stubEnv('SIGNALBOX_HOST', 'box.example')
    expect(at({ url: 'http://box.example:9000' }).token).toBe('from-the-file')
  })

  it('needs no token of a gateway for development', () => {
    expect(at({ dev: true }).token).toBe('dev')
  })

  it.each(['notaurl', 'ftp://x', ''])('says what is wrong with %j', (url) => {
    expect(() => at({ url })).toThrow(/is not the address of a gateway.*--url/)
  })

  it('says what to do when there is no token yet', () => {
    rmSync(join(dataDir, 'token'))
    expect(() => at()).toThrow('signalbox up')
  })
})

describe('placeOf', () => {
  it('knows which of them is of this machine, and does without a token', () => {
    const place = (values: Record<string, string | boolean> = {}) =>
      placeOf({ 'data-dir': dataDir, port: '9001', ...values })
    const own = 'http://127.0.0.1:9001'
    expect(place()).toEqual({ origin: own, own, token: 'from-the-file' })
    rmSync(join(dataDir, 'token'))
    expect(place({ url: 'https://box.example/' })).toEqual({ origin: 'https://box.example', own })
    expect(place({ dev: true })).toMatchObject({ token: 'dev' })
    expect(place({ token: 'given' })).toMatchObject({ token: 'given' })
  })
})
