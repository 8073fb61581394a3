import type { Json, JsonObject } from '../../event.js'
import { isDurable } from '../../registry/registry.js'
import type { RpcNotificationName } from '../notifications.js'
import type { ITEM_STATUSES } from '../shapes.js'
import type { Growing } from './growing.js'
import { derivedUuid, isoTime, threadId, timeIn } from './ids.js'
import type { HeardEvent, RpcLine } from './line.js'
import { type SessionNotes, sessionIn, type TurnNotes, turnIn } from './notes.js'

export type ItemStatus = (typeof ITEM_STATUSES)[number]
export type ItemMethod = Extract<RpcNotificationName, `item/${string}`>

/** What a line says of an item; content that did not change may be left out. */
export interface ItemTold {
  id: string
  status: ItemStatus
  turnId?: string | undefined
  content?: JsonObject
}

/** What a session is known by, and which items are still to be told as far as they have grown. */
export interface Memory {
  readonly epoch: string
  readonly sessions: Map<string, SessionNotes>
  readonly owing: Set<Growing>
  /** The last place in the log that was heard of. */
  offset: number
}

/** A line about an item, as of an event. */
export function itemLine(
  epoch: string,
  event: HeardEvent,
  method: ItemMethod,
  { id, status, turnId, content }: ItemTold,
): RpcLine {
  const params: JsonObject = { item_id: id, type: method.slice('item/'.length), status }
  if (content !== undefined) params.content = content
  params.timestamp = isoTime(event.ts)
  params.thread_id = threadId(event.sessionId)
  if (turnId !== undefined) params.turn_id = turnId
  return { method, params: placed(epoch, event, params) }
}

function placed(epoch: string, { seq, offset }: HeardEvent, params: JsonObject): JsonObject {
  params.seq = seq
  params.offset = offset
  params.epoch = epoch
  return params
}

/** One event on its way to be told: what is said of it is put into words only when somebody listens. */
export class Telling {
  readonly event: HeardEvent
  readonly said: (() => RpcLine)[] = []
  /** What the event was a piece of. */
  grown: Growing | undefined
  readonly #memory: Memory
  #data: JsonObject | undefined
  #session: SessionNotes | undefined
  #turn: TurnNotes | undefined
  #unasked: (() => void) | undefined

  constructor(event: HeardEvent, memory: Memory) {
    this.event = event
    this.#memory = memory
  }

  get data(): JsonObject {
    this.#data ??= objectOf(JSON.parse(this.event.data) as Json)
    return this.#data
  }

  get session(): SessionNotes {
    this.#session ??= sessionIn(this.#memory.sessions, this.event.sessionId)
    return this.#session
  }

  /** The turn the event belongs to. */
  get turn(): TurnNotes {
    const { turnId, ts, type } = this.event
    this.#turn ??= turnIn(this.session, turnId, ts, !isDurable(type))
    return this.#turn
  }

  /** The id of an item of the turn, or of the session where it may outlive the turn. */
  itemId(kind: string, key: string | number, within: 'turn' | 'session' = 'turn'): string {
    const { sessionId, turnId, ts } = this.event
    const base = within === 'turn' && turnId !== undefined ? turnId : sessionId
    return `item_${derivedUuid(timeIn(base) ?? timeIn(sessionId) ?? ts, `${base}|${kind}|${key}`)}`
  }

  /** What needs a look into the event to be said, and leaves no note: it is looked into when somebody asks. */
  whenAsked(say: () => void): void {
    this.#unasked = say
  }

  /** Somebody asks for the lines. */
  asked(): void {
    const say = this.#unasked
    this.#unasked = undefined
    say?.()
  }

  /** Says something of a thread or a turn. */
  say(method: RpcNotificationName, params: () => JsonObject): void {
    const { epoch } = this.#memory
    this.said.push(() => {
      const type = method.slice(method.indexOf('/') + 1)
      return { method, params: placed(epoch, this.event, { type, ...params() }) }
    })
  }

  /** Says something of an item; one of another turn than the event's names it. */
  item(method: ItemMethod, told: ItemTold | (() => ItemTold)): void {
    const { epoch } = this.#memory
    this.said.push(() => {
      const item = typeof told === 'function' ? told() : told
      return itemLine(epoch, this.event, method, { turnId: this.event.turnId, ...item })
    })
  }

  /** Says how far an item has grown. */
  growth(method: ItemMethod, growing: Growing): void {
    this.item(method, () => {
      growing.seenAt = this.event.seq
      return { id: growing.id, status: 'active', content: growing.content }
    })
  }

  /** An item that was growing does so no longer. */
  settled(growing: Growing): void {
    this.#memory.owing.delete(growing)
  }

  forget(): void {
    const { sessions, owing } = this.#memory
    sessions.delete(this.event.sessionId)
    for (const growing of owing) if (growing.first.sessionId === this.event.sessionId) owing.delete(growing)
  }
}

/** A value of JSON where an object is expected. */
export function objectOf(value: Json | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
}
