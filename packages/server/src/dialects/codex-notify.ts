import {
  type Event,
  type EventType,
  formatLogCursor,
  type JsonObject,
  type SessionMeta,
} from '@signalbox/protocol'
import type { CodexEventType } from '@signalbox/protocol/watch'
import type { Dialect } from './dialect.js'

/** One event in the words of the Codex notify program; the order of its keys is part of it. */
export type CodexEvent = { type: CodexEventType } & Record<
  string,
  string | number | boolean | null | string[]
>

/** Whose sessions are told: those of Codex, or of every agent that is watched. */
export type ToldAgents = 'codex' | 'all'

interface TurnNotes {
  /** The agent's own id of the turn, else ours. */
  id: string
  inputs: string[]
}

interface RequestNotes {
  turn: string
  toolCallId: string | undefined
  /** Somebody answered elsewhere: what happens next shows how. */
  closed: boolean
}

/** What of a session so far is needed to say its next event. */
interface Notes {
  told: boolean
  thread: string
  cwd: string
  pid: number
  alive: boolean
  turns: Map<string, TurnNotes>
  requests: Map<string, RequestNotes>
  /** The call that ended last: a request about it was granted. */
  endedCall: string
}

type Say = (notes: Notes, event: Event, data: JsonObject) => CodexEvent[]

/** A session that is gone cannot be asked; a turn long over is not told of again. */
const MAX_TURNS = 16
const MAX_SESSIONS = 2000

/** Why a turn ended that was not finished. */
const ABORTED: ReadonlySet<string> = new Set([
  ...['aborted', 'interrupted', 'cancelled', 'user_stopped', 'superseded', 'ended'],
])

const APPROVAL_TYPES: Readonly<Record<string, string>> = { bash: 'exec', shell: 'exec', apply_patch: 'patch' }

const SAYS: Partial<Record<EventType, Say>> = {
  session_created: meta,
  session_updated: meta,
  session_state: (notes, _event, { state, reason }) => {
    // On the way from one state to another an observed session passes through those in between: nobody left.
    if (state === 'inactive') return reason === 'observed' ? [] : end(notes)
    if (notes.alive || state === 'activating' || state === 'deactivating') return []
    notes.alive = true
    return [{ type: 'session-start', 'thread-id': notes.thread, cwd: notes.cwd, pid: notes.pid }]
  },
  session_ended: (notes) => end(notes),

  turn_started: (notes, { turnId = '', source }) => {
    const known = notes.turns.get(turnId)
    notes.turns.set(turnId, { id: source.nativeId ?? turnId, inputs: known?.inputs ?? [] })
    for (const old of notes.turns.keys()) {
      if (notes.turns.size <= MAX_TURNS) break
      notes.turns.delete(old)
    }
    return []
  },
  user_message: (notes, { turnId }, { content }) => {
    const prompt = text(content)
    if (turnId !== undefined) notes.turns.get(turnId)?.inputs.push(prompt)
    const at = { 'thread-id': notes.thread, 'turn-id': turnOf(notes, turnId) }
    return [{ type: 'user-prompt-submit', ...at, cwd: notes.cwd, prompt }]
  },

  permission_requested: (notes, event, data) => {
    const kind = text(data.approvalType) || approvalType(text(data.toolName))
    return asked(notes, event, data, kind, text(data.description))
  },
  question_requested: (notes, event, data) => {
    const [first] = Array.isArray(data.questions) ? data.questions : []
    const question =
      typeof first === 'object' && first !== null && !Array.isArray(first) ? text(first.text) : ''
    return asked(notes, event, data, 'elicitation', text(data.context) || question)
  },
  approval_resolved: (notes, _event, data) => answered(notes, text(data.requestId), data.approved === true),
  question_resolved: (notes, _event, data) => answered(notes, text(data.requestId), data.dismissed !== true),
  request_closed: (notes, _event, { requestId, reason }) => {
    if (reason === 'withdrawn') return answered(notes, text(requestId), false)
    const request = notes.requests.get(text(requestId))
    if (!request || reason !== 'resolved_elsewhere') return []
    if (request.toolCallId === notes.endedCall) return answered(notes, text(requestId), true)
    request.closed = true
    return []
  },

  tool_call: (notes) => shown(notes, undefined),
  tool_result: (notes, _event, { toolCallId }) => shown(notes, text(toolCallId)),
  tool_error: (notes, _event, { toolCallId }) => shown(notes, text(toolCallId)),

  turn_complete: (notes, { turnId }, { finalText, stopReason }) => {
    const at = { 'thread-id': notes.thread, 'turn-id': turnOf(notes, turnId) }
    const reason = text(stopReason)
    const before = shown(notes, undefined)
    if (ABORTED.has(reason)) return [...before, { type: 'turn-aborted', ...at, reason }]
    const said = text(finalText)
    const complete: CodexEvent = {
      type: 'agent-turn-complete',
      ...at,
      cwd: notes.cwd,
      'input-messages': notes.turns.get(turnId ?? '')?.inputs ?? [],
      'last-assistant-message': said === '' ? null : said,
    }
    return [...before, complete]
  },
  turn_error: (notes, { turnId }, { message }) => {
    const at = { 'thread-id': notes.thread, 'turn-id': turnOf(notes, turnId) }
    return [...shown(notes, undefined), { type: 'turn-failed', ...at, message: text(message) }]
  },
}

/** The types of events the words of Codex are made of. */
export const CODEX_NOTIFY_TYPES: ReadonlySet<EventType> = new Set(Object.keys(SAYS) as EventType[])

/**
 * Says the log in the words of the Codex notify program. What an event is called there depends on those before it, so
 * each reader has one of these and gives it the events of a tenant in order.
 */
export class CodexNotify {
  readonly #agents: ToldAgents
  readonly #sessions = new Map<string, Notes>()

  constructor(agents: ToldAgents) {
    this.#agents = agents
  }

  /** Whether the session's events so far are noted: if not, they are to be told first. */
  knows(sessionId: string): boolean {
    return this.#sessions.has(sessionId)
  }

  /** What the event is in those words: nothing, or one or two events. */
  tell(event: Event): CodexEvent[] {
    const say = SAYS[event.type]
    if (!say) return []
    const notes = this.#notesOf(event.sessionId)
    const data = JSON.parse(event.data) as JsonObject
    if (event.type === 'session_created' || event.type === 'session_updated') {
      const session = data.session as unknown as SessionMeta
      notes.told = session.origin === 'observed' && (this.#agents === 'all' || session.agentType === 'codex')
    }
    const said = say(notes, event, data)
    return notes.told ? said : []
  }

  /** What came before is noted: answers that would have been shown by now were. */
  caughtUp(sessionId: string): void {
    const notes = this.#notesOf(sessionId)
    for (const [id, { closed }] of notes.requests) if (closed) notes.requests.delete(id)
  }

  #notesOf(sessionId: string): Notes {
    const known = this.#sessions.get(sessionId)
    if (known) return known
    const notes: Notes = {
      told: false,
      thread: sessionId,
      cwd: '',
      pid: 0,
      alive: false,
      turns: new Map(),
      requests: new Map(),
      endedCall: '',
    }
    const [oldest] = this.#sessions.keys()
    if (this.#sessions.size >= MAX_SESSIONS && oldest !== undefined) this.#sessions.delete(oldest)
    this.#sessions.set(sessionId, notes)
    return notes
  }
}

/** How streams of these events look: ids are cursors of the log, as in the stream of activity. */
export function codexNotifyDialect(
  epoch: string,
): Dialect & { frame(told: CodexEvent, offset?: number): Buffer } {
  return {
    name: 'codex-notify',
    // No event is one of these by itself: see CodexNotify.
    event: () => Buffer.alloc(0),
    frame: (told, offset) => {
      const id = offset === undefined ? '' : `id: ${formatLogCursor({ epoch, offset })}\n`
      return Buffer.from(`${id}data: ${JSON.stringify(told)}\n\n`)
    },
    control: (frame) => {
      const id = typeof frame.cursor === 'string' ? `id: ${frame.cursor}\n` : ''
      return Buffer.from(`${id}event: ${frame.type}\ndata: ${JSON.stringify(frame)}\n\n`)
    },
  }
}

function meta(notes: Notes, { sessionId }: Event, data: JsonObject): CodexEvent[] {
  const { aliases, cwd, process } = data.session as unknown as SessionMeta & { process?: { pid: number } }
  notes.thread = aliases.find(({ namespace }) => namespace === 'codex')?.id ?? sessionId
  notes.cwd = cwd ?? ''
  notes.pid = process?.pid ?? notes.pid
  return []
}

function end(notes: Notes): CodexEvent[] {
  if (!notes.alive) return []
  notes.alive = false
  notes.turns.clear()
  notes.requests.clear()
  return [{ type: 'session-end', 'thread-id': notes.thread }]
}

function asked(
  notes: Notes,
  event: Event,
  data: JsonObject,
  kind: string,
  description: string,
): CodexEvent[] {
  // Told after the fact it waits for nobody.
  if (data.late === true) return []
  const turn = turnOf(notes, event.turnId)
  const toolCallId = text(data.toolCallId) || undefined
  notes.requests.set(text(data.requestId), { turn, toolCallId, closed: false })
  const at = { 'thread-id': notes.thread, 'turn-id': turn }
  return [{ type: 'approval-requested', ...at, 'approval-type': kind, description }]
}

function answered(notes: Notes, requestId: string, approved: boolean): CodexEvent[] {
  const request = notes.requests.get(requestId)
  if (!request) return []
  notes.requests.delete(requestId)
  return [{ type: 'approval-response', 'thread-id': notes.thread, 'turn-id': request.turn, approved }]
}

/** Requests that were answered elsewhere: the tool ran, so it was a yes; something else came, so it was a no. */
function shown(notes: Notes, toolCallId: string | undefined): CodexEvent[] {
  if (toolCallId !== undefined) notes.endedCall = toolCallId
  if (notes.requests.size === 0) return []
  return [...notes.requests].flatMap(([id, request]) =>
    request.closed ? answered(notes, id, toolCallId !== undefined && isAbout(request, toolCallId)) : [],
  )
}

/** A request that does not say which call it is about is about the one that ends next. */
function isAbout(request: RequestNotes, toolCallId: string): boolean {
  return request.toolCallId === undefined || request.toolCallId === toolCallId
}

function turnOf(notes: Notes, turnId: string | undefined): string {
  if (turnId !== undefined) return notes.turns.get(turnId)?.id ?? turnId
  return [...notes.turns.values()].at(-1)?.id ?? '0'
}

/** MCP tools ask as elicitations do; another kind keeps its own name. */
function approvalType(toolName: string): string {
  if (toolName.startsWith('mcp__')) return 'elicitation'
  return APPROVAL_TYPES[toolName.toLowerCase()] ?? (toolName || 'unknown')
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
