import { type EventType, isDurable } from '@signalbox/protocol'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readFrames } from '../dialects/testing.js'
import type { Log, Published } from '../log/log.js'
import { draft, ingest, tempLog } from '../log/testing.js'
import { Hub } from './hub.js'
import { joinSession } from './join.js'
import { type Frame, Reader, SlowSocket } from './testing.js'
import { tenantTopic } from './topics.js'

async function gateway(): Promise<{ log: Log; hub: Hub; sessionId: string; all: Published[] }> {
  const { log } = await tempLog()
  const hub = new Hub()
  const all: Published[] = []
  log.onPublish((events) => {
    all.push(...events)
    hub.publish(events)
  })
  onTestFinished(() => hub.close())
  const { sessionId } = await log.commit(ingest('s', [draft('turn_started')]))
  return { log, hub, sessionId, all }
}

/** A durable or an ephemeral event. */
const say = (log: Log, durable: boolean) =>
  log.commit(
    ingest('s', [durable ? draft('message_complete', { text: 'x' }) : draft('text_delta', { text: 'x' })]),
  )

/** What a client holds at the end must be exactly what there was: each number either seen once or named by a gap. */
function checkCoverage(frames: Frame[], all: Published[], afterSeq: number): void {
  const known = new Map(all.map((event) => [event.seq, event]))
  const head = all.at(-1)?.seq ?? 0
  let next = afterSeq + 1
  let complete = 0
  for (const frame of frames) {
    if (frame.type === 'gap') {
      expect(frame.fromSeq).toBe(next - 1)
      for (let seq = next; seq <= Number(frame.toSeq); seq++) {
        const event = known.get(seq)
        expect(event && isDurable(event.type)).toBeFalsy()
      }
      next = Number(frame.toSeq) + 1
    } else if (frame.type === 'replay_complete') {
      expect(frame.lastSeq).toBe(next - 1)
      complete += 1
    } else {
      expect(frame.seq).toBe(next)
      expect(frame.type).toBe(known.get(next)?.type as EventType)
      next += 1
    }
  }
  expect(complete).toBe(1)
  expect(next - 1).toBe(head)
}

describe('joinSession', () => {
  it('loses and repeats nothing, wherever it falls among commits', async () => {
    const { log, hub, sessionId, all } = await gateway()
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.boolean(), { maxLength: 30 }),
        fc.array(fc.boolean(), { maxLength: 30 }),
        fc.nat({ max: 10 }),
        async (during, after, back) => {
          const afterSeq = Math.max(0, (all.at(-1)?.seq ?? 0) - back)
          const reader = new Reader()
          const commits = during.map((durable) => say(log, durable))
          const joined = joinSession(
            { log, hub },
            reader.subscriber,
            sessionId,
            { afterSeq, epoch: log.epoch },
            () => {},
          )
          commits.push(...during.map((durable) => say(log, !durable)))
          await Promise.all([joined, ...commits])
          await Promise.all(after.map((durable) => say(log, durable)))
          hub.flush(reader.subscriber)
          checkCoverage(reader.frames, all, afterSeq)
          hub.remove(reader.subscriber)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('keeps events of the tenant topic in their place while it replays', async () => {
    const { log, hub, sessionId, all } = await gateway()
    const reader = new Reader()
    hub.subscribe(reader.subscriber, tenantTopic('local'))
    const rename = (name: string) => log.commit(ingest('s', [draft('session_updated', { name })]))
    for (let n = 0; n < 20; n++) {
      const before = reader.frames.length
      const renamed = [rename(`a${n}`), rename(`b${n}`)]
      const joined = joinSession({ log, hub }, reader.subscriber, sessionId, { afterSeq: 0 }, () =>
        rename(`c${n}`).then(() => {}),
      )
      renamed.push(rename(`d${n}`))
      await Promise.all([joined, ...renamed])
      hub.flush(reader.subscriber)
      const frames = reader.frames.slice(before)
      checkCoverage(frames.slice(frames.findIndex((frame) => frame.seq === 1)), all, 0)
    }
  })

  it.each([null, 0, 3])(
    'answers commands of its own that fall into it, once each (after %s)',
    async (afterSeq) => {
      const { log, hub, sessionId } = await gateway()
      const reader = new Reader()
      hub.subscribe(reader.subscriber, tenantTopic('local'))
      const rename = (ref: string) =>
        log.commit({
          ...ingest('s', [draft('session_updated', { name: ref })]),
          replyTo: { type: 'session_updated', client: 'reader', ref },
        })
      const refs: string[] = []
      for (let n = 0; n < 20; n++) {
        const asked = [`before ${n}`, `greeting ${n}`, `after ${n}`]
        const before = rename(`before ${n}`)
        const joined = joinSession({ log, hub }, reader.subscriber, sessionId, { afterSeq }, () =>
          rename(`greeting ${n}`).then(() => {}),
        )
        await Promise.all([before, joined, rename(`after ${n}`)])
        refs.push(...asked)
      }
      hub.flush(reader.subscriber)
      const answered = reader.frames.flatMap(({ ref }) => (ref === undefined ? [] : [String(ref)]))
      expect(answered.sort()).toEqual(refs.sort())
    },
  )

  it('answers a deletion of its own that makes the join fail', async () => {
    const { log, hub, sessionId } = await gateway()
    const reader = new Reader()
    hub.subscribe(reader.subscriber, tenantTopic('local'))
    const deleted = log.deleteSession('local', sessionId, {
      type: 'session_deleted',
      client: 'reader',
      ref: 1,
    })
    const joined = joinSession({ log, hub }, reader.subscriber, sessionId, { afterSeq: 0 }, () => {})
    await expect(joined).rejects.toMatchObject({ kind: 'sessionNotFound' })
    await deleted
    hub.flush(reader.subscriber)
    expect(reader.frames).toMatchObject([{ type: 'session_deleted', ref: 1 }])
  })

  it('hears the tenant topic again after a join that failed', async () => {
    const { log, hub, sessionId } = await gateway()
    const reader = new Reader()
    hub.subscribe(reader.subscriber, tenantTopic('local'))
    const failing = joinSession({ log, hub }, reader.subscriber, sessionId, { afterSeq: 0 }, () => {
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await log.commit(ingest('s', [draft('session_updated', { name: 'x' })]))
    hub.flush(reader.subscriber)
    expect(reader.frames.map((frame) => frame.type)).toEqual(['session_updated', 'watch_state'])
  })

  it('reads on from the log when more comes in than it can hold', async () => {
    const { log, hub, sessionId, all } = await gateway()
    const reader = new Reader()
    let release: (() => void) | undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const joined = joinSession({ log, hub }, reader.subscriber, sessionId, { afterSeq: 0 }, () => held)
    await Promise.all(Array.from({ length: 5000 }, (_, n) => say(log, n % 3 === 0)))
    release?.()
    await joined
    await say(log, true)
    hub.flush(reader.subscriber)
    checkCoverage(reader.frames, all, 0)
  })

  it('without afterSeq replays nothing', async () => {
    const { log, hub, sessionId, all } = await gateway()
    const reader = new Reader()
    await joinSession({ log, hub }, reader.subscriber, sessionId, { afterSeq: null }, () => {})
    expect(reader.frames).toEqual([
      { type: 'replay_complete', sessionId, lastSeq: all.at(-1)?.seq, epoch: log.epoch },
    ])
  })

  it.each([
    ['of another epoch', { afterSeq: 2, epoch: '01994f3a-0000-7000-8000-0000000000ff' }],
    ['ahead of the head', { afterSeq: 1_000_000 }],
  ])('says that a cursor %s means nothing here, then replays everything', async (_name, from) => {
    const { log, hub, sessionId, all } = await gateway()
    const reader = new Reader()
    await joinSession({ log, hub }, reader.subscriber, sessionId, from, () => {})
    const [first, ...rest] = reader.frames
    expect(first).toMatchObject({ type: 'gap', reason: 'epoch' })
    checkCoverage(rest, all, 0)
  })

  it('never changes bytes that the socket has not taken yet, though pages use their memory again', async () => {
    const { log, hub, sessionId, all } = await gateway()
    const text = 'x'.repeat(100_000)
    for (let n = 0; n < 40; n++)
      await log.commit(ingest('s', [draft('message_complete', { text: `${n} ${text}` })]))
    const socket = new SlowSocket()
    const { subscriber } = socket
    const joined = joinSession({ log, hub }, subscriber, sessionId, { afterSeq: 0 }, () => {})
    const ended = joined.then(() => socket.over())
    while (await socket.written()) {
      // Time enough to read every page that somebody does not wait for.
      for (let turn = 0; turn < 5; turn++) await log.reader.session(sessionId)
      socket.take()
    }
    await ended
    const frames = readFrames(socket.taken).map((frame) => JSON.parse(frame) as Frame)
    checkCoverage(frames, all, 0)
    expect(frames.flatMap((frame) => (frame.type === 'message_complete' ? [frame.text] : []))).toEqual(
      all.flatMap(({ type, data }) => (type === 'message_complete' ? [JSON.parse(data).text] : [])),
    )
  })

  it('says that what was deleted meanwhile is gone for good', async () => {
    const { log, hub, sessionId } = await gateway()
    const reader = new Reader()
    const from = { afterSeq: 0 }
    await joinSession({ log, hub }, reader.subscriber, sessionId, from, () =>
      log.deleteSession('local', sessionId),
    )
    expect(reader.frames[0]).toMatchObject({ type: 'gap', fromSeq: 0, reason: 'retention' })
  })

  it('stops for a reader that goes away, and leaves nothing behind', async () => {
    const { log, hub, sessionId } = await gateway()
    const reader = new Reader()
    const joined = joinSession({ log, hub }, reader.subscriber, sessionId, { afterSeq: 0 }, () =>
      hub.remove(reader.subscriber),
    )
    await joined
    expect([...hub.subscribers]).toEqual([])
  })

  it('refuses a session that does not exist', async () => {
    const { log, hub } = await gateway()
    const joined = joinSession({ log, hub }, new Reader().subscriber, 'nowhere', { afterSeq: 0 }, () => {})
    await expect(joined).rejects.toMatchObject({ kind: 'sessionNotFound' })
  })
})
