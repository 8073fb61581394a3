import { setImmediate } from 'node:timers/promises'
import type { EventType, SessionMeta } from '@signalbox/protocol'
import { FLOW_EVENT_TYPES, type FlowFields, flowFields, spokenId } from '@signalbox/protocol/flow'
import { oneLine } from '@signalbox/protocol/harmonize'
import type { LogReader } from '../log/log.js'
import { flowEventOf } from './dry-run.js'

/** A recorded event as it is offered for a dry run. */
export interface RecentEvent {
  id: string
  type: EventType
  /** The id its sender used for the session. */
  session_id: string
  timestamp: string
  /** What it says, in a line; empty where it says nothing a person would read. */
  summary: string
  /** What a notify client called it. */
  notify_type?: string
}

/** What says most of an event, best first. */
const TELLING = ['message', 'summary', 'title', 'plan_summary', 'text'] as const
const MAX_SUMMARY = 120
/** Between events of so many characters others are served. */
const LARGE = 32 * 1024

/** The newest events flows can see, of one type or of any, newest first. */
export async function recentEvents(
  reader: Pick<LogReader, 'recentEvents' | 'session'>,
  tenantId: string,
  { type, limit }: { type?: EventType | undefined; limit: number },
): Promise<RecentEvent[]> {
  const events = await reader.recentEvents(tenantId, type ? [type] : FLOW_EVENT_TYPES, limit)
  const ids = [...new Set(events.map(({ sessionId }) => sessionId))]
  const sessions = new Map<string, SessionMeta | undefined>(
    await Promise.all(ids.map(async (id) => [id, await reader.session(id)] as const)),
  )
  const recent: RecentEvent[] = []
  for (const event of events) {
    if (event.data.length > LARGE) await setImmediate()
    const seen = flowEventOf(event)
    const session = sessions.get(event.sessionId) ?? { id: event.sessionId, aliases: [] }
    const fields = flowFields(seen, { spokenId: spokenId(seen, session) })
    const notifyType = fields.get('notify.type')
    recent.push({
      id: event.id,
      type: event.type,
      session_id: fields.get('session_id') ?? '',
      timestamp: fields.get('timestamp') ?? '',
      summary: summaryOf(fields),
      ...(notifyType === undefined ? {} : { notify_type: oneLine(notifyType, MAX_SUMMARY) }),
    })
  }
  return recent
}

function summaryOf(fields: FlowFields): string {
  const said = TELLING.map((name) => fields.get(name)).find(
    (text) => text !== undefined && text.trim() !== '',
  )
  return oneLine(said ?? '', MAX_SUMMARY)
}
