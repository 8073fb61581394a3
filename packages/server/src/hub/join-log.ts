import { formatLogCursor, isDurable } from '@signalbox/protocol'
import type { Log, LogScope, Published } from '../log/log.js'
import type { LogPage } from '../log/log-page.js'
import { Heard } from './heard.js'
import type { JoinDeps } from './join.js'
import type { Subscriber } from './subscriber.js'
import { typeTopics } from './topics.js'
import { writePages } from './write-pages.js'

/** From where to read the log: after an offset of this epoch, or only what comes. */
export interface LogFrom {
  afterOffset: number | null
  epoch?: string
}

/** Where reading begins. `foreign`: the cursor means nothing here, so everything is read. Null: with what comes. */
export type LogStart = { afterOffset: number; foreign: boolean } | null

/** A cursor of another log, or ahead of the head, means nothing here. Throws where the log cannot be read at all. */
export function startIn({ epoch, head }: Log, from: LogFrom): LogStart {
  if (from.afterOffset === null) return null
  const foreign = (from.epoch !== undefined && from.epoch !== epoch) || from.afterOffset > head
  return { afterOffset: foreign ? 0 : from.afterOffset, foreign }
}

/**
 * Puts a subscriber on events of several sessions without loss or duplicate: listen, take the head as the mark, replay
 * up to it, then what was heard since, then live. Head and listening are of one moment, so what is heard is above it.
 */
export async function joinLog(
  { log, hub }: JoinDeps,
  subscriber: Subscriber,
  scope: LogScope,
  start: LogStart,
): Promise<void> {
  const topics = typeTopics(scope, scope.types)
  const heard = new Heard()
  const untaps = topics.map((topic) => hub.tap(topic, (event) => heard.take(event)))
  let mark = log.head
  // On no topic yet, but closed when it stalls like everyone else.
  hub.subscribe(subscriber)
  try {
    if (start) {
      if (start.foreign) subscriber.reply({ type: 'gap', fromOffset: 0, toOffset: 0, reason: 'epoch' })
      const replay = new LogReplay(log, subscriber, scope)
      await replay.through(start.afterOffset, mark)
      while (heard.overflowed && !subscriber.closed) {
        // Too much came in meanwhile to hold: take a new mark and read on from the log.
        const after = mark
        heard.restart()
        mark = log.head
        await replay.through(after, mark)
      }
    }
    const cursor = formatLogCursor({ epoch: log.epoch, offset: mark })
    subscriber.reply({ type: 'replay_complete', cursor })
    for (const event of heard.events) {
      if (isAbove(mark, event)) subscriber.replay(subscriber.dialect.event(event))
    }
    hub.subscribe(subscriber, ...topics)
  } finally {
    for (const untap of untaps) untap()
  }
}

/** An ephemeral event is in no replay, and has the offset of the durable one before it. */
function isAbove(mark: number, { offset, type }: Published): boolean {
  return offset > mark || !isDurable(type)
}

/** Reads the log page by page into a subscriber, and says once what is gone. */
class LogReplay {
  readonly #log: Log
  readonly #subscriber: Subscriber
  readonly #scope: LogScope
  #toldOffset = 0

  constructor(log: Log, subscriber: Subscriber, scope: LogScope) {
    this.#log = log
    this.#subscriber = subscriber
    this.#scope = scope
  }

  async through(afterOffset: number, throughOffset: number): Promise<void> {
    if (afterOffset >= throughOffset) return
    const read = async (last: LogPage | undefined, memory: ArrayBuffer | undefined): Promise<LogPage> => {
      const page = await this.#log.reader.replayLog({
        ...this.#scope,
        afterOffset: last?.lastOffset ?? afterOffset,
        throughOffset,
        toldOffset: this.#toldOffset,
        dialect: this.#subscriber.dialect.name,
        ...(memory ? { memory } : {}),
      })
      this.#toldOffset = page.toldOffset
      return page
    }
    await writePages(this.#subscriber, read)
  }
}
