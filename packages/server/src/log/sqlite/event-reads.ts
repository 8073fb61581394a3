import type { Event } from '@signalbox/protocol'
import type Database from 'libsql'
import type { EventsPage, EventsQuery, RecentPage, RecentQuery } from '../log.js'
import { type EventRow, eventOf, SELECT_EVENT } from './event-row.js'

/** A page looks at so many places in the log: the reading thread has others to answer. */
const LOOKED_AT = 8192
/** And ends after so much data. */
const PAGE_CHARS = 1024 * 1024

/** The SQL of finding one event. */
export const EVENT_SQL = {
  at: `${SELECT_EVENT} WHERE e.offset = ?`,
  from: 'SELECT offset, id FROM events WHERE offset >= ? ORDER BY offset LIMIT 1',
  // From the end of the log backwards, whatever else there is an index of.
  recent: `${SELECT_EVENT.replace(' JOIN ', ' NOT INDEXED CROSS JOIN ')} WHERE e.offset >= ? AND e.offset < ? AND e.type IN (SELECT value FROM json_each(?)) AND s.tenant = ?
    ORDER BY e.offset DESC LIMIT ?`,
  // In this order, without an index: by the key itself, from the place where reading begins.
  ofTypes: `${SELECT_EVENT.replace('events e JOIN', 'events e NOT INDEXED CROSS JOIN')}
    WHERE e.offset > ? AND e.offset <= ? AND e.type IN (SELECT value FROM json_each(?)) AND s.tenant = ? ORDER BY e.offset LIMIT ?`,
  last: 'SELECT offset, id FROM events ORDER BY offset DESC LIMIT 1',
} as const

interface Place {
  offset: number
  id: string
}

/** Reads single events, by their place in the log or by their id. */
export function eventReads(db: Database.Database) {
  const sql = {
    at: db.prepare(EVENT_SQL.at),
    from: db.prepare(EVENT_SQL.from),
    recent: db.prepare(EVENT_SQL.recent),
    last: db.prepare(EVENT_SQL.last),
    ofTypes: db.prepare(EVENT_SQL.ofTypes),
  }
  const from = (offset: number) => sql.from.get(offset) as Place | undefined

  function eventAt(offset: number): Event | undefined {
    const row = sql.at.get(offset) as EventRow | undefined
    return row && eventOf(row)
  }

  /** Ids rise with the offset, since one writer makes both: halving finds an id without an index of ids. */
  function offsetOf(id: string): number | undefined {
    let [low, high] = [0, (sql.last.get() as Place | undefined)?.offset ?? 0]
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      const found = from(middle)
      if (!found || found.id >= id) high = middle
      else low = found.offset + 1
    }
    const found = from(low)
    return found?.id === id ? found.offset : undefined
  }

  return {
    eventAt,
    offsetOf,
    eventsOf({ tenantId, types, afterOffset, throughOffset, limit }: EventsQuery): EventsPage {
      const through = Math.min(throughOffset, afterOffset + LOOKED_AT)
      const rows = sql.ofTypes.all(afterOffset, through, JSON.stringify(types), tenantId, limit) as EventRow[]
      let chars = 0
      const full = rows.findIndex((row) => {
        chars += row.data.length
        return chars > PAGE_CHARS
      })
      const page = rows.slice(0, full < 0 ? rows.length : Math.max(1, full))
      const isWhole = page.length === rows.length && rows.length < limit
      return {
        events: page.map(eventOf),
        lookedThrough: isWhole ? through : (page.at(-1)?.offset ?? through),
      }
    },
    eventById(tenantId: string, id: string): Event | undefined {
      const offset = offsetOf(id.toLowerCase())
      const event = offset === undefined ? undefined : eventAt(offset)
      return event?.tenantId === tenantId ? event : undefined
    },
    recentEvents({ tenantId, types, beforeOffset, limit }: RecentQuery): RecentPage {
      const before = beforeOffset ?? ((sql.last.get() as Place | undefined)?.offset ?? 0) + 1
      const from = Math.max(0, before - LOOKED_AT)
      const rows = sql.recent.all(from, before, JSON.stringify(types), tenantId, limit) as EventRow[]
      const oldest = rows.length < limit ? undefined : rows.at(-1)
      return { events: rows.map(eventOf), lookedFrom: oldest?.offset ?? from }
    },
  }
}
