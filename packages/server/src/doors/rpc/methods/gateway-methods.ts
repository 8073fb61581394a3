import { type NewId, SignalboxError } from '@signalbox/protocol'
import type { LogRecord } from '@signalbox/protocol/log-record'
import { isoTime, threadId } from '@signalbox/protocol/telling'
import type { Log } from '../../../log/log.js'
import type { FoundRecord } from '../../../log/records.js'
import type { LogRecords } from '../../../logs/log-records.js'
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
  records: Pick<LogRecords, 'newest'>
}

const USUAL_LINES = 100

type GatewayMethod = 'holon/status' | 'holon/pause' | 'holon/resume' | 'holon/logStream' | 'rpc.discover'

/** The gateway as a whole: whether it starts turns, what it has heard, what can be called. */
export function gatewayMethods(deps: GatewayMethodDeps): MethodHandlers<GatewayMethod> {
  const { log, pause, current, lastEvent, newId, records } = deps
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
    async 'holon/logStream'({ from_position = 0, max_lines = USUAL_LINES }, { identity }) {
      const found = await records.newest({ tenantId: identity.tenantId }, max_lines, from_position)
      return { stream_id: `stream_${newId()}`, logs: found.map(logLine) }
    },
    async 'rpc.discover'() {
      const { openRpcDocument } = await import('@signalbox/protocol/documents')
      return openRpcDocument()
    },
  }
}

/** A record as a line of this door: what happened, how serious, when. */
function logLine({ text }: FoundRecord) {
  const { severityText, timeUnixNano, body } = JSON.parse(text) as LogRecord
  return { level: severityText, time: isoTime(Number(timeUnixNano.slice(0, -6))), message: body.stringValue }
}
