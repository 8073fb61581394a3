import { type SessionState, SignalboxError } from '@signalbox/protocol'
import type { Log, Published } from '../log/log.js'
import type { ReplayPage } from '../log/replay-page.js'
import { Heard } from './heard.js'
import type { Hub } from './hub.js'
import type { Subscriber } from './subscriber.js'
import { sessionTopic } from './topics.js'
import { writePages } from './write-pages.js'

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
  const answers = new Answers(subscriber)
  const stop = deps.hub.tap(topic, (event) => {
    answers.take(event)
    heard.take(event)
  })
  try {
    const state = await deps.log.snapshot(sessionId)
    if (!state) throw new SignalboxError('sessionNotFound')
    // What it asked for itself meanwhile and will not be replayed is told now: the session is withheld from it.
    answers.tellThrough(Math.min(from.afterSeq ?? state.seq, state.seq))
    await greet(state)
    const replay = new Replay(deps, subscriber, sessionId, answers)
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
    for (const event of heard.events) {
      if (event.seq > mark) answers.tell(event)
    }
    release(true)
  } finally {
    stop()
    answers.tellThrough(Number.POSITIVE_INFINITY)
    release(false)
  }
}

/** What was published since the join began as answers to commands of the one who joins, until it is told. */
class Answers {
  readonly #subscriber: Subscriber
  readonly #events = new Map<number, Published>()

  constructor(subscriber: Subscriber) {
    this.#subscriber = subscriber
  }

  take(event: Published): void {
    if (event.reply?.client === this.#subscriber.id) this.#events.set(event.seq, event)
  }

  /** Tells an event, as the answer it is if it is one. */
  tell(event: Published): void {
    const ref = this.#events.get(event.seq)?.reply?.ref
    this.#events.delete(event.seq)
    this.#subscriber.replay(this.#subscriber.dialect.event(event, ref))
  }

  /** The numbers of answers above one number and up to another, in order. */
  between(afterSeq: number, throughSeq: number): number[] {
    return [...this.#events.keys()].filter((seq) => seq > afterSeq && seq <= throughSeq)
  }

  /** Tells the answers up to a number that were not told yet. */
  tellThrough(throughSeq: number): void {
    for (const [seq, event] of this.#events) {
      if (seq <= throughSeq) this.tell(event)
    }
  }
}

/** Reads a session page by page into a subscriber, as fast as its socket takes it, and says what is not there. */
class Replay {
  readonly #deps: JoinDeps
  readonly #subscriber: Subscriber
  readonly #sessionId: string
  readonly #answers: Answers

  constructor(deps: JoinDeps, subscriber: Subscriber, sessionId: string, answers: Answers) {
    this.#deps = deps
    this.#subscriber = subscriber
    this.#sessionId = sessionId
    this.#answers = answers
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
    for (const seq of this.#answers.between(afterSeq, mark)) {
      await this.#pages(from, seq - 1)
      this.#answers.tellThrough(seq)
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
