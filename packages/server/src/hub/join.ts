import { type SessionState, SignalboxError } from '@signalbox/protocol'
import type { Log, Published } from '../log/log.js'
import type { ReplayPage } from '../log/replay-page.js'
import type { Hub } from './hub.js'
import type { Subscriber } from './subscriber.js'
import { sessionTopic } from './topics.js'
import { writePages } from './write-pages.js'

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
  const heard = new Heard(subscriber.id)
  const stop = deps.hub.tap(topic, (event) => heard.take(event))
  try {
    const state = await deps.log.snapshot(sessionId)
    if (!state) throw new SignalboxError('sessionNotFound')
    // What it asked for itself meanwhile and will not be replayed is told now: the session is withheld from it.
    heard.tellAnswers(subscriber, Math.min(from.afterSeq ?? state.seq, state.seq))
    await greet(state)
    const replay = new Replay(deps, subscriber, sessionId, heard)
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
    for (const event of heard.above(mark)) {
      subscriber.replay(subscriber.dialect.event(event, heard.takeRef(event.seq)))
    }
    release(true)
  } finally {
    stop()
    heard.tellAnswers(subscriber, Number.POSITIVE_INFINITY)
    release(false)
  }
}

/** What was published on the topic since the join began. */
class Heard {
  overflowed = false
  readonly #client: string
  /** Answers to commands of the one who joins, by their number, until they are told. */
  readonly #answers = new Map<number, Published>()
  #events: Published[] = []

  constructor(client: string) {
    this.#client = client
  }

  take(event: Published): void {
    if (event.reply?.client === this.#client) this.#answers.set(event.seq, event)
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

  /** The ref the one who joins has for an event, which is about to be told with it. */
  takeRef(seq: number): string | number | undefined {
    const ref = this.#answers.get(seq)?.reply?.ref
    this.#answers.delete(seq)
    return ref
  }

  /** The numbers of answers above one number and up to another, in order. */
  answersIn(afterSeq: number, throughSeq: number): number[] {
    return [...this.#answers.keys()].filter((seq) => seq > afterSeq && seq <= throughSeq)
  }

  /** Tells the answers up to a number that were not told yet. */
  tellAnswers(subscriber: Subscriber, throughSeq: number): void {
    for (const [seq, event] of this.#answers) {
      if (seq <= throughSeq) subscriber.replay(subscriber.dialect.event(event, this.takeRef(seq)))
    }
  }
}

/** Reads a session page by page into a subscriber, as fast as its socket takes it, and says what is not there. */
class Replay {
  readonly #deps: JoinDeps
  readonly #subscriber: Subscriber
  readonly #sessionId: string
  readonly #heard: Heard

  constructor(deps: JoinDeps, subscriber: Subscriber, sessionId: string, heard: Heard) {
    this.#deps = deps
    this.#subscriber = subscriber
    this.#sessionId = sessionId
    this.#heard = heard
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

  /** Pages come as bytes, without a ref: what the one who joins asked for itself is told in its place between them. */
  async through(afterSeq: number, mark: number): Promise<void> {
    let from = afterSeq
    for (const seq of this.#heard.answersIn(afterSeq, mark)) {
      await this.#pages(from, seq - 1)
      this.#heard.tellAnswers(this.#subscriber, seq)
      from = seq
    }
    await this.#pages(from, mark)
  }

  async #pages(afterSeq: number, mark: number): Promise<void> {
    if (afterSeq >= mark) return
    await writePages<ReplayPage>(this.#subscriber, (last, memory) =>
      this.#deps.log.reader.replay({
        sessionId: this.#sessionId,
        afterSeq: last?.lastSeq ?? afterSeq,
        throughSeq: mark,
        dialect: this.#subscriber.dialect.name,
        ...(memory ? { memory } : {}),
      }),
    )
  }
}
