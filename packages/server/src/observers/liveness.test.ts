import type { JsonObject } from '@signalbox/protocol'
import { describe, expect, it, onTestFinished } from 'vitest'
import { draft, ingest, readEvents } from '../log/testing.js'
import { Liveness, type LivenessDeps } from './liveness.js'
import { ownProbe } from './process-probe.js'
import { sharedLog, sleeper } from './testing.js'

const HOST = 'here'
const theLog = sharedLog()

function stage(deps: Partial<LivenessDeps> = {}) {
  const log = theLog()
  const faults: unknown[] = []
  const liveness = new Liveness({
    log,
    probe: ownProbe(),
    host: HOST,
    report: (fault) => void faults.push(fault),
    // Looked by the test.
    intervalMs: 2 ** 30,
    ...deps,
  })
  onTestFinished(() => liveness.close())
  return { log, liveness, faults }
}

const runs = (process: JsonObject) => draft('session_updated', { process: { host: HOST, ...process } })
const prompt = draft('turn_started', {}, { nativeTurnId: 't1' })
const asks = draft('permission_requested', { requestId: 'r', toolName: 'Bash', description: 'ls' })
const PRESENT = async (pids: readonly number[]) => new Map(pids.map((pid) => [pid, '1']))

describe('liveness', () => {
  it('ends a session whose process is gone twice in a row: its turn is aborted, what it asked withdrawn', async () => {
    const { log, liveness } = stage()
    const { pid, started, end } = await sleeper()
    const { sessionId } = await log.commit(ingest('s3', [runs({ pid, started }), prompt, asks]))
    await liveness.check()
    await liveness.check()
    expect((await log.snapshot(sessionId))?.meta.status).toBe('waiting')
    await end()
    await liveness.check()
    expect((await log.snapshot(sessionId))?.meta.status).toBe('waiting')
    await liveness.check()
    const events = await readEvents(log, sessionId)
    const told = events.map(({ type, data }) => [type, JSON.parse(data)] as const)
    expect(told.filter(([type]) => /^(request_closed|turn_complete)$/.test(type))).toMatchObject([
      ['request_closed', { requestId: 'r', reason: 'withdrawn' }],
      ['turn_complete', { stopReason: 'aborted' }],
    ])
    const state = await log.snapshot(sessionId)
    expect(state).toMatchObject({ turn: null, requests: [], attention: [], ended: true })
    expect(state?.watch).toMatchObject({ state: 'ended', reason: 'process_gone' })
    expect((state?.watch?.until ?? 0) - (state?.watch?.since ?? 0)).toBe(600_000)
    expect(liveness.size).toBe(0)
  })

  it('knows a process by its start, not by its number alone', async () => {
    const { log, liveness } = stage()
    const { pid, started } = await sleeper()
    const other = await log.commit(ingest('other', [runs({ pid, started: `${started}1` }), prompt]))
    const same = await log.commit(ingest('same', [runs({ pid, started }), prompt]))
    const unsure = await log.commit(ingest('unsure', [runs({ pid }), prompt]))
    await liveness.check()
    await liveness.check()
    const statuses = [other, same, unsure].map(
      async ({ sessionId }) => (await log.snapshot(sessionId))?.meta.status,
    )
    expect(await Promise.all(statuses)).toEqual(['inactive', 'running', 'running'])
  })

  it('says nothing of processes elsewhere, of sessions without one, or that have ended', async () => {
    const { log, liveness } = stage({ probe: async () => new Map() })
    await log.commit(ingest('elsewhere', [runs({ pid: 7, host: 'there' }), prompt]))
    await log.commit(ingest('none', [prompt]))
    const { sessionId } = await log.commit(ingest('left', [runs({ pid: 7 }), prompt]))
    expect(liveness.size).toBe(1)
    await log.commit(ingest('left', [draft('session_state', { state: 'inactive', reason: 'exit' })]))
    expect(liveness.size).toBe(0)
    await liveness.check()
    await liveness.check()
    expect((await log.snapshot(sessionId))?.watch).toMatchObject({ state: 'ended', reason: 'exit' })
  })

  it('follows a session that is taken up again in another process', async () => {
    let there = [1]
    const probe = async () => new Map(there.map((pid) => [pid, 'x']))
    const { log, liveness } = stage({ probe })
    const { sessionId } = await log.commit(ingest('s9', [runs({ pid: 1, started: 'x' }), prompt]))
    there = [2]
    await liveness.check()
    await log.commit(ingest('s9', [runs({ pid: 2, started: 'x' })]))
    await liveness.check()
    await liveness.check()
    expect((await log.snapshot(sessionId))?.meta.status).toBe('running')
    there = []
    await liveness.check()
    await liveness.check()
    expect((await log.snapshot(sessionId))?.meta.status).toBe('inactive')
  })

  it('looks for those that were there before the gateway started', async () => {
    const { log, liveness } = stage({ probe: async () => new Map() })
    const { sessionId } = await log.commit(ingest('s11', [runs({ pid: 1, started: 'x' }), prompt]))
    const second = new Liveness({
      log,
      probe: async () => new Map(),
      host: HOST,
      report: () => {},
      intervalMs: 2 ** 30,
    })
    onTestFinished(() => second.close())
    const { sessions } = await log.reader.watched({ before: null, limit: 100 })
    for (const session of sessions) if (session.sessionId === sessionId) second.load(session)
    expect(second.size).toBe(1)
    await second.check()
    await second.check()
    expect((await log.snapshot(sessionId))?.watch?.reason).toBe('process_gone')
    expect(liveness.size).toBe(0)
  })

  it('concludes nothing where nobody knows, and tries again while the disk refuses', async () => {
    let known: ReadonlyMap<number, string> | undefined
    const { log, liveness, faults } = stage({ probe: async () => known })
    const { sessionId } = await log.commit(ingest('s13', [runs({ pid: 1 }), prompt]))
    await liveness.check()
    await liveness.check()
    expect((await log.snapshot(sessionId))?.meta.status).toBe('running')
    known = new Map()
    await liveness.check()
    await log.deleteSession('local', sessionId)
    await liveness.check()
    expect([liveness.size, faults]).toEqual([0, []])
  })

  it('tells a fault of the probe and lives on', async () => {
    const fault = new Error('injected')
    const { log, liveness, faults } = stage({
      probe: async () => {
        throw fault
      },
    })
    await log.commit(ingest('s15', [runs({ pid: 1 }), prompt]))
    await liveness.check()
    expect(faults).toEqual([fault])
  })

  it('looks by itself, one look at a time', async () => {
    let looks = 0
    const looked = new Promise<void>((resolve) => {
      const probe = async (pids: readonly number[]) => {
        looks += 1
        if (looks === 3) resolve()
        return PRESENT(pids)
      }
      const { log } = stage({ probe, intervalMs: 5 })
      void log.commit(ingest('looked', [runs({ pid: 1 }), prompt]))
    })
    await looked
  })
})
