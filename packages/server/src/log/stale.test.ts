import { describe, expect, it } from 'vitest'
import type { Log } from './log.js'
import { draft, ingest, tempLog } from './testing.js'

/** What lists and the single look say of a session; they must agree. */
async function staleness(log: Log, sessionId: string): Promise<boolean | undefined> {
  const one = await log.reader.session(sessionId)
  const { sessions } = await log.reader.sessions({ tenantId: 'local', includeArchived: true, limit: 100 })
  expect(sessions.find(({ id }) => id === sessionId)).toEqual(one)
  return one?.stale
}

/** A log that was closed with such a session in it, opened again. */
async function reopened(fill: (log: Log) => Promise<string>): Promise<{ log: Log; sessionId: string }> {
  const before = await tempLog()
  const sessionId = await fill(before.log)
  await before.log.close()
  const { log } = await tempLog({ dataDir: before.dataDir, startedAt: Date.now() + 1 })
  return { log, sessionId }
}

const observed = (state: string) =>
  reopened(async (log) => (await log.commit(ingest('s', [draft('session_state', { state })]))).sessionId)

describe('a session that is watched', () => {
  it('is stale after a restart until it is heard of', async () => {
    const { log, sessionId } = await observed('ready')
    expect(await staleness(log, sessionId)).toBe(true)
    await log.close()
    const { log: later } = await tempLog({ startedAt: 0 })
    expect(later.startedAt).toBe(0)
    const { sessionId: heard } = await later.commit(ingest('s', [draft('turn_started')]))
    expect(await staleness(later, heard)).toBeUndefined()
  })

  it('is stale no more when an event comes', async () => {
    const before = await tempLog()
    const { sessionId } = await before.log.commit(ingest('s', [draft('turn_started')]))
    const { ts } = (await before.log.snapshot(sessionId)) ?? { ts: 0 }
    await before.log.close()
    const { log } = await tempLog({ dataDir: before.dataDir, startedAt: ts + 1 })
    expect(await staleness(log, sessionId)).toBe(true)
    await expect.poll(() => Date.now()).toBeGreaterThan(ts)
    await log.commit(ingest('s', [draft('message_complete', { text: 'I go on.' })]))
    expect(await staleness(log, sessionId)).toBeUndefined()
  })

  it.each(['inactive', 'error'])('is not stale when it is %s', async (state) => {
    const { log, sessionId } = await observed(state)
    expect(await staleness(log, sessionId)).toBeUndefined()
  })
})

it('is never said of a session that Signalbox drives', async () => {
  const { log, sessionId } = await reopened(async (before) => {
    const create = { name: null, agentType: 'demo', origin: 'driven' as const, cwd: null }
    const drafts = [draft('session_state', { state: 'ready' })]
    return (await before.commit({ tenantId: 'local', session: { by: 'new', create }, drafts })).sessionId
  })
  expect(await staleness(log, sessionId)).toBeUndefined()
})

it('tells when the gateway started', async () => {
  const before = Date.now()
  const { log } = await tempLog()
  expect(log.startedAt).toBeGreaterThanOrEqual(before)
  expect(log.startedAt).toBeLessThanOrEqual(Date.now())
})
