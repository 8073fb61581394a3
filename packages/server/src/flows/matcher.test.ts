import { setImmediate } from 'node:timers/promises'
import type { JsonObject } from '@signalbox/protocol'
import { compileTriggers } from '@signalbox/protocol/flow'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Commit, Log } from '../log/log.js'
import type { Taken } from '../log/outbox.js'
import { sharedLog } from '../log/shared-log.fixture.js'
import { draft, ingest, notify } from '../log/testing.js'
import { Journal } from '../telemetry/journal.js'
import { MAX_A_MINUTE } from './chained-starts.js'
import { EventFields } from './event-fields.js'
import { LoopGuard } from './loop-guard.js'
import { Matcher, type MatcherDeps } from './matcher.js'
import { NamedSessions } from './named-sessions.js'
import { Pace } from './pace.js'
import { hooksFor } from './testing.js'

const shared = sharedLog()
let sessions = 0

/** A matcher over the shared log whose outbox is in the hand of the test. */
function matching(config = hooksFor({ t: { type: 'notify_event' } }), options: Partial<MatcherDeps> = {}) {
  const { log } = shared
  const session = `matcher-${++sessions}`
  const taken: Taken[] = []
  const told: string[] = []
  let takes = async () => {}
  let reads = 0
  const outbox = {
    async take(one: Taken) {
      await takes()
      taken.push(one)
    },
  }
  const seen = {
    get head() {
      return log.head
    },
    onPublish: (listener: Parameters<Log['onPublish']>[0]) => log.onPublish(listener),
    outbox,
    reader: {
      eventsOf(query: Parameters<Log['reader']['eventsOf']>[0]) {
        reads += 1
        return log.reader.eventsOf(query)
      },
    },
  }
  const clock = () => performance.now()
  const pace = new Pace(log, { clock, crowdPerSecond: 1e9, share: 1 })
  const guard = new LoopGuard(log, Date.now)
  const journal = new Journal({ level: 'debug', now: Date.now, write: (line) => void told.push(line) })
  const matcher = new Matcher(
    {
      log: seen,
      tenantId: 'local',
      sessions: new NamedSessions(log),
      fields: new EventFields(),
      guard,
      pace,
      journal,
      clock,
      onTaken: () => {},
      ...{ keepMs: 20, retryMs: 5 },
      ...options,
    },
    { cursor: log.head, stretches: [{ from: 0, triggers: compileTriggers(config) }] },
  )
  onTestFinished(() => matcher.close())
  const commit = (n: number): Commit => notify(session, undefined, { type: 'x', n })
  return {
    ...{ log, matcher, taken, told, session, guard },
    post: (n: number) => log.commit(commit(n)),
    postMany: (count: number) => Promise.all(Array.from({ length: count }, (_, n) => log.commit(commit(n)))),
    onTake(take: () => Promise<void>) {
      takes = take
    },
    /** How often it read from the log. */
    reads: () => reads,
    offsets: () => taken.flatMap(({ rows }) => rows.map(({ offset }) => offset)),
  }
}

async function until(so: () => boolean): Promise<void> {
  while (!so()) await setImmediate()
}

describe('the matcher', () => {
  it('gives the outbox a bounded number of rows at a time, however many triggers match', async () => {
    const types = Array.from({ length: 400 }, (_, n) => [`t${n}`, { type: 'notify_event' }])
    const { matcher, taken, postMany } = matching(hooksFor(Object.fromEntries(types)))
    await postMany(10)
    matcher.start()
    await until(() => matcher.lag === 0)
    const counts = taken.map(({ rows }) => rows.length)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(4_000)
    expect(Math.max(...counts)).toBeLessThan(1_400)
    // Each with the place of its last event: what a kill leaves is looked at again, and nothing else.
    for (const { cursor, rows } of taken) expect(rows.every(({ offset }) => offset <= cursor)).toBe(true)
    for (const [at, { cursor }] of taken.entries())
      for (const { rows } of taken.slice(at + 1))
        expect(rows.every(({ offset }) => offset > cursor)).toBe(true)
  })

  it('begins only so much at agents because of flows, and says so once', async () => {
    const bindings = [
      { activity_id: 'spawn_agent_session' as const, config: { agent_id: 'coder' } },
      { activity_id: 'toast_notification' as const, config: { level: 'info', message_template: 'x' } },
    ]
    const { matcher, taken, told, postMany } = matching(
      {
        version: 1,
        triggers: [{ id: 'again', event_type: 'notify_event' }],
        bindings_by_trigger_id: { again: bindings },
      },
      { guard: { causes: () => ['again'] } },
    )
    await postMany(MAX_A_MINUTE + 10)
    matcher.start()
    await until(() => matcher.lag === 0)
    const rows = taken.flatMap((one) =>
      one.rows.map(({ binding, stopped }) => [one.bindings[binding]?.activityId, stopped] as const),
    )
    const stopped = rows.filter(([, why]) => why !== undefined)
    expect(rows).toHaveLength(2 * (MAX_A_MINUTE + 10))
    expect(stopped).toHaveLength(10)
    expect(stopped[0]).toEqual(['spawn_agent_session', expect.stringContaining('within a minute')])
    expect(told.filter((line) => line.includes('set each other off'))).toHaveLength(1)
  })

  it('takes every event once, in order, however far it falls behind', async () => {
    const { matcher, log, postMany, post, onTake, offsets } = matching()
    const release: (() => void)[] = []
    onTake(() => new Promise((resolve) => void release.push(resolve)))
    const before = log.head
    matcher.start()
    await post(0)
    await until(() => release.length === 1)
    // More than is kept in memory, while nothing is taken.
    await postMany(2_500)
    expect(matcher.lag).toBeGreaterThan(2_400)
    onTake(async () => {})
    release[0]?.()
    await until(() => matcher.lag === 0)
    await post(1)
    await until(() => matcher.lag === 0 && offsets().length >= 2_502)
    const all = (await log.reader.readAll('local', before, 10_000)).events.filter(
      ({ type }) => type === 'notify_event',
    )
    const more = (await log.reader.readAll('local', all.at(-1)?.offset ?? 0, 10_000)).events
    const stored = [...all, ...more.filter(({ type }) => type === 'notify_event')].map(({ offset }) => offset)
    expect(offsets().slice(0, stored.length)).toEqual(stored)
    expect(new Set(offsets()).size).toBe(offsets().length)
  })

  it.each([
    ['as many as it keeps in memory', { events: 12, chars: 1e6 }, false],
    ['more than it keeps in memory', { events: 11, chars: 1e6 }, true],
    ['larger ones than it keeps in memory', { events: 12, chars: 400 }, true],
  ])('takes each once where %s come while it is held up', async (_name, maxHeard, isRead) => {
    const { matcher, log, postMany, post, onTake, offsets, reads } = matching(undefined, { maxHeard })
    const release: (() => void)[] = []
    onTake(() => new Promise((resolve) => void release.push(resolve)))
    matcher.start()
    const first = await post(0)
    await until(() => release.length === 1)
    expect(reads()).toBe(0)
    await postMany(12)
    onTake(async () => {})
    release[0]?.()
    await until(() => offsets().length >= 13)
    // It listens again: what comes now is heard.
    const readSoFar = reads()
    await post(13)
    await until(() => matcher.lag === 0 && offsets().length >= 14)
    expect(reads()).toBe(readSoFar)
    expect(readSoFar > 0).toBe(isRead)
    const { events } = await log.reader.read(first.sessionId, { afterSeq: 0, limit: 100 })
    const stored = events.filter(({ type }) => type === 'notify_event')
    expect(offsets()).toEqual(stored.map(({ offset }) => offset))
  })

  it('takes again what the log did not take, and says so once', async () => {
    const { matcher, post, onTake, offsets, told } = matching()
    let refused = 0
    onTake(async () => {
      if (refused++ < 1) throw new Error('the disk is full')
    })
    matcher.start()
    await post(1)
    await until(() => offsets().length === 1)
    expect(refused).toBe(2)
    expect(told.filter((line) => line.includes('the disk is full'))).toHaveLength(1)
  })

  it('looks again at what the log did not take with the triggers there were when it came', async () => {
    const { matcher, post, onTake, taken } = matching(hooksFor({ old: { type: 'notify_event' } }))
    const refuse: ((problem: Error) => void)[] = []
    onTake(() => new Promise((_, reject) => void refuse.push(reject)))
    matcher.start()
    await post(1)
    await until(() => refuse.length === 1)
    matcher.use(compileTriggers(hooksFor({ other: { type: 'turn_complete' } })))
    matcher.use(compileTriggers(hooksFor({ new: { type: 'notify_event' } })))
    await post(2)
    onTake(async () => {})
    refuse[0]?.(new Error('the disk is full'))
    const found = () =>
      taken.flatMap(({ rows, bindings }) => rows.map(({ binding }) => bindings[binding]?.triggerId))
    await until(() => matcher.lag === 0 && found().length >= 2)
    expect(found()).toEqual(['old', 'new'])
  })

  it('keeps its place where nothing matches, after a while and when it closes', async () => {
    const { matcher, post, log, taken } = matching(hooksFor({ t: { type: 'turn_complete' } }))
    matcher.start()
    await post(1)
    const { head } = log
    await matcher.close()
    expect(taken).toEqual([{ cursor: head, bindings: [], rows: [] }])
  })

  it('passes over nothing it has heard while its place is kept', async () => {
    const { matcher, post, log, session, taken, onTake, offsets } = matching()
    const release: (() => void)[] = []
    onTake(() => new Promise((resolve) => void release.push(resolve)))
    const ofNoInterest = () => log.commit(ingest(session, [draft('turn_started')]))
    matcher.start()
    await ofNoInterest()
    await until(() => release.length > 0)
    await post(1)
    const at = log.head
    await ofNoInterest()
    expect(matcher.lag).toBeGreaterThan(0)
    const closed = matcher.close()
    onTake(async () => {})
    release[0]?.()
    await closed
    const kept = Math.max(...taken.map(({ cursor }) => cursor))
    expect(kept < at || offsets().includes(at)).toBe(true)
  })

  it('reads from the log what it heard and could not keep in memory while its place was kept', async () => {
    const maxHeard = { events: 5, chars: 1e6 }
    const { matcher, post, log, session, onTake, offsets } = matching(undefined, { maxHeard })
    const release: (() => void)[] = []
    onTake(() => new Promise((resolve) => void release.push(resolve)))
    matcher.start()
    await log.commit(ingest(session, [draft('turn_started')]))
    await until(() => release.length > 0)
    await post(1)
    const at = log.head
    await log.commit(ingest(session, [draft('turn_started')]))
    for (let n = 0; n < 5; n++) await post(n)
    onTake(async () => {})
    release[0]?.()
    await until(() => matcher.lag === 0 && offsets().length >= 6)
    expect(offsets()[0]).toBe(at)
    expect(new Set(offsets()).size).toBe(6)
  })

  it('keeps no place beyond what the log did not take before it closed', async () => {
    const { matcher, post, log, taken, onTake, offsets } = matching()
    const refuse: ((problem: Error) => void)[] = []
    onTake(() => new Promise((_, reject) => void refuse.push(reject)))
    matcher.start()
    await post(1)
    const at = log.head
    await until(() => refuse.length > 0)
    onTake(async () => {})
    const closed = matcher.close()
    refuse[0]?.(new Error('the disk is full'))
    await closed
    expect(offsets()).toEqual([])
    expect(taken.every(({ cursor }) => cursor < at)).toBe(true)
  })

  it('tells each activity of a trigger, with the trigger it belongs to', async () => {
    const config = hooksFor({ a: { type: 'notify_event' }, b: { type: 'notify_event' } })
    config.bindings_by_trigger_id.a?.push({
      activity_id: 'toast_notification',
      config: { level: 'info', message_template: 'x' },
    })
    const { matcher, post, taken } = matching(config)
    matcher.start()
    await post(1)
    await until(() => taken.some(({ rows }) => rows.length > 0))
    const { bindings = [], rows = [] } = taken.find((one) => one.rows.length > 0) ?? {}
    expect(rows.map((row) => bindings[row.binding])).toMatchObject([
      { triggerId: 'a', index: 0, activityId: 'post_webhook' },
      { triggerId: 'a', index: 1, activityId: 'toast_notification' },
      { triggerId: 'b', index: 0, activityId: 'post_webhook' },
    ])
  })
})

describe('flows that set each other off', () => {
  const toast = (session: string, data: JsonObject) =>
    ingest(session, [draft('toast', { level: 'info', message: 'x', ...data })])

  it('carry their chain, and are stopped when it is too long', async () => {
    const { matcher, log, session, guard, taken, told } = matching(hooksFor({ loop: { type: 'toast' } }))
    matcher.start()
    const chains = [['a'], ['a', 'b', 'c', 'd'], ['a', 'b', 'c', 'd', 'e']]
    for (const [n, chain] of chains.entries()) {
      guard.began({ id: `e/${n}/0`, chain })
      await log.commit(toast(session, { triggerId: String(n), deliveryId: `e/${n}/0` }))
    }
    await until(() => taken.flatMap(({ rows }) => rows).length === 3)
    const rows = taken.flatMap((one) => one.rows)
    expect(rows.map(({ causes }) => causes)).toEqual(chains)
    expect(rows.map(({ stopped }) => stopped)).toEqual([
      undefined,
      undefined,
      expect.stringContaining('a → b → c → d → e'),
    ])
    const line = told.find((text) => text.includes('a flow was stopped')) ?? ''
    expect(JSON.parse(line)).toMatchObject({
      ...{ trigger: 'loop', chain: ['a', 'b', 'c', 'd', 'e'] },
      ...{ session_id: expect.stringMatching(/^[\da-f-]{36}$/), event_id: expect.any(String) },
    })
  })
})
