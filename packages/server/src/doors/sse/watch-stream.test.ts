import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WatchEntry } from '@signalbox/protocol'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { sleeper } from '../../observers/testing.js'
import { send, TestClient, type TestGateway, testGateway } from '../../testing.js'
import { type Block, StreamReader } from './testing.js'

const dataDir = mkdtempSync(join(tmpdir(), 'signalbox-test-'))
let gateway: TestGateway
const start = () => testGateway({ dataDir, overrides: { livenessMs: 20 }, cleanUp: () => {} })
beforeAll(async () => {
  gateway = await start()
})
afterAll(async () => {
  await gateway.close('test')
  rmSync(dataDir, { recursive: true, force: true })
})

const hook = (session_id: string, name: string, fields = {}, headers = {}) =>
  send(gateway, 'POST', '/hooks/claude', {
    body: { session_id, cwd: '/home/me/shop', prompt_id: 'p1', hook_event_name: name, ...fields },
    headers,
  })

async function list(): Promise<WatchEntry[]> {
  const { json } = await send(gateway, 'GET', '/api/watch')
  return json.entries as WatchEntry[]
}

async function listen(): Promise<StreamReader> {
  const headers = { authorization: `Bearer ${gateway.token}` }
  const stream = await StreamReader.open(request(`${gateway.url}/api/watch/stream`, { headers }))
  onTestFinished(() => void stream.response.destroy())
  return stream
}

const said = ({ data }: Block) => JSON.parse(data ?? '{}')
const bash = { tool_name: 'Bash', tool_input: { command: 'npm test' }, tool_use_id: 'c1' }

describe('the watch list', () => {
  it('shows what an agent is at, live, until it leaves', async () => {
    const stream = await listen()
    const [first] = await stream.until(({ event }) => event === 'watch_list')
    expect(first).toEqual({ retry: '5000' })
    await hook('one', 'SessionStart', { source: 'startup' })
    await hook('one', 'UserPromptSubmit', { prompt: 'Test it' })
    await hook('one', 'PreToolUse', bash)
    await hook('one', 'PostToolUse', { ...bash, tool_response: 'ok' })
    await hook('one', 'Stop', { last_assistant_message: 'Done' })
    const isIdle = (block: Block) => said(block).name === 'Test it' && said(block).state === 'idle'
    const told = (await stream.until(isIdle)).map(said)
    expect(told.map(({ state, action }) => [state, action])).toEqual([
      ['idle', undefined],
      ['busy', undefined],
      ['busy', 'Bash: npm test'],
      ['idle', undefined],
    ])
    const { type: _type, seq: _seq, ts: _ts, ...entry } = told.at(-1)
    expect(await list()).toEqual([entry])
    expect(entry).toMatchObject({ agent: 'claude', origin: 'observed', cwd: '/home/me/shop' })
    await hook('one', 'SessionEnd', { reason: 'prompt_input_exit' })
    const [end] = (await stream.until((block) => said(block).state === 'ended')).slice(-1)
    expect(said(end ?? {})).toMatchObject({ sessionId: entry.sessionId, reason: 'prompt_input_exit' })
    expect(await list()).toEqual([])
  })

  it('tells that a process is gone, also when that happened while nobody looked', async () => {
    const [killed, killedLater, alive] = [await sleeper(), await sleeper(), await sleeper()]
    const at = ({ pid, started }: typeof killed) => ({
      'x-signalbox-pid': String(pid),
      'x-signalbox-pid-started': started,
      'x-signalbox-host': hostname(),
    })
    const stream = await listen()
    for (const [name, process] of Object.entries({ killed, killedLater, alive }))
      await hook(name, 'UserPromptSubmit', { prompt: name }, at(process))
    expect((await list()).map(({ pid }) => pid).sort()).toEqual(
      [killed, killedLater, alive].map(({ pid }) => pid).sort(),
    )
    await killed.end()
    const [gone] = (await stream.until((block) => said(block).state === 'ended')).slice(-1).map(said)
    expect(gone).toMatchObject({ pid: killed.pid, reason: 'process_gone' })
    expect(gone.until - gone.since).toBe(600_000)
    expect((await list()).at(-1)).toMatchObject({ state: 'ended', pid: killed.pid })

    await gateway.close('test')
    await killedLater.end()
    gateway = await start()
    const again = await listen()
    const isGone = (block: Block) => block.event === 'watch_state' && said(block).state === 'ended'
    const [, listed] = await again.until(({ event }) => event === 'watch_list')
    expect(said(listed ?? {}).entries).toHaveLength(2)
    const [later] = (await again.until(isGone)).slice(-1).map(said)
    expect(later).toMatchObject({ pid: killedLater.pid, reason: 'process_gone' })
    expect((await list()).map(({ state, pid }) => [state, pid])).toEqual([
      ['busy', alive.pid],
      ['ended', killedLater.pid],
    ])
  })

  it('tells that a person pressed Esc, by the transcript', async () => {
    const transcript_path = join(dataDir, 'three.jsonl')
    await hook('three', 'UserPromptSubmit', { prompt: 'Three', transcript_path })
    const stream = await listen()
    await stream.until(({ event }) => event === 'watch_list')
    const message = { role: 'user', content: [{ type: 'text', text: '[Request interrupted by user]' }] }
    writeFileSync(
      transcript_path,
      `${JSON.stringify({ promptId: 'p1', type: 'user', uuid: 'u', message })}\n`,
    )
    const [end] = (await stream.until((block) => said(block).state === 'idle')).slice(-1)
    expect(said(end ?? {})).toMatchObject({ agent: 'claude', state: 'idle' })
  })

  it('forgets a session that is deleted', async () => {
    await hook('four', 'UserPromptSubmit', { prompt: 'Four' })
    const { sessionId: id } = (await list()).find(({ state, pid }) => state === 'busy' && !pid) ?? {}
    const stream = await listen()
    const client = await TestClient.open(gateway)
    await client.ask({ type: 'delete_session', sessionId: id })
    const [left] = (await stream.until((block) => said(block).reason === 'deleted')).slice(-1)
    expect(said(left ?? {})).toMatchObject({ type: 'watch_state', state: 'ended' })
    expect(said(left ?? {}).sessionId).toBe(id)
    expect((await list()).map(({ sessionId }) => sessionId)).not.toContain(id)
  })

  it.each([
    ['/api/watch?x=1', 'x'],
    ['/api/watch/stream?dialect=other', 'dialect'],
    ['/api/watch/stream?after=0', 'after'],
  ])('refuses %s', async (path, field) => {
    const { status, json } = await send(gateway, 'GET', path)
    expect([status, json.field]).toEqual([400, field])
  })

  it.each(['/api/watch', '/api/watch/stream'])('is not for strangers: %s', async (path) => {
    expect((await send(gateway, 'GET', path, { anonymous: true })).status).toBe(401)
  })
})
