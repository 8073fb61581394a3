import type { Draft, EventType, JsonObject, Source } from '@signalbox/protocol'
import type { Happening } from '../agents/driver.js'
import type { Commit } from '../log/log.js'
import type { Speaker } from './turn.js'

/** What a person wants to have happened in a session, the event that answers them first. */
export interface Wish {
  type: EventType
  data: JsonObject
  turnId?: string
  /** What happens with it. */
  also?: readonly Happening[]
  eventId?: string
}

/** A command of a person as a commit: refused where it does not fit, its first event the answer to who asked. */
export function commandCommit(
  { userId, via, replyTo }: Speaker,
  { type, data, turnId, also = [], eventId }: Wish,
): Omit<Commit, 'tenantId' | 'session'> {
  const source: Source = { agent: 'signalbox', via, nativeId: userId }
  const first: Draft = { type, source, data, ...(turnId === undefined ? {} : { turnId }) }
  return {
    drafts: [first, ...also.map((draft) => ({ ...draft, source }))],
    command: true,
    ...(eventId === undefined ? {} : { eventId }),
    ...(replyTo ? { replyTo: { type, ...replyTo } } : {}),
  }
}
