import { linesFrame, type RpcDialect } from '../../dialects/rpc.js'
import type { Hub } from '../../hub/hub.js'
import { toldTopic } from '../../hub/topics.js'
import type { Log } from '../../log/log.js'
import type { Announce } from './methods/rpc-methods.js'
import { threadLine } from './thread-line.js'

export interface AnnouncingDeps {
  log: Pick<Log, 'snapshot' | 'head' | 'epoch'>
  hub: Hub
  dialect: RpcDialect
}

/** Says something about a thread to everyone who reads it, which no event of the log stands for. */
export function announcing({ log, hub, dialect }: AnnouncingDeps): Announce {
  return async (tenantId, sessionId, method, message) => {
    const state = await log.snapshot(sessionId)
    if (!state) return
    const place = { seq: state.seq, offset: log.head }
    const frame = linesFrame([threadLine(method, state.meta, { ...place, epoch: log.epoch }, message)])
    const topics = [toldTopic({ tenantId }), toldTopic({ tenantId, sessionId })]
    hub.say(dialect, topics, { event: { type: 'session_updated', sessionId, ...place }, frame })
  }
}
