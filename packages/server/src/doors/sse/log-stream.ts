import {
  comparePlaces,
  formatRecordCursor,
  type RecordCursor,
  type RecordFilter,
  type RecordPlace,
} from '@signalbox/protocol/log-record'
import type { FastifyInstance } from 'fastify'
import { findSession } from '../../commands/find-session.js'
import { otlpLogDialect } from '../../dialects/otlp-log.js'
import type { Subscriber } from '../../hub/subscriber.js'
import type { FoundRecord } from '../../log/records.js'
import type { LogRecords } from '../../logs/log-records.js'
import type { LogFollower } from '../../logs/log-tail.js'
import { level, phrase, type ReplayWindow, recordCursor, replayWindow } from '../rest/log-parameters.js'
import { permit } from '../rest/permit.js'
import { readQuery } from '../rest/query.js'
import type { StreamDeps } from './session-stream.js'
import { resumeAfter } from './stream-cursor.js'

export interface LogStreamDeps extends StreamDeps {
  records: LogRecords
  now: () => number
  report: (error: unknown) => void
}

/** Made once, however many read it. */
const frames = new WeakMap<FoundRecord, Buffer>()

const USUAL_WINDOW: ReplayWindow = { text: '1h', ms: 3600_000 }
/** What a record says that is told again since its reader was away. */
const RESUMED = 'resume'
/** So much is handed to a reader at once, in characters: that is all that is held for one that does not read. */
const AT_ONCE = 64 * 1024

/** GET /api/logs/stream: records as they are written, after those of the last hour or since a cursor. */
export function addLogStream(
  app: FastifyInstance,
  { log, hub, streams, records, now, report }: LogStreamDeps,
): void {
  const { epoch } = log
  const dialect = otlpLogDialect(epoch)
  const options = { exposeHeadRoute: false, config: { stream: true } }

  app.get('/api/logs/stream', options, async (request, reply) => {
    const identity = permit(request, 'session:read')
    const query = readQuery(request.query, {
      ...{ level, session_id: phrase, type: phrase },
      ...{ replay: replayWindow, after: recordCursor },
    })
    const cursor = resumeAfter(request, recordCursor) ?? query.after
    const { tenantId } = identity
    const filter: RecordFilter = {}
    if (query.level !== undefined) filter.level = query.level
    if (query.type !== undefined) filter.type = query.type
    if (query.session_id !== undefined) filter.sessionId = await findSession(log, identity, query.session_id)
    // Before the mark: the tail hears of what is written after it, also while nobody follows yet.
    const tail = records.tail(tenantId)
    // Before the stream is open: a log that cannot be read has a status to say so.
    const mark = await records.last()
    const foreign = cursor !== undefined && isForeign(cursor, mark)
    const resumed = cursor !== undefined && !foreign
    const window = query.replay ?? USUAL_WINDOW
    const start = resumed ? cursor : window.ms === 0 ? mark : await records.since(now() - window.ms)
    const { sessionId } = filter

    const write = async (subscriber: Subscriber, chunk: Buffer) => {
      subscriber.replay(chunk)
      await subscriber.drained()
    }

    let toldCut: RecordPlace = { offset: 0, n: 0 }
    const tellGap = (subscriber: Subscriber, from: RecordPlace, to: RecordPlace) =>
      subscriber.reply({ type: 'gap', fromOffset: from.offset, toOffset: to.offset, reason: 'retention' })

    /** A page as it is written: of its records nothing is left while the reader takes its time. */
    const readPage = async (subscriber: Subscriber, after: RecordPlace, replayWindow: string) => {
      const page = await records.page(
        { tenantId, ...filter },
        { after, through: mark, replayWindow, length: AT_ONCE },
      )
      const { next, more, cut } = page
      // Who begins anew misses nothing by what was removed before.
      const isNew = resumed || after !== start
      if (isNew && comparePlaces(cut, after) > 0 && comparePlaces(cut, toldCut) > 0)
        tellGap(subscriber, after, cut)
      toldCut = cut
      return {
        chunk: Buffer.concat(page.records.map((record) => dialect.record(record, record.text))),
        ...{ next, more },
      }
    }

    /** What was written before the stream was opened, each record saying so. */
    const replay = async (subscriber: Subscriber) => {
      const label = resumed && query.replay === undefined ? RESUMED : window.text
      for (let after: RecordPlace = start, more = true; more && !subscriber.closed; ) {
        const page = await readPage(subscriber, after, label)
        await write(subscriber, page.chunk)
        after = page.next
        more = page.more
      }
    }

    const join = async (subscriber: Subscriber) => {
      // On no topic, but known: it is closed when it takes nothing for too long.
      hub.subscribe(subscriber)
      if (foreign) subscriber.reply({ type: 'gap', fromOffset: 0, toOffset: 0, reason: 'epoch' })
      if (comparePlaces(start, mark) < 0) await replay(subscriber)
      const from = comparePlaces(start, mark) < 0 ? mark : start
      const { offset, n } = from
      subscriber.reply({ type: 'replay_complete', cursor: formatRecordCursor({ epoch, offset, n }) })
      void follow(subscriber, from).catch((error: unknown) => {
        report(error)
        reply.raw.end()
      })
    }

    /** What is written from then on, as fast as it is taken. */
    const follow = async (subscriber: Subscriber, from: RecordPlace) => {
      const follower = tail.follow(from, filter)
      reply.raw.once('close', () => follower.close())
      if (reply.raw.destroyed) follower.close()
      while (!follower.closed && !subscriber.closed) {
        const chunk = await nextChunk(follower)
        const gap = follower.takeGap()
        if (gap) tellGap(subscriber, gap.from, gap.to)
        await write(subscriber, chunk)
      }
      follower.close()
    }

    streams.open(reply, identity, { dialect, join, ...(sessionId === undefined ? {} : { sessionId }) })
  })

  /**
   * A cursor of another log, or ahead of this one, means nothing here. The thread that reads may be ahead of what this one
   * was told, and so may the cursors it gave out; where the last events were removed it is behind.
   */
  function isForeign(cursor: RecordCursor, mark: RecordPlace): boolean {
    return cursor.epoch !== epoch || cursor.offset > Math.max(log.head, mark.offset)
  }

  /** One record is the same bytes for everybody. */
  async function nextChunk(follower: LogFollower): Promise<Buffer> {
    const found = await follower.next(AT_ONCE)
    const [first] = found
    return first && found.length === 1 ? frameOf(first) : Buffer.concat(found.map(frameOf))
  }

  function frameOf(record: FoundRecord): Buffer {
    const frame = frames.get(record) ?? dialect.record(record, record.text)
    frames.set(record, frame)
    return frame
  }
}
