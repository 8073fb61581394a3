import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { send, testGateway } from '../../testing.js'

const THREAD = '01a1e09a-5d5c-7e81-ade2-aa59ec30ae9c'
const attributes = (told: Record<string, string>) =>
  Object.entries(told).map(([key, stringValue]) => ({ key, value: { stringValue } }))
const body = (...records: Record<string, string>[]) => ({
  resourceLogs: [{ scopeLogs: [{ logRecords: records.map((told) => ({ attributes: attributes(told) })) }] }],
})
const decision = (thread: string, more: Record<string, string> = {}) => ({
  'event.name': 'codex.tool_decision',
  'conversation.id': thread,
  call_id: 'call_1',
  decision: 'denied',
  source: 'User',
  ...more,
})
const hook = (name: string, more: object) => ({
  session_id: THREAD,
  turn_id: '01a1e09a-5f7e-7842-87c5-b4f35f321b80',
  cwd: '/home/dev/shop',
  hook_event_name: name,
  tool_name: 'Bash',
  tool_input: { command: 'touch a' },
  ...more,
})

describe('POST /v1/logs', () => {
  it('answers the request a person decided in the terminal, and takes nothing it should not', async () => {
    const gateway = await testGateway()
    const hookToken =
      /Bearer (\S+)/.exec(readFileSync(join(gateway.dataDir, 'hook-authorization'), 'utf8'))?.[1] ?? ''
    const asHook = { ...gateway, token: hookToken }
    const logs = (what: unknown, headers: Record<string, string> = {}) =>
      send(asHook, 'POST', '/v1/logs', { body: what, headers })

    await send(asHook, 'POST', '/hooks/codex', { body: hook('PreToolUse', { tool_use_id: 'call_1' }) })
    await send(asHook, 'POST', '/hooks/codex', { body: hook('PermissionRequest', {}) })
    const requests = async (status: string) =>
      (await send(gateway, 'GET', `/api/requests?status=${status}`)).json.requests as Record<
        string,
        unknown
      >[]
    expect(await requests('pending')).toHaveLength(1)

    const unknown = body({ 'event.name': 'codex.user_prompt' }, decision('nobody-knows-this'), {
      'event.name': 'x',
    })
    expect(await logs(unknown)).toMatchObject({ status: 200, json: { partialSuccess: {} } })
    expect(await requests('pending')).toHaveLength(1)

    const zipped = gzipSync(JSON.stringify(body(decision(THREAD))))
    expect((await logs(zipped, { 'content-encoding': 'gzip' })).status).toBe(200)
    expect(await requests('resolved')).toMatchObject([
      { outcome: 'denied', by: { userId: 'terminal', via: 'codex' } },
    ])
    // Told again it changes nothing.
    expect((await logs(body(decision(THREAD, { decision: 'approved' })))).status).toBe(200)
    expect(await requests('resolved')).toMatchObject([{ outcome: 'denied' }])

    const protobuf = await logs(Buffer.from([10, 0]), { 'content-type': 'application/x-protobuf' })
    expect(protobuf.status).toBe(415)
    expect(protobuf.text).toMatch(/protocol = .{0,2}json/)
    expect((await logs('{}', { 'content-encoding': 'br' })).status).toBe(415)
    expect((await logs('not zipped', { 'content-encoding': 'gzip' })).status).toBe(400)
    expect((await logs(gzipSync(Buffer.alloc(9 << 20, 32)), { 'content-encoding': 'gzip' })).status).toBe(413)
    expect((await logs('[]')).status).toBe(400)
    expect((await send(gateway, 'POST', '/v1/logs', { body: {}, anonymous: true })).status).toBe(401)
    const metrics = (await send(gateway, 'GET', '/metrics')).text
    expect(metrics).toMatch(/signalbox_otlp_records_total\{result="unknown"\} 1/)
  })
})
