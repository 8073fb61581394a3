import type { Event } from '@signalbox/protocol'
import type { OpenItem, RpcLine } from '@signalbox/protocol/telling'
import { linesTogether, type ToldTogether } from '../../dialects/line-places.js'
import { linesFrame, type RpcDialect } from '../../dialects/rpc.js'
import type { Hub } from '../../hub/hub.js'
import type { Subscriber } from '../../hub/subscriber.js'
import { toldTopic } from '../../hub/topics.js'
import type { Log } from '../../log/log.js'
import { type GreetingDeps, greetedThread, greetingLines } from './greeting.js'
import { threadId } from './methods/thread-form.js'
import { cursorText, type StreamAfter, type StreamQuery, type StreamScope } from './stream-query.js'
import { type ReplayFrom, StreamReplay } from './stream-replay.js'

export interface JoinStreamDeps extends GreetingDeps {
  log: Log
  hub: Hub
  dialect: RpcDialect
}

/**
 * Puts a subscriber on the notifications of a tenant or a thread without loss or repeat: what is stored after its
 * place is told, then from one moment on it listens with its output held; the rest up to that moment, the items that
 * were growing then, and what was held follow. If too much came to hold, it reads on from the log.
 */
export async function joinStream(
  deps: JoinStreamDeps,
  subscriber: Subscriber,
  { scope, after }: StreamQuery,
): Promise<void> {
  // On no topic yet, but closed when it stalls like everyone else.
  deps.hub.subscribe(subscriber)
  if (after) await resume(deps, subscriber, scope, after)
  else await greet(deps, subscriber, scope)
}

async function greet(deps: JoinStreamDeps, subscriber: Subscriber, scope: StreamScope): Promise<void> {
  const { log, hub, dialect } = deps
  const state = await greetedThread(deps, scope)
  // From here to the end is one moment.
  const place = { seq: state?.seq ?? 0, offset: log.head }
  const greeting = state
    ? greetingLines(deps, state, place.offset).map((line) => ({ line, sessionId: state.meta.id }))
    : []
  const open = dialect.open(scope)
  subscriber.replay(linesFrame(linesTogether([...greeting, ...open.map(toldNew)])), place)
  reachedOpen(subscriber, open)
  hub.subscribe(subscriber, toldTopic(scope))
}

async function resume(
  { log, hub, dialect }: JoinStreamDeps,
  subscriber: Subscriber,
  scope: StreamScope,
  after: StreamAfter,
): Promise<void> {
  const { gap, ...from } = await startAt(log, scope, after)
  if (gap) subscriber.reply({ type: 'stream/gap', ...gap })
  const replay = new StreamReplay(log, scope, from)
  const topic = toldTopic(scope)
  while (!subscriber.closed) {
    await replay.through(log.head, subscriber)
    subscriber.hold()
    hub.subscribe(subscriber, topic)
    const mark = log.head
    const open = dialect.open(scope)
    await replay.through(mark, subscriber)
    const told: ToldTogether[] = []
    for (const item of open) {
      const { sessionId } = item.event
      for (const line of await replay.aside(item.event)) told.push({ line, sessionId })
      const saw = from.live && item.firstSeq <= from.position
      told.push(saw ? { line: asUpdate(item.line), sessionId } : toldNew(item))
    }
    if (subscriber.letGo(linesFrame(linesTogether(told)))) {
      reachedOpen(subscriber, open)
      return
    }
    hub.unsubscribe(subscriber, topic)
  }
}

interface Start extends ReplayFrom {
  gap?: Record<string, string>
}

/** Where reading begins. A place in another log, or ahead of the head, means nothing here: then everything is told. */
async function startAt(log: Log, scope: StreamScope, after: StreamAfter): Promise<Start> {
  const { sessionId } = scope
  const head = sessionId === undefined ? log.head : ((await log.snapshot(sessionId))?.seq ?? 0)
  const oldest = await log.reader.kept(scope)
  const reason = whyNot(log.epoch, after, head, oldest)
  const seen = reason === undefined || reason === 'retention'
  const live = reason === undefined && after.position > oldest && (await isPiece(log, scope, after.position))
  const start = { position: seen ? after.position : 0, seen, live }
  if (reason === undefined) return start
  const cursor = (position: number) => cursorText(scope, log.epoch, position)
  const thread = sessionId === undefined ? {} : { thread_id: threadId(sessionId) }
  const gap = { reason, oldest: cursor(oldest), head: cursor(head), epoch: log.epoch, ...thread }
  return { ...start, gap }
}

/**
 * Whether a place in a thread is that of a piece, which is not stored. Only who hears a thread as it happens gets such
 * places; of one that is stored it is not known whether the reader heard the pieces before it.
 */
async function isPiece(log: Log, { sessionId }: StreamScope, seq: number): Promise<boolean> {
  if (sessionId === undefined) return false
  const { events } = await log.reader.read(sessionId, { afterSeq: seq - 1, limit: 1 })
  return events[0]?.seq !== seq
}

function whyNot(
  epoch: string,
  after: StreamAfter,
  head: number,
  oldest: number,
): 'epoch' | 'ahead' | 'retention' | undefined {
  if (after.epoch !== undefined && after.epoch !== epoch) return 'epoch'
  if (after.position > head) return 'ahead'
  return after.position < oldest ? 'retention' : undefined
}

function toldNew({ line, event, firstSeq }: OpenItem<Event>): ToldTogether {
  const began = line.method === 'item/created' ? { began: firstSeq } : {}
  return { line, sessionId: event.sessionId, ...began }
}

/** What grows was told up to its last piece. */
function reachedOpen(subscriber: Subscriber, open: readonly OpenItem<Event>[]): void {
  for (const { event } of open) subscriber.reached(event)
}

function asUpdate({ params }: RpcLine): RpcLine {
  return { method: 'item/updated', params: { ...params, type: 'updated' } }
}
