import { type NewId, SignalboxError } from '@signalbox/protocol'
import { isoTime, threadId } from '@signalbox/protocol/telling'
import type { Log } from '../../../log/log.js'
import type { GatewayPause } from '../../../pause/gateway-pause.js'
import type { CurrentThread } from './current-thread.js'
import type { LastEvent } from './last-event.js'
import type { MethodHandlers } from './rpc-methods.js'

export interface GatewayMethodDeps {
  log: Pick<Log, 'head'>
  pause: GatewayPause
  current: CurrentThread
  lastEvent: LastEvent
  newId: NewId
}

type GatewayMethod = 'holon/status' | 'holon/pause' | 'holon/resume' | 'holon/logStream' | 'rpc.discover'

/** The gateway as a whole: whether it starts turns, what it has heard, what can be called. */
export function gatewayMethods(deps: GatewayMethodDeps): MethodHandlers<GatewayMethod> {
  const { log, pause, current, lastEvent, newId } = deps
  return {
    'holon/status'() {
      const { state, pausedAt, resumedAt } = pause.state
      const { sessionId } = current
      const { at } = lastEvent
      return {
        state,
        events_processed: log.head,
        ...(sessionId ? { session_id: threadId(sessionId) } : {}),
        ...(at === undefined ? {} : { last_event_at: isoTime(at) }),
        ...(pausedAt === undefined ? {} : { paused_at: isoTime(pausedAt) }),
        ...(resumedAt === undefined ? {} : { resumed_at: isoTime(resumedAt) }),
      }
    },
    async 'holon/pause'() {
      if (await pause.pause()) return { success: true, message: 'Paused event processing' }
      throw new SignalboxError('paused', 'failed to pause: already paused')
    },
    async 'holon/resume'() {
      const message = (await pause.resume()) ? 'Resumed event processing' : 'Runtime already running'
      return { success: true, message }
    },
    'holon/logStream': () => ({ stream_id: `stream_${newId()}`, logs: [] }),
    async 'rpc.discover'() {
      const { openRpcDocument } = await import('@signalbox/protocol/documents')
      return openRpcDocument()
    },
  }
}
