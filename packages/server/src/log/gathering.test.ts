import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Commit, Log } from './log.js'
import { draft, ingest, tempLog } from './testing.js'

/** The clock stands still but where a test lets it go on: how fast the machine is tells nothing. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** As long as the first that is gathered waits for others, ms. */
const GATHERED_MS = 25

const patient = (name: string): Commit => ingest(name, [draft('turn_started')], { patient: true })
const hasty = (name: string): Commit => ingest(name, [draft('turn_started')])

/** The sessions each group told of, from here on. */
function groupsOf(log: Log): string[][] {
  const groups: string[][] = []
  log.onPublish((events) => void groups.push([...new Set(events.map(({ sessionId }) => sessionId))]))
  return groups
}

/** So many patient commits that those of the next moment are gathered. */
async function crowd(log: Log): Promise<void> {
  await Promise.all(Array.from({ length: 20 }, (_, n) => log.commit(patient(`crowd ${n}`))))
  vi.advanceTimersByTime(100)
}

/** What was asked for before and does not wait is with the writer, which had no time to answer yet. */
const turnOfTheLoop = () => new Promise<void>((resolve) => setImmediate(resolve))

const idsOf = async (commits: Promise<{ sessionId: string }>[]) =>
  (await Promise.all(commits)).map(({ sessionId }) => sessionId)

describe('patient commits', () => {
  it('wait for others where many come, and no longer than a moment', async () => {
    const { log } = await tempLog()
    await crowd(log)
    const groups = groupsOf(log)
    const first = log.commit(patient('first'))
    await turnOfTheLoop()
    vi.advanceTimersByTime(GATHERED_MS - 1)
    await turnOfTheLoop()
    const second = log.commit(patient('second'))
    await turnOfTheLoop()
    vi.advanceTimersByTime(1)
    expect(groups).toEqual([await idsOf([first, second])])
  })

  it('go along with what cannot wait', async () => {
    const { log } = await tempLog()
    await crowd(log)
    const groups = groupsOf(log)
    const waits = log.commit(patient('waits'))
    await turnOfTheLoop()
    const hurries = log.commit(hasty('hurries'))
    expect(groups).toEqual([await idsOf([waits, hurries])])
  })

  it('wait for nobody where few come', async () => {
    const { log } = await tempLog()
    const groups = groupsOf(log)
    const first = log.commit(patient('first'))
    await turnOfTheLoop()
    const second = log.commit(patient('second'))
    const ids = await idsOf([first, second])
    expect(groups).toEqual(ids.map((id) => [id]))
  })

  it('never wait for good, however long the writer was at work', async () => {
    const { log } = await tempLog()
    await crowd(log)
    const groups = groupsOf(log)
    const busy = log.commit(hasty('busy'))
    await turnOfTheLoop()
    // While the writer is at work: one that is to go as soon as it is free, and one whose moment is over before.
    const hurries = log.commit(hasty('hurries'))
    const waits = log.commit(patient('waits'))
    vi.advanceTimersByTime(GATHERED_MS)
    const [first, ...others] = await idsOf([busy, hurries, waits])
    expect(groups).toEqual([[first], others])
    const next = log.commit(patient('next'))
    vi.advanceTimersByTime(GATHERED_MS)
    expect((await next).duplicate).toBe(false)
  })

  it('are on disk before the log is closed', async () => {
    const { log } = await tempLog()
    await crowd(log)
    const waits = log.commit(patient('waits'))
    const closed = log.close()
    vi.advanceTimersByTime(GATHERED_MS)
    await closed
    expect((await waits).duplicate).toBe(false)
  })
})
