import type { JsonObject } from '@signalbox/protocol'
import { type RpcLine, threadId } from '@signalbox/protocol/telling'
import type { Place } from '../../hub/subscriber.js'
import { startedAt } from './methods/thread-form.js'

/** What can be said of a thread that stands for no event of the log. */
export type ThreadWord = 'thread/started' | 'thread/resumed' | 'thread/paused'

/** A line about a thread as it is now; its place is that of the last event before it. */
export function threadLine(
  method: ThreadWord,
  session: Parameters<typeof startedAt>[0],
  { seq, offset, epoch }: Place & { epoch: string },
  message?: string,
): RpcLine {
  const params: JsonObject = {
    thread_id: threadId(session.id),
    type: method.slice('thread/'.length),
    state: method === 'thread/paused' ? 'paused' : 'running',
    started_at: startedAt(session),
    ...(message === undefined ? {} : { message }),
    ...{ seq, offset, epoch },
  }
  return { method, params }
}
