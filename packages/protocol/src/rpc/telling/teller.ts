import type { JsonObject } from '../../event.js'
import type { EventType } from '../../registry/registry.js'
import type { RpcNotificationName } from '../notifications.js'
import { isoTime, threadId, timeIn } from './ids.js'
import type { HeardEvent, RpcLine } from './line.js'

/** Growth that was held back, told now: `event` is the last piece heard. */
export interface Owed<E extends HeardEvent = HeardEvent> {
  event: E
  lines: RpcLine[]
}

/** An item that is in no replay as it stands: `firstSeq` and `firstOffset` are those of what it began with. */
export interface OpenItem<E extends HeardEvent = HeardEvent> {
  event: E
  firstSeq: number
  firstOffset: number
  line: RpcLine
}

const FIRST: Partial<Record<EventType, RpcNotificationName>> = {
  session_created: 'thread/started',
  turn_started: 'turn/started',
  turn_complete: 'turn/completed',
}

/** Whether events of this type can have lines of their own. */
export function isTold(type: EventType): boolean {
  return FIRST[type] !== undefined
}

/** Says the events of the log as notifications of the JSON-RPC door. */
export class Teller<E extends HeardEvent = HeardEvent> {
  readonly #epoch: string
  #last: E | undefined

  constructor(epoch: string) {
    this.#epoch = epoch
  }

  /** Every event, in order, also when nobody listens. */
  hear(event: E): void {
    this.#last = event
  }

  /** What the event heard last is on this wire. Asked for at most once per event. */
  lines(): RpcLine[] {
    const event = this.#last
    const method = event && FIRST[event.type]
    if (!event || !method) return []
    const { sessionId, turnId = '', seq, offset, ts } = event
    const [, type = ''] = method.split('/')
    const place = { seq, offset, epoch: this.#epoch }
    const thread_id = threadId(sessionId)
    const started = (id: string) => isoTime(timeIn(id) ?? ts)
    const of: JsonObject = method.startsWith('turn/')
      ? {
          turn_id: turnId,
          type,
          state: type === 'started' ? 'active' : type,
          thread_id,
          started_at: started(turnId),
        }
      : { thread_id, type, state: 'running', started_at: started(sessionId) }
    const end = type === 'completed' ? { completed_at: isoTime(ts) } : {}
    return [{ method, params: { ...of, ...end, ...place } }]
  }

  /** Growth that was held back; with a time, only where that is long enough ago. */
  owed(_now = Number.POSITIVE_INFINITY): Owed<E>[] {
    return []
  }

  get owes(): boolean {
    return false
  }

  /** What a replay does not tell: items that still grow, each as far as it is. */
  open(_sessionId?: string): OpenItem<E>[] {
    return []
  }

  /** The reader saw everything of the session up to this number, pieces too. */
  resumedAt(_sessionId: string, _seq: number): void {}
}
