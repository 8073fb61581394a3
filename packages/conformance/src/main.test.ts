import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type OwnGateway, startOwnGateway } from './engine/own-gateway.js'

const MAIN = fileURLToPath(new URL('./main.js', import.meta.url))

/** What a person sees who types `npm run conformance -- …`. */
function conformance(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [MAIN, ...args], (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
    })
  })
}

describe('against a gateway that somebody started', () => {
  let gateway: OwnGateway
  let there: string[]
  beforeAll(async () => {
    gateway = await startOwnGateway()
    there = ['--url', gateway.url, '--token', gateway.token]
  })
  afterAll(() => gateway.stop())

  it('prints the table and ends with 0', async () => {
    const { code, stdout, stderr } = await conformance(...there, '--only', 'NOTIFY-003')
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^NOTIFY-003 +000 +passed /m)
    expect(stdout).toMatch(/^cases: \d+ passed, 0 failed, 0 skipped$/m)
  })

  it('skips what this gateway cannot show, and says so', async () => {
    const { code, stdout } = await conformance(...there, '--only', 'NOTIFY-011')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^NOTIFY-011 +000 +skipped: needs --strict /m)
    const own = await conformance(...there, '--only', 'gateway-shutdown')
    expect(own.stdout).toMatch(/^GATEWAY-015 +004 +skipped: needs a gateway of its own /m)
    expect(own.stdout).toMatch(/^cases: 0 passed, 0 failed, 1 skipped$/m)
  })

  it('leaves no session and no flow behind', { timeout: 90_000 }, async () => {
    await conformance(...there, '--only', 'gateway-create')
    await conformance(...there, '--only', 'notify-fox')
    await conformance(...there, '--only', 'request-lists')
    await conformance(...there, '--only', 'work-usage')
    await conformance(...there, '--only', 'rpc-thread-known')
    await conformance(...there, '--only', 'flow-spawn')
    await conformance(...there, '--only', 'flow-trigger')
    const headers = { authorization: `Bearer ${gateway.token}` }
    const list = await fetch(`${gateway.url}/api/sessions?archived=true`, { headers })
    expect(await list.json()).toEqual({ sessions: [], next: null })
    const flows = await fetch(`${gateway.url}/api/flow/config`, { headers })
    expect(await flows.json()).toMatchObject({ triggers: [] })
  })

  it('gives JSON to programs', async () => {
    const { code, stdout } = await conformance(...there, '--only', 'gateway-ping', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ cases: [{ id: 'gateway-ping', outcome: 'passed' }] })
  })

  it.each([
    ['an id that does not exist', ['--only', 'NOPE-1'], /There is no case and no requirement "NOPE-1"/],
    ['no token', [], /asks for a token/],
    ['a wrong token', ['--token', 'wrong'], /refuses this token/],
  ])('ends with 1 and a sentence: %s', async (_what, more, said) => {
    const { code, stdout, stderr } = await conformance('--url', gateway.url, ...more)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(said)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })
})

describe('against something else', () => {
  it('ends with 1 where nobody listens', async () => {
    const { code, stderr } = await conformance('--url', 'http://127.0.0.1:9', '--token', 'x')
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^There is nothing to try at http:\/\/127/)])
  })

  it('ends with 1 where no gateway answers', async () => {
    const server = createServer((_request, response) => response.writeHead(204).end())
    server.on('upgrade', (_request, socket) => socket.end('HTTP/1.1 404 Not Found\r\n\r\n'))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { code, stderr } = await conformance('--url', url, '--token', 'x')
    expect([code, stderr]).toEqual([1, expect.stringMatching(/no Signalbox gateway answers/)])
  })
})

describe('without an address', () => {
  it('starts gateways of its own, of each kind, and stops them', async () => {
    const { code, stdout } = await conformance('--only', 'NOTIFY-010')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^NOTIFY-010 +000 +passed /m)
  })

  it('tells how it is used', async () => {
    const { code, stdout } = await conformance('--help')
    expect([code, stdout]).toEqual([0, expect.stringContaining('--only ID')])
  })
})
