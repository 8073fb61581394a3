import {
  type By,
  type JsonObject,
  type RequestEndType,
  type RequestEntry,
  requestOutcome,
} from '@signalbox/protocol'

/** What the table of requests keeps of how one ended. */
export interface EndedRow {
  kind: string
  status: string
  asked_at: number
  ended_at: number | null
  outcome: string | null
}

/** A whole row of the table of requests. */
export interface RequestRow extends EndedRow {
  id: string
  session: string
  turn: string | null
  asked: string
}

/** How a request ended: by whom, in one word, and after how long. */
export type RequestEnding = Pick<RequestEntry, 'by' | 'outcome' | 'waitedMs'>

/** The request of a row, as lists show it. */
export function requestEntry(row: RequestRow): RequestEntry {
  return {
    requestId: row.id,
    sessionId: row.session,
    kind: row.kind as RequestEntry['kind'],
    turnId: row.turn,
    since: row.asked_at,
    status: row.status as RequestEntry['status'],
    data: JSON.parse(row.asked),
    ...(row.ended_at === null ? {} : { endedAt: row.ended_at, ...requestEnding(row), ...wordsOf(row) }),
  }
}

/** What the agent was told with the answer. No part of how it ended: a refusal of a late answer has a message of its own. */
function wordsOf({ outcome }: RequestRow): Pick<RequestEntry, 'message'> {
  const { message } = JSON.parse(outcome ?? '{}') as JsonObject
  return typeof message === 'string' ? { message } : {}
}

/** How the request of a row ended, from what its last event said. */
export function requestEnding(row: EndedRow): RequestEnding {
  const said = JSON.parse(row.outcome ?? '{}') as JsonObject
  const outcome = requestOutcome(endOf(row), said)
  const by = said.by as By | undefined
  const { waitedMs = (row.ended_at ?? row.asked_at) - row.asked_at } = said
  return {
    ...(by === undefined ? {} : { by }),
    outcome,
    ...(typeof waitedMs === 'number' ? { waitedMs } : {}),
  }
}

/** The event that ended a request of this kind. */
function endOf({ kind, status }: EndedRow): RequestEndType {
  if (status === 'closed') return 'request_closed'
  return kind === 'permission' ? 'approval_resolved' : 'question_resolved'
}
