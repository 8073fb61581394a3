import { SignalboxError } from '@signalbox/protocol'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Commit, Log, Published } from '../log/log.js'
import { RequestExpiry } from './request-expiry.js'

/** A log of which the test says what it publishes and how it takes a commit. */
function expiry(expireAfterMs = 1000) {
  const listeners: ((events: Published[]) => void)[] = []
  const commits: string[] = []
  const refusals: Error[] = []
  const reports: unknown[] = []
  const log = {
    onPublish: (listener: (events: Published[]) => void) => void listeners.push(listener),
    commit: async ({ drafts }: Commit) => {
      commits.push(`${drafts[0]?.data?.requestId} ${drafts[0]?.data?.reason}`)
      const refusal = refusals.shift()
      if (refusal) throw refusal
      return { sessionId: 's', duplicate: false }
    },
  } as unknown as Log
  const report = (fault: unknown) => void reports.push(fault)
  const requests = new RequestExpiry({ log, now: Date.now, expireAfterMs, report })
  const publish = (type: string, requestId: string) => {
    const event = { type, tenantId: 't', sessionId: 's', ts: Date.now(), data: JSON.stringify({ requestId }) }
    for (const listener of listeners) listener([event as unknown as Published])
  }
  const ask = (requestId: string) => publish('permission_requested', requestId)
  return { requests, publish, ask, commits, refusals, reports }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a request nobody answers', () => {
  it('is closed in time, each in its own', async () => {
    const { ask, commits } = expiry()
    ask('a')
    await vi.advanceTimersByTimeAsync(400)
    ask('b')
    await vi.advanceTimersByTimeAsync(599)
    expect(commits).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(commits).toEqual(['a expired'])
    await vi.advanceTimersByTimeAsync(400)
    expect(commits).toEqual(['a expired', 'b expired'])
  })

  it.each(['approval_resolved', 'question_resolved', 'request_closed'])(
    'is left alone after %s',
    async (end) => {
      const { ask, publish, commits } = expiry()
      ask('a')
      ask('b')
      publish(end, 'a')
      await vi.advanceTimersByTimeAsync(5000)
      expect(commits).toEqual(['b expired'])
    },
  )

  it('is tried again while the disk takes nothing', async () => {
    const { ask, commits, refusals, reports } = expiry()
    refusals.push(new SignalboxError('unavailable'), new SignalboxError('unavailable'))
    ask('a')
    await vi.advanceTimersByTimeAsync(1000 + 10_000 + 10_000 + 10_000)
    expect(commits).toEqual(['a expired', 'a expired', 'a expired'])
    expect(reports).toEqual([])
  })

  it.each(['requestResolved', 'requestNotFound', 'sessionNotFound'] as const)(
    'and was answered in the same moment (%s) is nobody’s fault',
    async (kind) => {
      const { ask, commits, refusals, reports } = expiry()
      refusals.push(new SignalboxError(kind))
      ask('a')
      await vi.advanceTimersByTimeAsync(60_000)
      expect([commits.length, reports]).toEqual([1, []])
    },
  )

  it('is reported when something else is wrong', async () => {
    const { ask, refusals, reports } = expiry()
    refusals.push(new Error('what'))
    ask('a')
    await vi.advanceTimersByTimeAsync(1000)
    expect(reports).toHaveLength(1)
  })

  it('waits for ever where there is no limit, and no longer than the gateway', async () => {
    const never = expiry(0)
    never.ask('a')
    const stopped = expiry()
    stopped.refusals.push(new SignalboxError('unavailable'))
    stopped.ask('a')
    await vi.advanceTimersByTimeAsync(1000)
    stopped.ask('b')
    stopped.requests.close()
    await vi.advanceTimersByTimeAsync(1_000_000)
    expect([never.commits, stopped.commits]).toEqual([[], ['a expired']])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('costs the same however many wait', async () => {
    const { ask, publish } = expiry()
    for (let n = 0; n < 20_000; n++) ask(`r${n}`)
    expect(vi.getTimerCount()).toBe(1)
    for (let n = 0; n < 20_000; n++) publish('approval_resolved', `r${n}`)
    await vi.advanceTimersByTimeAsync(1000)
    expect(vi.getTimerCount()).toBe(0)
  })
})
