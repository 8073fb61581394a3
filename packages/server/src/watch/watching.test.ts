import { type Glance, SignalboxError } from '@signalbox/protocol'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Log, WatchedSession } from '../log/log.js'
import { Watching } from './watching.js'

const GLANCE: Glance = { state: 'idle', since: 100, agent: 'codex', origin: 'observed' }
const session = (n: number): WatchedSession => ({
  sessionId: `s${n}`,
  tenantId: 'local',
  seq: 1,
  ts: Date.now(),
  watch: { ...GLANCE, since: n },
})

/** What was there before, by pages as the log gives them. */
function watchingOver(watched: Log['reader']['watched']): Watching {
  const log = { onPublish: () => {}, reader: { watched } } as unknown as Log
  const watching = new Watching({ log, host: 'h', now: Date.now, staleAfterMs: 60_000, report: () => {} })
  onTestFinished(() => watching.close())
  return watching
}

describe('what was there before the gateway started', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('is read page by page, once, and waited for by who asks', async () => {
    const asked: (number | null)[] = []
    const watching = watchingOver(async ({ before, limit }) => {
      asked.push(before)
      const from = before ?? 450
      const count = Math.min(limit, from)
      const sessions = Array.from({ length: count }, (_, index) => session(from - index))
      return { sessions, next: from > count ? from - count : null }
    })
    watching.start()
    watching.start()
    expect(await watching.list('local')).toHaveLength(450)
    expect((await watching.list('local'))[0]?.sessionId).toBe('s450')
    expect(asked).toEqual([null, 250, 50])
  })

  it('is asked for again while the log cannot be read', async () => {
    let fails = true
    const watching = watchingOver(async () => {
      if (fails) throw new SignalboxError('unavailable')
      return { sessions: [session(1)], next: null }
    })
    await expect(watching.list('local')).rejects.toMatchObject({ kind: 'unavailable' })
    await expect(watching.ready()).rejects.toMatchObject({ kind: 'unavailable' })
    fails = false
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await watching.list('local')).toHaveLength(1)
  })
})
