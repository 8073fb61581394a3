import { type EventType, formatLogCursor } from '@signalbox/protocol'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { readFrames } from '../dialects/testing.js'
import type { Log, LogScope, Published } from '../log/log.js'
import type { LogOptions } from '../log/open-log.js'
import { draft, ingest, tempLog } from '../log/testing.js'
import { Hub } from './hub.js'
import { joinLog, type LogFrom, startIn } from './join-log.js'
import { type Frame, Reader, SlowSocket } from './testing.js'
import { typeTopics } from './topics.js'

const TYPES: readonly EventType[] = ['user_message', 'tool_call', 'tool_result']
const everything: LogScope = { tenantId: 'local', types: TYPES }

async function gateway(options: Partial<LogOptions> = {}) {
  const { log } = await tempLog(options)
  const hub = new Hub()
  const all: Published[] = []
  log.onPublish((events) => {
    all.push(...events)
    hub.publish(events)
  })
  onTestFinished(() => hub.close())
  const { sessionId } = await log.commit(ingest('0', [draft('turn_started')]))
  const join = (reader: Pick<Reader, 'subscriber'>, from: LogFrom, scope = everything) =>
    joinLog({ log, hub }, reader.subscriber, scope, startIn(log, from))
  return { log, hub, all, sessionId, join }
}

const DRAFTS = [
  draft('user_message', { content: 'x', via: 'test' }),
  draft('tool_call', { toolCallId: 'tc', toolName: 't', args: {} }),
  draft('message_complete', { text: 'x' }),
  draft('text_delta', { text: 'x' }),
]

/** Something in one of three sessions: asked for or not, durable or not. */
const say = (log: Log, what: number) =>
  log.commit(ingest(String(what % 3), [DRAFTS[what % DRAFTS.length] ?? draft('turn_started')]))

const place = ({ sessionId, seq }: { sessionId?: unknown; seq?: unknown }) => `${sessionId} ${seq}`

/** Exactly what there was, in order, once each, with the end of the replay at its place. */
function checkHeard(reader: Pick<Reader, 'frames'>, all: Published[], afterOffset: number, scope: LogScope) {
  const wanted = all.filter(
    ({ offset, type, sessionId }) =>
      offset > afterOffset && scope.types.includes(type) && (scope.sessionId ?? sessionId) === sessionId,
  )
  const frames = reader.frames.filter(({ type }) => type !== 'replay_complete' && type !== 'gap')
  expect(frames.map(place)).toEqual(wanted.map(place))
  const end = reader.frames.findIndex(({ type }) => type === 'replay_complete')
  const mark = Number(String(reader.frames[end]?.cursor).split('@')[1])
  expect(reader.frames.slice(0, end).filter(({ type }) => type !== 'gap')).toHaveLength(
    wanted.filter(({ offset }) => offset <= mark).length,
  )
}

/** The frames a socket takes, one write after the other, until nothing more comes. */
async function takeAll(socket: SlowSocket): Promise<Frame[]> {
  while (await socket.written()) socket.take()
  return readFrames(socket.taken).map((text) => JSON.parse(text) as Frame)
}

describe('joinLog', () => {
  it('loses and repeats nothing, wherever it falls among commits, of all sessions or one, of all types or some', async () => {
    const { log, hub, all, sessionId, join } = await gateway()
    const said = fc.array(fc.nat({ max: 11 }), { maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(said, said, said, said),
        fc.tuple(fc.nat({ max: 30 }), fc.nat({ max: 20 })),
        fc.boolean(),
        fc.subarray([...TYPES], { minLength: 1 }),
        async ([before, during, held, after], [back, settled], one, types) => {
          const scope: LogScope = { tenantId: 'local', types, ...(one ? { sessionId } : {}) }
          const afterOffset = Math.max(0, log.head - back)
          const reader = new Reader()
          const commits = before.map((what) => say(log, what))
          // While the page is under way, more is published.
          const replayLog = log.reader.replayLog.bind(log.reader)
          const holding = vi.spyOn(log.reader, 'replayLog').mockImplementation(async (options) => {
            const page = await replayLog(options)
            await Promise.all(held.map((what) => say(log, what)))
            return page
          })
          await commits[settled]
          const joined = join(reader, { afterOffset, epoch: log.epoch }, scope)
          commits.push(...during.map((what) => say(log, what)))
          await Promise.all([joined, ...commits])
          holding.mockRestore()
          await Promise.all(after.map((what) => say(log, what)))
          hub.flush(reader.subscriber)
          checkHeard(reader, all, afterOffset, scope)
          hub.remove(reader.subscriber)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('repeats nothing when the log is ahead of the hub', async () => {
    const { log } = await tempLog()
    const hub = new Hub()
    onTestFinished(() => hub.close())
    const all: Published[] = []
    const reader = new Reader()
    let joined: Promise<void> | undefined
    // It joins while an event is published, which is below the mark already and yet to be heard.
    log.onPublish(() => {
      joined ??= joinLog({ log, hub }, reader.subscriber, everything, startIn(log, { afterOffset: 0 }))
    })
    log.onPublish((events) => {
      all.push(...events)
      hub.publish(events)
    })
    await say(log, 0)
    await Promise.all([joined, say(log, 1)])
    hub.flush(reader.subscriber)
    checkHeard(reader, all, 0, everything)
  })

  it('without a cursor hears what comes, at once and nothing before', async () => {
    const { log, hub, all, join } = await gateway()
    await say(log, 0)
    const { head } = log
    const reader = new Reader()
    const joined = join(reader, { afterOffset: null })
    const said = say(log, 1)
    await Promise.all([joined, said])
    hub.flush(reader.subscriber)
    const cursor = formatLogCursor({ epoch: log.epoch, offset: head })
    expect(reader.frames[0]).toEqual({ type: 'replay_complete', cursor })
    checkHeard(reader, all, head, everything)
  })

  it('has nothing to replay for a cursor at the head', async () => {
    const { log, join } = await gateway()
    for (let what = 0; what < 8; what++) await say(log, what)
    const reader = new Reader()
    await join(reader, { afterOffset: log.head, epoch: log.epoch })
    expect(reader.frames.map(({ type }) => type)).toEqual(['replay_complete'])
  })

  it.each([
    ['of another epoch', { afterOffset: 2, epoch: '01994f3a-0000-7000-8000-0000000000ff' }],
    ['ahead of the head', { afterOffset: 1_000_000 }],
  ])('says that a cursor %s means nothing here, then replays everything', async (_name, from) => {
    const { log, all, join } = await gateway()
    for (let what = 0; what < 8; what++) await say(log, what)
    const reader = new Reader()
    await join(reader, from)
    expect(reader.frames[0]).toEqual({ type: 'gap', fromOffset: 0, toOffset: 0, reason: 'epoch' })
    checkHeard(reader, all, 0, everything)
  })

  it.each<[string, number, number]>([
    ['events', 5000, 1],
    ['bytes', 40, 300_000],
  ])('reads on from the log when more %s come in than it can hold', async (_what, count, size) => {
    const { log, hub, all, join } = await gateway()
    await say(log, 0)
    const socket = new SlowSocket()
    const replayLog = log.reader.replayLog.bind(log.reader)
    const content = 'x'.repeat(size)
    const flood = () =>
      Promise.all(
        Array.from({ length: count }, () =>
          log.commit(ingest('0', [draft('user_message', { content, via: 'test' })])),
        ),
      )
    let reads = 0
    vi.spyOn(log.reader, 'replayLog').mockImplementation(async (options) => {
      const page = await replayLog(options)
      // After the flood there is a little more with every page: above the mark, so in none of them.
      await (reads++ === 0 ? flood() : say(log, 0))
      return page
    })
    const taken = takeAll(socket)
    await join(socket, { afterOffset: 0 })
    await say(log, 0)
    hub.flush(socket.subscriber)
    socket.over()
    expect(reads).toBeGreaterThan(1)
    checkHeard({ frames: await taken }, all, 0, everything)
  })

  it('never changes bytes that the socket has not taken yet, though pages use their memory again', async () => {
    const { log, all, join } = await gateway()
    const content = 'x'.repeat(100_000)
    for (let n = 0; n < 30; n++)
      await log.commit(ingest('0', [draft('user_message', { content: `${n} ${content}`, via: 'test' })]))
    const socket = new SlowSocket()
    const joined = join(socket, { afterOffset: 0 })
    const ended = joined.then(() => socket.over())
    while (await socket.written()) {
      for (let turn = 0; turn < 5; turn++) await log.reader.session('nobody')
      socket.take()
    }
    await ended
    const frames = readFrames(socket.taken).map((frame) => JSON.parse(frame))
    checkHeard({ frames }, all, 0, everything)
    expect(frames.flatMap((frame) => (frame.type === 'user_message' ? [frame.content] : []))).toEqual(
      all.flatMap(({ type, data }) => (type === 'user_message' ? [JSON.parse(data).content] : [])),
    )
  })

  it('shares frames between readers with different filters, and encodes nothing for nobody', async () => {
    const { log, hub, join } = await gateway()
    const readers = [new Reader('a'), new Reader('b'), new Reader('c')]
    const [a, b, c] = readers
    if (!a || !b || !c) return
    const event = vi.spyOn(a.subscriber.dialect, 'event')
    await say(log, 0)
    expect(event).not.toHaveBeenCalled()
    await join(a, { afterOffset: null })
    await join(b, { afterOffset: null })
    await join(c, { afterOffset: null }, { ...everything, types: ['user_message'] })
    await say(log, 0)
    await say(log, 1)
    for (const { subscriber } of readers) hub.flush(subscriber)
    expect(event).toHaveBeenCalledTimes(2)
    expect(readers.map(({ frames }) => frames.length - 1)).toEqual([2, 2, 1])
  })

  it('hears nothing of another tenant', async () => {
    const { log, hub, join } = await gateway()
    await say(log, 0)
    const reader = new Reader()
    await join(reader, { afterOffset: 0 }, { tenantId: 'other', types: TYPES })
    await say(log, 0)
    hub.flush(reader.subscriber)
    expect(reader.frames.map(({ type }) => type)).toEqual(['replay_complete'])
  })

  it('says once that some of it may be gone, when retention has removed it', async () => {
    const retention = { maxAgeMs: -60_000, maxBytes: Number.MAX_SAFE_INTEGER, everyMs: 5 }
    const { log, join, sessionId } = await gateway({ retention })
    for (let what = 0; what < 12; what++) await say(log, what)
    await expect
      .poll(async () => (await log.reader.readAll('local', 0, 1)).events, { interval: 5 })
      .toEqual([])
    const { head } = log
    for (const scope of [everything, { ...everything, sessionId }]) {
      const reader = new Reader()
      await join(reader, { afterOffset: 1 }, scope)
      expect(reader.frames.map(({ type }) => type)).toEqual(['gap', 'replay_complete'])
      expect(reader.frames[0]).toMatchObject({ fromOffset: 1, reason: 'retention' })
      expect(reader.frames[0]?.toOffset).toBeLessThanOrEqual(head)
      const caughtUp = new Reader()
      await join(caughtUp, { afterOffset: head }, scope)
      expect(caughtUp.frames.map(({ type }) => type)).toEqual(['replay_complete'])
    }
  })

  it('is closed when its socket takes nothing while it replays, and leaves nothing behind', async () => {
    const { log, join } = await gateway()
    for (let what = 0; what < 8; what++) await say(log, what)
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    let now = 0
    const hub = new Hub({ now: () => now })
    onTestFinished(() => hub.close())
    const reader = new Reader()
    reader.stalled = true
    const joined = joinLog({ log, hub }, reader.subscriber, everything, { afterOffset: 0, foreign: true })
    for (; now < 29_000; now += 1000) vi.advanceTimersByTime(1000)
    await joined
    expect(reader.closed).toBe(true)
    hub.remove(reader.subscriber)
    expect([...hub.subscribers]).toEqual([])
    for (const topic of typeTopics(everything, TYPES)) expect(hub.count(topic)).toBe(0)
    // Others are not disturbed by it.
    const other = new Reader('other')
    await join(other, { afterOffset: 0 })
    expect(other.frames.at(-1)?.type).toBe('replay_complete')
  })

  it('fails with the log, and hears nothing then', async () => {
    const { log, hub, join } = await gateway()
    vi.spyOn(log.reader, 'replayLog').mockRejectedValue(new Error('unreadable'))
    const reader = new Reader()
    await expect(join(reader, { afterOffset: 0 })).rejects.toThrow('unreadable')
    await say(log, 0)
    hub.flush(reader.subscriber)
    expect(reader.frames).toEqual([])
  })

  it('is refused for types nobody would hear of', async () => {
    const { join } = await gateway()
    const scope: LogScope = { tenantId: 'local', types: ['text_delta'] }
    await expect(join(new Reader(), { afterOffset: 0 }, scope)).rejects.toThrow('text_delta')
  })
})

describe('startIn', () => {
  it('knows what a cursor means here', async () => {
    const { log } = await gateway()
    const { epoch, head } = log
    expect(startIn(log, { afterOffset: null })).toBeNull()
    expect(startIn(log, { afterOffset: head, epoch })).toEqual({ afterOffset: head, foreign: false })
    expect(startIn(log, { afterOffset: 0 })).toEqual({ afterOffset: 0, foreign: false })
    expect(startIn(log, { afterOffset: head + 1, epoch })).toEqual({ afterOffset: 0, foreign: true })
    expect(startIn(log, { afterOffset: 1, epoch: 'x' })).toEqual({ afterOffset: 0, foreign: true })
  })
})
