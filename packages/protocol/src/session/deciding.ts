import type { Draft, JsonObject } from '../event.js'
import { type EventType, rowOf } from '../registry/registry.js'
import type { SessionMeta, SessionStatus } from '../registry/shapes.js'
import type { NewId } from '../uuidv7.js'
import { type Folded, fold } from './fold.js'
import type { SessionState } from './state.js'
import { pathBetween } from './transitions.js'
import { toldSegment } from './turn-text.js'

/** What a decision may use from outside: the time of the commit, fresh ids, and when the gateway started. */
export interface Moment {
  now: number
  newId: NewId
  startedAt?: number
}

/** A draft with its place in the session. `own`: it is what came in, not what followed from it. */
export interface Decided {
  draft: Draft
  event: Folded
  own: boolean
}

/** Before these the text so far is told as one segment, so that a replay puts it where it was. */
const CUTS_TEXT: ReadonlySet<EventType> = new Set([
  'tool_call_start',
  'tool_call',
  'permission_requested',
  'question_requested',
  'user_message',
  'ui.spec_start',
  'turn_complete',
  'turn_error',
])

/** One decision in the making: says events one after the other and folds each before the next. */
export class Deciding {
  state: SessionState
  readonly decided: Decided[] = []
  readonly draft: Draft
  readonly moment: Moment
  readonly command: boolean
  #toldMeta: SessionMeta

  constructor(state: SessionState, draft: Draft, moment: Moment, command: boolean) {
    this.state = state
    this.#toldMeta = state.meta
    this.draft = draft
    this.moment = moment
    this.command = command
  }

  /** Signalbox started the agent: what it does happens in turns that we began, or not at all. */
  get driven(): boolean {
    return this.state.meta.origin === 'driven'
  }

  /** The time of the next event. */
  get ts(): number {
    return Math.max(this.moment.now, this.state.ts)
  }

  say(draft: Draft, own = true): void {
    const { turn } = this.state
    const elsewhere = draft.turnId !== undefined && draft.turnId !== turn?.turnId
    if (CUTS_TEXT.has(draft.type) && !elsewhere) this.cutText()
    const turnId = draft.turnId ?? this.state.turn?.turnId
    const event: Folded = { type: draft.type, seq: this.state.seq + 1, ts: this.ts }
    if (turnId !== undefined && rowOf(draft.type).turn !== undefined) event.turnId = turnId
    if (draft.source.nativeId !== undefined) event.nativeId = draft.source.nativeId
    const told = this.#marked(draft)
    if (told.data !== undefined) event.data = told.data
    this.decided.push({ draft: told, event, own })
    this.state = fold(this.state, event)
    if (draft.type === 'session_updated') this.#toldMeta = this.state.meta
  }

  /** What comes of a draft that is told after the fact says so. */
  #marked(draft: Draft): Draft {
    const { late, occurredAt } = this.draft
    if (!late || draft.json !== undefined) return draft
    return { ...draft, data: { ...draft.data, late, ...(occurredAt === undefined ? {} : { occurredAt }) } }
  }

  /**
   * An event that follows from the draft: same source, but not the sender's own words. What the sender said is kept with
   * it where it is all that comes of a draft of its type.
   */
  follow(type: EventType, data: JsonObject, keepsRaw = false): void {
    const { source, raw } = this.draft
    const kept = keepsRaw && type === this.draft.type && raw !== undefined ? { raw } : {}
    this.say({ type, source, data, ...kept }, false)
  }

  /** Ends the segment that is being told, if there is one. */
  cutText(): void {
    const segment = toldSegment(this.state.turn)
    if (segment) this.follow('message_complete', segment)
  }

  sayMeta(type: EventType, change: Partial<SessionMeta>): void {
    const session = { ...this.state.meta, ...change, updatedAt: this.ts }
    if (type === 'session_updated' && sameMeta(session, this.state.meta)) return
    this.say({ ...this.draft, type, data: { session: session as unknown as JsonObject } })
  }

  /** Lists show status and name: they hear of a change once, at its end; and that a session is stale no longer. */
  tellMeta(stale: boolean): void {
    const [{ status, name }, told] = [this.state.meta, this.#toldMeta]
    const heard = this.decided.some(({ event }) => event.type === 'session_updated')
    if (status === told.status && name === told.name && (!stale || heard)) return
    this.follow('session_updated', { session: this.state.meta as unknown as JsonObject })
  }

  moveTo(target: SessionStatus, reason?: string): void {
    const path = pathBetween(this.state.meta.status, target)
    const between = this.driven ? undefined : 'observed'
    path.forEach((state, index) => {
      const last = index === path.length - 1
      const why = last ? reason : between
      this.follow('session_state', why === undefined ? { state } : { state, reason: why }, last)
    })
  }
}

function sameMeta(a: SessionMeta, b: SessionMeta): boolean {
  return JSON.stringify({ ...a, updatedAt: 0 }) === JSON.stringify({ ...b, updatedAt: 0 })
}
