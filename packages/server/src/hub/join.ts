import { type SessionState, SignalboxError } from '@signalbox/protocol'
import type { Log, Published } from '../log/log.js'
import type { ReplayPage } from '../log/replay-page.js'
import type { Hub } from './hub.js'
import type { Subscriber } from './subscriber.js'
import { sessionTopic } from './topics.js'

/** Events that arrive while a join replays; beyond this they are read from the log again. */
const BUFFERED = 4096

/** From where to replay: after a number of this epoch; null replays nothing. */
export interface JoinFrom {
  afterSeq: number | null
  epoch?: string
}

export interface JoinDeps {
  log: Log
  hub: Hub
}

/**
 * Puts a subscriber on a session without loss or duplicate: listen first, take the head as the mark, tell the snapshot,
 * replay up to the mark, then what was heard above it, then live. `greet` tells the snapshot at the mark.
 */
export async function joinSession(
  deps: JoinDeps,
  subscriber: Subscriber,
  sessionId: string,
  from: JoinFrom,
  greet: (state: SessionState) => Promise<void> | void,
): Promise<void> {
  const topic = sessionTopic(sessionId)
  const release = deps.hub.withhold(subscriber, sessionId)
  const heard = new Heard()
  const stop = deps.hub.tap(topic, (event) => heard.take(event))
  try {
    const state = await deps.log.snapshot(sessionId)
    if (!state) throw new SignalboxError('sessionNotFound')
    await greet(state)
    const replay = new Replay(deps, subscriber, sessionId)
    if (from.afterSeq !== null) await replay.start(from.afterSeq, from.epoch, state.seq)
    let mark = state.seq
    while (heard.overflowed && !subscriber.closed) {
      // Too much came in meanwhile to hold: take a new mark and read on from the log.
      heard.restart()
      const now = await deps.log.snapshot(sessionId)
      if (!now) throw new SignalboxError('sessionNotFound')
      await replay.through(mark, now.seq)
      mark = now.seq
    }
    subscriber.reply({ type: 'replay_complete', sessionId, lastSeq: mark, epoch: deps.log.epoch })
    for (const event of heard.above(mark)) subscriber.replay(subscriber.dialect.event(event))
    release(true)
  } finally {
    stop()
    release(false)
  }
}

/** What was published on the topic since the join began. */
class Heard {
  overflowed = false
  #events: Published[] = []

  take(event: Published): void {
    if (this.overflowed) return
    this.#events.push(event)
    if (this.#events.length <= BUFFERED) return
    this.overflowed = true
    this.#events = []
  }

  restart(): void {
    this.overflowed = false
    this.#events = []
  }

  above(mark: number): Published[] {
    return this.#events.filter((event) => event.seq > mark)
  }
}

/** Reads a session page by page into a subscriber, as fast as its socket takes it, and says what is not there. */
class Replay {
  readonly #deps: JoinDeps
  readonly #subscriber: Subscriber
  readonly #sessionId: string

  constructor(deps: JoinDeps, subscriber: Subscriber, sessionId: string) {
    this.#deps = deps
    this.#subscriber = subscriber
    this.#sessionId = sessionId
  }

  /** A cursor of another log, or ahead of the head, means nothing here: said once, then everything is replayed. */
  async start(afterSeq: number, epoch: string | undefined, mark: number): Promise<void> {
    const foreign = (epoch !== undefined && epoch !== this.#deps.log.epoch) || afterSeq > mark
    if (foreign) {
      const sessionId = this.#sessionId
      this.#subscriber.reply({ type: 'gap', sessionId, fromSeq: 0, toSeq: 0, reason: 'epoch' })
    }
    await this.through(foreign ? 0 : afterSeq, mark)
  }

  /** One page is read while the socket takes the one before. */
  async through(afterSeq: number, mark: number): Promise<void> {
    if (afterSeq >= mark) return
    let next: Promise<ReplayPage> | undefined = this.#read(afterSeq, mark)
    while (next) {
      const page: ReplayPage = (await Promise.all([next, this.#subscriber.drained()]))[0]
      this.#subscriber.replay(Buffer.from(page.bytes.buffer))
      next = page.more && !this.#subscriber.closed ? this.#read(page.lastSeq, mark) : undefined
    }
    await this.#subscriber.drained()
  }

  #read(afterSeq: number, throughSeq: number): Promise<ReplayPage> {
    const dialect = this.#subscriber.dialect.name
    return this.#deps.log.reader.replay({ sessionId: this.#sessionId, afterSeq, throughSeq, dialect })
  }
}
