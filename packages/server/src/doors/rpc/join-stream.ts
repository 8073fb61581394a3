import type { Event, SessionState } from '@signalbox/protocol'
import type { OpenItem, RpcLine } from '@signalbox/protocol/telling'
import { linesTogether, type SessionLine } from '../../dialects/line-places.js'
import { linesFrame, type RpcDialect } from '../../dialects/rpc.js'
import type { Hub } from '../../hub/hub.js'
import type { Subscriber } from '../../hub/subscriber.js'
import { toldTopic } from '../../hub/topics.js'
import type { Log } from '../../log/log.js'
import { type GreetingDeps, greetedThread, greetingLines, mayTellPause, pauseLines } from './greeting.js'
import type { StreamQuery, StreamScope } from './stream-query.js'
import { StreamReplay } from './stream-replay.js'
import { type StreamStart, streamStart } from './stream-start.js'

export interface JoinStreamDeps extends GreetingDeps {
  log: Log
  hub: Hub
  dialect: RpcDialect
}

/**
 * Looks at all that takes time or can be refused before the head of a stream is sent, and answers how to join then. To
 * be called in the same turn of the loop: nothing is published meanwhile, so who has the head misses nothing.
 */
export async function prepareJoin(
  deps: JoinStreamDeps,
  { scope, after }: StreamQuery,
): Promise<(subscriber: Subscriber) => Promise<void>> {
  const { log } = deps
  if (after) {
    const start = await streamStart(log, scope, after)
    return async (subscriber) => {
      await resume(deps, subscriber, scope, start)
      await tellPause(deps, subscriber, scope, start)
    }
  }
  const thread = await greetedThread(deps, scope)
  const { head } = log
  return async (subscriber) => greet(deps, subscriber, scope, thread, head)
}

/** Puts a subscriber on what comes, after the first lines: the thread it begins with, and the items that are growing. */
function greet(
  deps: JoinStreamDeps,
  subscriber: Subscriber,
  scope: StreamScope,
  thread: SessionState | undefined,
  head: number,
): void {
  const { hub, dialect } = deps
  const open = dialect.open(scope)
  const told: SessionLine[] = open.map(({ event, line }) => ({ sessionId: event.sessionId, line }))
  if (thread) {
    const greeting = greetingLines(deps, thread, head)
    told.unshift(...greeting.map((line) => ({ sessionId: thread.meta.id, line })))
    subscriber.reached({ sessionId: thread.meta.id, seq: thread.seq, offset: head })
  } else subscriber.reached({ seq: 0, offset: head })
  // Who is cut off before it was told of something that grows knows the thread up to before that.
  const toldSeq = (sessionId: string) => {
    const grows = open.filter(({ event }) => event.sessionId === sessionId)
    return grows.length > 0 ? Math.min(...grows.map(({ firstSeq }) => firstSeq - 1)) : (thread?.seq ?? 0)
  }
  subscriber.replay(linesFrame(linesTogether(told, toldSeq)), open.at(-1)?.event)
  hub.subscribe(subscriber, toldTopic(scope))
}

/**
 * Puts a subscriber on the notifications of a tenant or a thread without loss: what is stored after its place is told,
 * then from one moment on it listens with its output held; the rest up to that moment, the items that were growing then,
 * and what was held follow. If too much came to hold, it reads on from the log.
 */
async function resume(
  { log, hub, dialect }: JoinStreamDeps,
  subscriber: Subscriber,
  scope: StreamScope,
  { gap, ...start }: StreamStart,
): Promise<void> {
  // On no topic yet, but closed when it stalls like everyone else.
  hub.subscribe(subscriber)
  // Where its place means nothing it is at the beginning of this log: cut off now, it comes back for all of it.
  if (!start.seen) subscriber.reached({ seq: 0, offset: 0 })
  if (gap) subscriber.reply({ type: 'stream/gap', ...gap })
  const replay = new StreamReplay(log, scope, start)
  const topic = toldTopic(scope)
  while (!subscriber.closed) {
    await replay.through(log.head, subscriber)
    subscriber.hold()
    hub.subscribe(subscriber, topic)
    const mark = log.head
    const open = dialect.open(scope)
    await replay.through(mark, subscriber)
    const told = await unstoredLines(replay, start, open)
    const lines = linesTogether(told, (sessionId) => replay.toldSeq(sessionId))
    if (subscriber.letGo(linesFrame(lines), open.at(-1)?.event)) return
    hub.unsubscribe(subscriber, topic)
  }
}

/** Tells the state a pause of the gateway gives the thread a stream would begin with. */
async function tellPause(
  deps: JoinStreamDeps,
  subscriber: Subscriber,
  scope: StreamScope,
  { since }: StreamStart,
): Promise<void> {
  if (!mayTellPause(deps, since)) return
  const thread = await greetedThread(deps, scope)
  if (!thread) return
  const { head } = deps.log
  // What was published until now comes before it.
  deps.hub.flush(subscriber)
  const place = { sessionId: thread.meta.id, seq: thread.seq, offset: head }
  subscriber.replay(linesFrame(pauseLines(deps, thread, head, since)), place)
}

/** What no replay tells: items that grow, what their pieces say beside them, and how far plans are. */
async function unstoredLines(
  replay: StreamReplay,
  { live }: StreamStart,
  open: readonly OpenItem<Event>[],
): Promise<SessionLine[]> {
  const withPlan = new Set(open.filter(isPlan).map(({ event }) => event.sessionId))
  const told = await replay.plans(withPlan)
  for (const item of open) {
    const { sessionId } = item.event
    const heard = live?.sessionId === sessionId ? live.seq : 0
    if (item.seenAt !== undefined && item.seenAt <= heard) continue
    if (isPlan(item) && !(await replay.isNewPlan(sessionId, item.line))) continue
    for (const line of await replay.aside(item.event)) told.push({ line, sessionId })
    told.push({ line: item.firstSeq <= heard ? asUpdate(item.line) : item.line, sessionId })
  }
  return told
}

function isPlan({ line }: OpenItem<Event>): boolean {
  return (line.params.content as { type?: unknown } | undefined)?.type === 'plan'
}

function asUpdate({ params }: RpcLine): RpcLine {
  return { method: 'item/updated', params: { ...params, type: 'updated' } }
}
