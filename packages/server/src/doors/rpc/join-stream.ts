import type { Event } from '@signalbox/protocol'
import type { OpenItem, RpcLine } from '@signalbox/protocol/telling'
import { linesFrame, type RpcDialect } from '../../dialects/rpc.js'
import type { Hub } from '../../hub/hub.js'
import type { Subscriber } from '../../hub/subscriber.js'
import { toldTopic } from '../../hub/topics.js'
import type { Log } from '../../log/log.js'
import { type GreetingDeps, greetedThread, greetingLines } from './greeting.js'
import { threadId } from './methods/thread-form.js'
import { cursorText, type StreamAfter, type StreamQuery, type StreamScope } from './stream-query.js'
import { StreamReplay } from './stream-replay.js'

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
  const lines = state ? greetingLines(deps, state, place.offset) : []
  const open = dialect.open(scope).map(({ line }) => line)
  subscriber.replay(linesFrame([...lines, ...open]), place)
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
    const lines: RpcLine[] = []
    for (const item of open) {
      lines.push(...(await replay.aside(item.event)))
      lines.push(from.seen && sawBeginning(item, scope, from.position) ? asUpdate(item.line) : item.line)
    }
    if (subscriber.letGo(linesFrame(lines))) return
    hub.unsubscribe(subscriber, topic)
  }
}

interface Start {
  position: number
  seen: boolean
  gap?: Record<string, string>
}

/** Where reading begins. A place in another log, or ahead of the head, means nothing here: then everything is told. */
async function startAt(log: Log, scope: StreamScope, after: StreamAfter): Promise<Start> {
  const { sessionId } = scope
  const head = sessionId === undefined ? log.head : ((await log.snapshot(sessionId))?.seq ?? 0)
  const oldest = await log.reader.kept(scope)
  const reason = whyNot(log.epoch, after, head, oldest)
  const seen = reason === undefined || reason === 'retention'
  const start = { position: seen ? after.position : 0, seen }
  if (reason === undefined) return start
  const cursor = (position: number) => cursorText(scope, log.epoch, position)
  const thread = sessionId === undefined ? {} : { thread_id: threadId(sessionId) }
  const gap = { reason, oldest: cursor(oldest), head: cursor(head), epoch: log.epoch, ...thread }
  return { ...start, gap }
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

/** Of an offset it is not known how many pieces after it were seen: what began there is told from its beginning. */
function sawBeginning(
  { firstSeq, firstOffset }: OpenItem<Event>,
  { sessionId }: StreamScope,
  position: number,
) {
  return sessionId === undefined ? firstOffset < position : firstSeq <= position
}

function asUpdate({ params }: RpcLine): RpcLine {
  return { method: 'item/updated', params: { ...params, type: 'updated' } }
}
