import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { StaticFiles } from './static.js'
import { sendBytes, startTestGateway } from './testing.js'

let root: string
let gateway: Awaited<ReturnType<typeof startTestGateway>>

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'signalbox-static-'))
  const webDir = join(root, 'dist')
  mkdirSync(join(webDir, 'assets', 'deep'), { recursive: true })
  writeFileSync(join(root, 'secret.txt'), 'secret')
  writeFileSync(join(webDir, 'index.html'), '<!doctype html>')
  writeFileSync(join(webDir, 'docs.html'), '<!doctype html>docs')
  writeFileSync(join(webDir, 'favicon.svg'), '<svg/>')
  writeFileSync(join(webDir, 'assets', 'app-1a2b.js'), 'run()')
  writeFileSync(join(webDir, 'assets', 'deep', 'x.bin'), 'bin')
  symlinkSync(join(root, 'secret.txt'), join(webDir, 'assets', 'link.txt'))
  gateway = await startTestGateway({ webDir })
})
afterEach(async () => {
  await gateway.close()
  rmSync(root, { recursive: true, force: true })
})

const get = (path: string, headers: Record<string, string> = {}) =>
  gateway.ask(path, { token: false, headers })

it('serves the page without a token, also where a browser is paired', async () => {
  for (const path of [
    '/',
    '/pair',
    '/?x=1',
    '/sessions',
    '/sessions/Codex%201?event=3',
    '/devices',
    '/connect',
  ]) {
    const { status, headers, text } = await get(path)
    expect([status, text]).toEqual([200, '<!doctype html>'])
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-length': '15',
    })
    expect(headers['content-security-policy']).toBeDefined()
  }
})

it('serves the page to read at /docs', async () => {
  const { status, headers, text } = await get('/docs')
  expect([status, text]).toEqual([200, '<!doctype html>docs'])
  expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
  expect((await get('/docs', { 'if-none-match': String(headers.etag) })).status).toBe(304)
})

it('serves assets for ever and other files as they change', async () => {
  const asset = await get('/assets/app-1a2b.js')
  expect([asset.status, asset.text]).toEqual([200, 'run()'])
  expect(asset.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect((await get('/assets/deep/x.bin')).headers['content-type']).toBe('application/octet-stream')
  expect((await get('/favicon.svg')).headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'cache-control': 'no-cache',
  })
})

it('sends no body to HEAD, nor to who has it already', async () => {
  const head = await gateway.ask('/', { method: 'HEAD', token: false })
  expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', '15'])
  const again = await get('/', { 'if-none-match': String(head.headers.etag) })
  expect([again.status, again.text]).toEqual([304, ''])
  expect((await get('/', { 'if-none-match': '"other"' })).status).toBe(200)
})

describe('nothing else', () => {
  it.each([
    '/assets/',
    '/assets/nothing.js',
    '/assets/link.txt',
    '/assets/../../secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/assets/..%5c..%5csecret.txt',
    '/assets//etc/passwd',
    '/assets/app-1a2b.js%00.txt',
    '/assets/__proto__',
  ])('%s is a 404', async (path) => {
    const answer = await sendBytes(
      gateway.port,
      `GET ${path} HTTP/1.1\r\nHost: localhost:${gateway.port}\r\nConnection: close\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 404 /)
    expect(answer).not.toMatch(/\r\n\r\nsecret/)
  })

  it.each(['/index.html', '/docs.html', '/secret.txt', '/../secret.txt'])(
    '%s is no address of the page',
    async (path) => {
      expect((await get(path)).status).toBe(401)
    },
  )
})

it('reads a file once', async () => {
  const files = new StaticFiles(join(root, 'dist'))
  const first = await files.get('index.html')
  rmSync(join(root, 'dist', 'index.html'))
  expect(await files.get('index.html')).toBe(first)
  expect(await files.get('favicon')).toBeUndefined()
})

it('fails on a file that vanished, and serves it when it is back', async () => {
  const files = new StaticFiles(join(root, 'dist'))
  rmSync(join(root, 'dist', 'favicon.svg'))
  await expect(files.get('favicon.svg')).rejects.toThrow()
  writeFileSync(join(root, 'dist', 'favicon.svg'), 'new')
  expect((await files.get('favicon.svg'))?.body.toString()).toBe('new')
})

it('says what to do when the dashboard is not built', async () => {
  const bare = await startTestGateway()
  const answer = await bare.ask('/', { token: false })
  expect([answer.status, answer.json().detail]).toEqual([
    404,
    'The dashboard is not built; run: npm run build.',
  ])
  await bare.close()
})
