import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempDir } from '../log/testing.js'
import { postNotify, send, TestClient, testGateway } from '../testing.js'
import { BASH, pollHook, terminal } from './testing.js'

const ALLOW = { hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } } }

describe('a held request when the gateway is stopped and started again', () => {
  it('is asked for again and answered; one that nobody comes back for is closed', async () => {
    const dataDir = tempDir()
    const first = await testGateway({ dataDir })
    const claude = terminal(first)
    const { json } = await claude.post(BASH, { wait: 'poll', 'event-id': 'e-1' })
    const waiting = pollHook(first, 'claude', String(json.held))
    const open = terminal(first)
    const left = open.open()
    const given = await open.asked()
    const asked = await claude.asked()
    await first.close('restart')
    await waiting.cut
    // Who has no way to ask again goes on without an opinion.
    expect((await left.answer).text).toBe('{}')

    const second = await testGateway({ dataDir, overrides: { returnMs: 1500 } })
    const again = terminal(second, 'claude', claude.session_id)
    const returned = pollHook(second, 'claude', String(json.held))
    const closed = terminal(second, 'claude', open.session_id)
    await expect
      .poll(() => closed.requests(), { interval: 20 })
      .toMatchObject([{ requestId: given.requestId, status: 'closed', outcome: 'gateway_restarted' }])
    expect(await again.asked()).toMatchObject({ requestId: asked.requestId })
    expect((await again.respond(asked, { approved: true })).status).toBe(200)
    expect((await returned.answer).json).toEqual(ALLOW)

    // It was told, and the connection broke before it was heard: it is told again.
    expect((await pollHook(second, 'claude', String(json.held)).answer).json).toEqual(ALLOW)
    await second.close('restart')
    const third = await testGateway({ dataDir })
    expect((await pollHook(third, 'claude', String(json.held)).answer).json).toEqual(ALLOW)
  })
})

describe('a PermissionRequest of Codex', () => {
  it('is held while somebody is there to answer', async () => {
    const gateway = await testGateway()
    const codex = terminal(gateway, 'codex')
    const client = await TestClient.open(gateway)
    const answered = await codex.poll(BASH, { 'event-id': 'e-1' })
    await codex.respond(await codex.asked(), { approved: true, remember: true })
    expect((await answered.answer).json).toEqual(ALLOW)
    const given = await codex.poll({ ...BASH, tool_input: { command: 'b' } })
    const asked = await codex.asked()
    client.ws.close()
    expect((await given.answer).text).toBe('{}')
    // Codex asks in its terminal now.
    expect((await codex.respond(asked, { approved: true })).json.code).toBe('agent_unavailable')
    expect(await codex.requests('&status=pending')).toHaveLength(1)
  })
})

describe('the files for hooks in the data directory', () => {
  it('name the gateway and open it for hooks alone', async () => {
    const gateway = await testGateway()
    expect(readFileSync(join(gateway.dataDir, 'gateway'), 'utf8')).toBe(`${gateway.url}\n`)
    const line = readFileSync(join(gateway.dataDir, 'hook-authorization'), 'utf8').trim()
    const token = line.replace('Authorization: Bearer ', '')
    const hooks = { ...gateway, token }
    const claude = terminal(hooks)
    const held = await claude.poll()
    const owner = terminal(gateway, 'claude', claude.session_id)
    await owner.respond(await owner.asked(), { approved: true })
    expect((await held.answer).json).toEqual(ALLOW)
    expect((await postNotify(hooks, 'Codex 1', { type: 'finish' })).status).toBe(204)
    for (const [method, path] of [
      ['GET', '/api/sessions'],
      ['GET', '/api/requests'],
      ['POST', '/api/requests/x/respond'],
      ['POST', '/api/events'],
      ['GET', '/api/activity/stream'],
      ['POST', '/api/pairing'],
      ['GET', '/metrics'],
    ] as const) {
      const answer = await send(hooks, method, path, { headers: { 'content-type': 'application/json' } })
      expect([path, answer.status, answer.json.code]).toEqual([path, 403, 'forbidden'])
    }
    const client = new TestClient(gateway.wsUrl)
    await client.next('connected')
    expect(await client.ask({ type: 'authenticate', token })).toMatchObject({ type: 'error' })
  })
})
