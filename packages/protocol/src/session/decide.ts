import { SignalboxError } from '../errors.js'
import type { Draft, JsonObject } from '../event.js'
import { type EventType, rowOf } from '../registry/registry.js'
import type { SessionMeta, SessionStatus } from '../registry/shapes.js'
import type { NewId } from '../uuidv7.js'
import type { Folded } from './fold.js'
import { fold } from './fold.js'
import type { PendingRequest, SessionState } from './state.js'
import { canMove, pathBetween } from './transitions.js'

/** What a decision may use from outside: the time of the commit and fresh ids. */
export interface Moment {
  now: number
  newId: NewId
  /** When this gateway started. */
  startedAt?: number
}

/** A draft with its place in the session. `own`: it is what came in, not what followed from it. */
export interface Decided {
  draft: Draft
  event: Folded
  own: boolean
}

/** What one draft leads to: the events in order, and the state after them. */
export interface Decision {
  state: SessionState
  decided: Decided[]
}

/**
 * The decider: what happens to a session when this draft comes in. Pure.
 * An observed happening is never refused: what must have come before it is put in, with reason `observed`.
 * A command that does not fit the state throws a SignalboxError and nothing happens.
 */
export function decide(state: SessionState, draft: Draft, moment: Moment, command = false): Decision {
  const session = new Deciding(state, draft, moment, command)
  const rule = RULES[draft.type]
  if (rule) rule(session, draft.data ?? {})
  else sayAsTold(session)
  session.tellStatus(state.meta.status)
  return { state: session.state, decided: session.decided }
}

type Rule = (session: Deciding, data: JsonObject) => void

const RULES: Partial<Record<EventType, Rule>> = {
  session_created: (session) => session.sayMeta('session_created', {}),
  session_updated: (session, data) => session.sayMeta('session_updated', data as Partial<SessionMeta>),
  session_archived: (session) =>
    session.state.meta.archived || session.sayMeta('session_archived', { archived: true }),
  session_unarchived: (session) =>
    session.state.meta.archived && session.sayMeta('session_unarchived', { archived: false }),

  session_state: (session, data) => {
    const target = data.state as SessionStatus
    const from = session.state.meta.status
    if (session.command && from !== target && !canMove(from, target)) {
      throw new SignalboxError('invalidTransition', `a session that is ${from} cannot become ${target}`)
    }
    // A start that is told after the first prompt: the session is ready when the turn ends.
    if (target === 'ready' && session.state.turn && !session.command) return
    if (target === 'inactive' || target === 'error') session.endOpenTurn('ended')
    session.moveTo(target, typeof data.reason === 'string' ? data.reason : undefined)
  },

  turn_started: (session) => {
    const native = session.draft.nativeTurnId
    if (session.command && session.state.turn) throw new SignalboxError('turnInProgress')
    if (session.state.turn && native !== undefined && session.state.turn.nativeId === native) return
    session.endOpenTurn('superseded')
    session.openTurn()
  },
  turn_complete: (session, data) => {
    session.ensureTurn()
    session.closeRequests('resolved_elsewhere')
    session.say(session.draft)
    session.moveTo('ready', typeof data.stopReason === 'string' ? data.stopReason : 'turn_complete')
  },
  turn_error: (session, data) => {
    session.ensureTurn()
    session.closeRequests('withdrawn')
    session.say(session.draft)
    session.moveTo('error', String(data.code))
  },

  permission_requested: (session, data) => session.ask('permission', data, String(data.description ?? '')),
  question_requested: (session, data) => session.ask('question', data, firstQuestion(data)),
  approval_resolved: (session, data) => session.answer('permission', data),
  question_resolved: (session, data) => session.answer('question', data),
  request_closed: (session, data) => session.answer(undefined, data),

  user_message: (session, data) => {
    const itemId = data.itemId ?? `item_${session.moment.newId()}`
    session.say({ ...session.draft, data: { ...data, itemId } })
  },
}

/** Every other type changes no state of its own; one that belongs to a turn opens it where nobody has yet. */
function sayAsTold(session: Deciding): void {
  if (rowOf(session.draft.type).turn === 'required') session.ensureTurn()
  session.say(session.draft)
}

function firstQuestion(data: JsonObject): string {
  const [first] = Array.isArray(data.questions) ? data.questions : []
  return first && typeof first === 'object' && !Array.isArray(first) ? String(first.text ?? '') : ''
}

/** One decision in the making: says events one after the other and folds each before the next. */
class Deciding {
  state: SessionState
  readonly decided: Decided[] = []
  readonly draft: Draft
  readonly moment: Moment
  readonly command: boolean

  constructor(state: SessionState, draft: Draft, moment: Moment, command: boolean) {
    this.state = state
    this.draft = draft
    this.moment = moment
    this.command = command
  }

  say(draft: Draft, own = true): void {
    const turnId = draft.turnId ?? this.state.turn?.turnId
    const event: Folded = {
      type: draft.type,
      seq: this.state.seq + 1,
      ts: Math.max(this.moment.now, this.state.ts),
    }
    if (turnId !== undefined && rowOf(draft.type).turn !== undefined) event.turnId = turnId
    if (draft.source.nativeId !== undefined) event.nativeId = draft.source.nativeId
    if (draft.data !== undefined) event.data = draft.data
    this.decided.push({ draft, event, own })
    this.state = fold(this.state, event)
  }

  /** An event that follows from the draft: same source, but not the sender's own words. */
  follow(type: EventType, data: JsonObject): void {
    this.say({ type, source: this.draft.source, data }, false)
  }

  sayMeta(type: EventType, change: Partial<SessionMeta>): void {
    const ts = Math.max(this.moment.now, this.state.ts)
    const session = { ...this.state.meta, ...change, updatedAt: ts }
    if (type === 'session_updated' && sameMeta(session, this.state.meta)) return
    this.say({ ...this.draft, type, data: { session: session as unknown as JsonObject } })
  }

  moveTo(target: SessionStatus, reason?: string): void {
    const path = pathBetween(this.state.meta.status, target)
    path.forEach((state, index) => {
      const why = index === path.length - 1 ? reason : 'observed'
      this.follow('session_state', why === undefined ? { state } : { state, reason: why })
    })
  }

  /** Lists show the status: they hear of a change once, at its end. */
  tellStatus(before: SessionStatus): void {
    if (this.state.meta.status === before) return
    this.follow('session_updated', { session: this.state.meta as unknown as JsonObject })
  }

  openTurn(): void {
    this.moveTo('ready', 'observed')
    const { draft } = this
    const nativeId = draft.nativeTurnId
    const own = draft.type === 'turn_started'
    const started: Draft = {
      ...(own ? draft : {}),
      type: 'turn_started',
      turnId: draft.turnId ?? `turn_${this.moment.newId()}`,
      source: nativeId === undefined ? draft.source : { ...draft.source, nativeId },
      data: {},
    }
    this.say(started, own)
    this.moveTo('running', 'turn_started')
  }

  /** The turn this draft belongs to is open afterwards, whatever was before. */
  ensureTurn(): void {
    const { turn } = this.state
    const native = this.draft.nativeTurnId
    if (turn && (native === undefined || turn.nativeId === null || turn.nativeId === native)) return
    this.endOpenTurn('superseded')
    this.openTurn()
  }

  endOpenTurn(stopReason: string): void {
    this.closeRequests('withdrawn')
    if (!this.state.turn) return
    this.follow('turn_complete', { finalText: this.state.turn.text, stopReason })
    this.moveTo('ready', stopReason)
  }

  ask(kind: PendingRequest['kind'], data: JsonObject, message: string): void {
    const requestId = typeof data.requestId === 'string' ? data.requestId : `req_${this.moment.newId()}`
    if (this.state.requests.some((pending) => pending.requestId === requestId)) return
    this.ensureTurn()
    this.say({ ...this.draft, data: { ...data, requestId } })
    this.moveTo('waiting', kind)
    this.follow('attention_raised', { kind, since: this.state.ts, message, requestId })
  }

  answer(kind: PendingRequest['kind'] | undefined, data: JsonObject): void {
    const request = this.state.requests.find((pending) =>
      data.requestId === undefined ? pending.kind === kind : pending.requestId === data.requestId,
    )
    if (!request) {
      if (this.command) throw new SignalboxError('requestNotFound')
      this.say({
        ...this.draft,
        data: { ...data, requestId: data.requestId ?? `req_${this.moment.newId()}` },
      })
      return
    }
    this.say({ ...this.draft, data: { ...data, requestId: request.requestId } })
    this.settle(request, 'resolved')
    if (this.state.requests.length === 0 && this.state.turn) this.moveTo('running', 'answered')
  }

  closeRequests(reason: string): void {
    for (const request of this.state.requests) {
      this.follow('request_closed', { requestId: request.requestId, reason })
      this.settle(request, reason)
    }
  }

  settle(request: PendingRequest, reason: string): void {
    const raised = this.state.attention.find((attention) => attention.requestId === request.requestId)
    if (raised) this.follow('attention_cleared', { ...raised, reason })
  }
}

function sameMeta(a: SessionMeta, b: SessionMeta): boolean {
  return JSON.stringify({ ...a, updatedAt: 0 }) === JSON.stringify({ ...b, updatedAt: 0 })
}
