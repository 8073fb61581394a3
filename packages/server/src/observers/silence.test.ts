import { describe, expect, it, onTestFinished } from 'vitest'
import { draft, ingest } from '../log/testing.js'
import { Silence } from './silence.js'
import { sharedLog } from './testing.js'

const HOUR = 3600_000
const theLog = sharedLog()

function stage() {
  const log = theLog()
  const clock = { ahead: 0 }
  const faults: unknown[] = []
  const deps = {
    log,
    host: 'here',
    now: () => Date.now() + clock.ahead,
    staleAfterMs: HOUR,
    report: (fault: unknown) => void faults.push(fault),
  }
  const silence = new Silence(deps)
  onTestFinished(() => silence.close())
  /** What is seen of a session once everything under way is done. */
  const seen = async (sessionId: string) => (await log.snapshot(sessionId))?.watch
  return { log, silence, clock, seen, faults, deps }
}

const prompt = draft('turn_started')

describe('silence', () => {
  it('makes a session stale that nothing was heard of, until something is', async () => {
    const { log, silence, clock, seen } = stage()
    const { sessionId } = await log.commit(ingest('s3', [prompt]))
    silence.check()
    expect((await seen(sessionId))?.state).toBe('busy')
    clock.ahead = HOUR + 1
    silence.check()
    expect(await seen(sessionId)).toMatchObject({ state: 'stale', reason: 'silence' })
    expect((await log.snapshot(sessionId))?.turn).not.toBeNull()
    await log.commit(ingest('s3', [draft('tool_call', { toolCallId: 'c', toolName: 'Bash', args: {} })]))
    expect((await seen(sessionId))?.state).toBe('busy')
    clock.ahead = 3 * HOUR
    silence.check()
    expect((await seen(sessionId))?.state).toBe('stale')
  })

  it('counts from what was heard last', async () => {
    const { log, silence, clock, seen } = stage()
    const { sessionId } = await log.commit(ingest('s5', [prompt], { at: Date.now() - HOUR + 10_000 }))
    await log.commit(ingest('s5', [draft('text_delta', { text: 'x' })]))
    clock.ahead = 30_000
    silence.check()
    expect((await seen(sessionId))?.state).toBe('busy')
  })

  it('is no sign where the process is looked for, where somebody is asked, or after the end', async () => {
    const { log, silence, clock, seen } = stage()
    const process = { pid: 1, host: 'here' }
    const looked = await log.commit(ingest('a7', [draft('session_updated', { process }), prompt]))
    const asks = draft('permission_requested', { requestId: 'r', toolName: 'x', description: 'x' })
    const asked = await log.commit(ingest('b7', [prompt, asks]))
    const left = await log.commit(ingest('c7', [prompt, draft('session_state', { state: 'inactive' })]))
    const elsewhere = { pid: 1, host: 'there' }
    const far = await log.commit(ingest('d7', [draft('session_updated', { process: elsewhere }), prompt]))
    const idle = await log.commit(ingest('e7', [draft('session_state', { state: 'ready' })]))
    clock.ahead = HOUR + 1
    silence.check()
    const states = [looked, asked, left, far, idle].map(
      async ({ sessionId }) => (await seen(sessionId))?.state,
    )
    expect(await Promise.all(states)).toEqual(['busy', 'permission', 'ended', 'stale', 'stale'])
  })

  it('goes on over a restart, and minds no session that was deleted', async () => {
    const { log, clock, seen, faults, deps } = stage()
    const { sessionId } = await log.commit(ingest('s9', [prompt]))
    const { sessionId: gone } = await log.commit(ingest('t9', [prompt]))
    const { sessions } = await log.reader.watched({ before: null, limit: 100 })
    const second = new Silence(deps)
    onTestFinished(() => second.close())
    for (const session of sessions) second.load(session)
    await log.deleteSession('local', gone)
    clock.ahead = HOUR + 1
    second.check()
    expect((await seen(sessionId))?.state).toBe('stale')
    expect(faults).toEqual([])
  })
})
