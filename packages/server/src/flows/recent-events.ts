import { setImmediate } from 'node:timers/promises'
import type { Event, EventType, SessionMeta } from '@signalbox/protocol'
import { FLOW_EVENT_TYPES, type FlowFields, flowFields, spokenId } from '@signalbox/protocol/flow'
import { oneLine } from '@signalbox/protocol/harmonize'
import type { LogReader, RecentPage } from '../log/log.js'
import { looks } from '../log/looks.js'
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

/** Newest first. `partial`: there are fewer than were asked for, and older ones were not looked at. */
export interface RecentEvents {
  events: RecentEvent[]
  partial?: true
}

export interface RecentWanted {
  type?: EventType | undefined
  limit: number
}

type Reader = Pick<LogReader, 'recentEvents' | 'session'>

/** The newest events flows can see, of one type or of any. */
export async function recentEvents(
  reader: Reader,
  tenantId: string,
  wanted: RecentWanted,
  again = looks(),
): Promise<RecentEvents> {
  const { events, lookedFrom } = await find(reader, tenantId, wanted, again)
  const partial = events.length < wanted.limit && lookedFrom > 0
  return { events: await told(reader, events), ...(partial ? { partial } : {}) }
}

async function find(
  reader: Reader,
  tenantId: string,
  { type, limit }: RecentWanted,
  again: () => boolean,
): Promise<RecentPage> {
  const types = type ? [type] : FLOW_EVENT_TYPES
  const events: Event[] = []
  let beforeOffset: number | undefined
  while (events.length < limit && beforeOffset !== 0 && again()) {
    const query = { tenantId, types, limit: limit - events.length }
    const page = await reader.recentEvents(beforeOffset === undefined ? query : { ...query, beforeOffset })
    events.push(...page.events)
    beforeOffset = page.lookedFrom
  }
  return { events, lookedFrom: beforeOffset ?? 0 }
}

async function told(reader: Reader, events: readonly Event[]): Promise<RecentEvent[]> {
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
