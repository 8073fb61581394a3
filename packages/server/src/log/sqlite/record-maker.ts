import { type Alias, type Event, type JsonObject, uuidTime } from '@signalbox/protocol'
import { flowFields, spokenId } from '@signalbox/protocol/flow'
import {
  type Dispatch,
  facetsOf,
  type LogRecord,
  mentions,
  notifyRecord,
  passes,
} from '@signalbox/protocol/log-record'
import type { DispatchSpan, FoundRecord, RecordQuery } from '../records.js'

/** A notify event as it stands in its row. */
export interface StoredEvent {
  offset: number
  seq: number
  id: string
  ts: number
  type: string
  turn: string | null
  data: string
  /** Of the session. */
  key: number
  sessionId: string
}

/** A record of the gateway's own, as it stands in its row. */
export interface StoredNote {
  offset: number
  n: number
  record: string
  sessionId: string | null
}

/** Makes the record of what is stored; undefined when it is none of those that are asked for. */
export type RecordMaker = (stored: StoredEvent | StoredNote) => FoundRecord | undefined

/** A maker for one page: what it learns about sessions it keeps that long. */
export function recordMaker(query: RecordQuery, aliasesOf: (key: number) => string): RecordMaker {
  const aliases = new Map<number, Alias[]>()

  const namesOf = (key: number): Alias[] => {
    const known = aliases.get(key) ?? (JSON.parse(aliasesOf(key)) as Alias[])
    aliases.set(key, known)
    return known
  }

  const recordOf = (stored: StoredEvent | StoredNote): LogRecord => {
    const { resource } = query
    if ('record' in stored) return { ...(JSON.parse(stored.record) as Omit<LogRecord, 'resource'>), resource }
    const { sessionId, turn, offset } = stored
    const event = {
      ...{ id: stored.id, ts: stored.ts, type: stored.type as Event['type'], sessionId },
      ...(turn === null ? {} : { turnId: turn }),
      data: JSON.parse(stored.data) as JsonObject,
    }
    const said = spokenId(event, { id: sessionId, aliases: namesOf(stored.key) })
    const fields = flowFields(event, { spokenId: said })
    return notifyRecord(event, { fields, dispatch: dispatchAt(query.dispatch, offset), resource })
  }

  return (stored) => {
    const record = recordOf(stored)
    const facets = facetsOf(record, stored.sessionId ?? undefined)
    if (!passes(query, facets)) return undefined
    const { q, replayWindow } = query
    if (q !== undefined && !mentions(record, q)) return undefined
    if (replayWindow !== undefined)
      record.attributes.push({ key: 'gestalt.replay_window', value: { stringValue: replayWindow } })
    const n = 'record' in stored ? stored.n : 0
    return { offset: stored.offset, n, text: JSON.stringify(record), facets }
  }
}

/** What the flows were when an event came; before anybody knew of them they were not there. */
export function dispatchAt(spans: readonly DispatchSpan[], offset: number): Dispatch {
  const { dispatch, error } = spans.findLast(({ from }) => from <= offset) ?? { dispatch: 'flow_unavailable' }
  return error === undefined ? { dispatch } : { dispatch, error }
}

/** When an event was written: its id says so, also where it tells of something earlier. */
export function committedAt({ id, ts }: Pick<StoredEvent, 'id' | 'ts'>): number {
  return uuidTime(id) ?? ts
}
