import {
  type Alias,
  type Draft,
  type Json,
  type JsonObject,
  normaliseType,
  type Source,
} from '@signalbox/protocol'
import { type CodexEventType, codexEventNamed } from '@signalbox/protocol/watch'
import { nativeId } from './native-id.js'
import { messageItem, turnFact } from './turn-fact.js'

/** What a notify payload of Codex says beside itself. */
export interface CodexMeaning {
  drafts: Draft[]
  /** The thread is another name of the session it was told under. */
  bind: Alias[]
}

/** A Codex payload, read: fields come in kebab-case or snake_case. */
interface Told {
  source: Source
  thread: string | undefined
  turn: string | undefined
  field(name: string): Json | undefined
  text(name: string): string
}

type Meaning = (told: Told) => Draft[]

/** What each event of Codex becomes. Any of them may be the first that is heard of a session. */
const MEANINGS: Readonly<Record<CodexEventType, Meaning>> = {
  'session-start': ({ source }) => [{ type: 'session_state', source, data: { state: 'ready' } }],
  'user-prompt-submit': (told) => [
    inTurn(told, 'turn_started', {}, 'turn_started'),
    ...userMessage(told, told.field('prompt')),
  ],
  'approval-requested': (told) => {
    const approvalType = told.text('approval-type')
    const request = { toolName: approvalType || 'unknown', description: told.text('description') }
    return [
      ...turnStarted(told),
      ofRequest(told, 'permission_requested', approvalType ? { ...request, approvalType } : request),
    ]
  },
  'approval-response': (told) => {
    const approved = told.field('approved')
    const answer = { by: { userId: 'terminal', via: 'codex' } }
    return typeof approved === 'boolean'
      ? [ofRequest(told, 'approval_resolved', { approved, ...answer })]
      : []
  },
  'agent-turn-complete': (told) => [
    ...turnStarted(told),
    ...lastInput(told),
    turnEnd(told, 'turn_complete', { finalText: told.text('last-assistant-message') }),
  ],
  'turn-aborted': (told) => [
    ...turnStarted(told),
    turnEnd(told, 'turn_complete', { finalText: told.text('last-assistant-message'), stopReason: 'aborted' }),
  ],
  'turn-failed': (told) => {
    const message = told.text('message') || told.text('reason') || 'the turn failed'
    return [...turnStarted(told), turnEnd(told, 'turn_error', { message, code: 'AGENT_ERROR' })]
  },
  'session-end': ({ source }) => [
    { type: 'session_state', source, data: { state: 'inactive', reason: 'session_end' } },
  ],
}

/** What a payload means when it is one of Codex's; undefined for every other type. Pure. */
export function codexMeaning(payload: JsonObject & { type: string }): CodexMeaning | undefined {
  const type = normaliseType(payload.type)
  const known = codexEventNamed(type)
  if (known === undefined) return undefined
  const field = (name: string) => payload[name] ?? payload[name.replaceAll('-', '_')]
  const text = (name: string) => {
    const value = field(name)
    return typeof value === 'string' ? value : ''
  }
  const thread = nativeId(field('thread-id'))
  const source = { agent: 'codex', via: 'notify', nativeType: type }
  const told: Told = { source, thread, turn: nativeId(field('turn-id')), field, text }
  const bind = thread === undefined ? [] : [{ namespace: 'codex', id: thread }]
  return { drafts: [...sessionUpdated(told), ...MEANINGS[known](told)], bind }
}

/** How Codex asks a model for the title of a session; it does so in a thread of its own. */
const TITLE_PROMPT = /^Generate a concise, single-line task title\b[\s\S]*\n\nUser prompt:\n/

/**
 * Whether a payload tells of a thread in which Codex makes up a title: its notify program hears of those too, and nothing
 * else in the payload shows that no person is there.
 */
export function isTitleThread(payload: JsonObject): boolean {
  const inputs = payload['input-messages'] ?? payload.input_messages
  if (!Array.isArray(inputs) || inputs.length !== 1) return false
  return typeof inputs[0] === 'string' && TITLE_PROMPT.test(inputs[0])
}

/** Only a thread makes it Codex: other agents use some of these names as well. */
function sessionUpdated(told: Told): Draft[] {
  const { source, thread, text } = told
  const cwd = text('cwd')
  const pid = told.field('pid')
  const data = {
    ...(thread === undefined ? {} : { agentType: 'codex' }),
    ...(cwd === '' ? {} : { cwd }),
    ...(Number.isSafeInteger(pid) && Number(pid) > 0 ? { process: { pid: Number(pid) } } : {}),
  }
  return Object.keys(data).length === 0 ? [] : [{ type: 'session_updated', source, data }]
}

/** Notes that the turn began, so that a prompt which comes late does not begin it again. */
function turnStarted(told: Told): Draft[] {
  const known = told.thread !== undefined && told.turn !== undefined
  return known ? [inTurn(told, 'turn_started', {}, 'turn_started')] : []
}

/** A turn ends once, however many ways of ending are told. */
function turnEnd(told: Told, type: Draft['type'], data: JsonObject): Draft {
  const draft = inTurn(told, type, data, 'turn_end')
  return told.turn === undefined ? draft : { ...draft, source: { ...told.source, nativeId: told.turn } }
}

/**
 * The prompt of a turn that nobody told before. `input-messages` holds every message of the conversation so far: the
 * last is this turn's. Without a key it could be one that was told already.
 */
function lastInput(told: Told): Draft[] {
  const inputs = told.field('input-messages')
  const last = Array.isArray(inputs) ? inputs.at(-1) : undefined
  return userMessage(told, last).filter((draft) => draft.fact !== undefined)
}

function userMessage(told: Told, content: Json | undefined): Draft[] {
  if (typeof content !== 'string' || content.trim() === '') return []
  return [inTurn(told, 'user_message', { content, via: 'notify' }, 'user_message', messageItem(content))]
}

/** Two tellings of a request can be known to be the same only where the sender gives what is asked an id. */
function ofRequest(told: Told, type: Draft['type'], data: JsonObject): Draft {
  const id = nativeId(told.field('call-id')) ?? nativeId(told.field('item-id'))
  return inTurn(told, type, data, id === undefined ? undefined : type, id)
}

function inTurn(told: Told, type: Draft['type'], data: JsonObject, what?: string, item?: string): Draft {
  const { source, thread, turn } = told
  const keyed = what !== undefined && thread !== undefined && turn !== undefined
  return {
    type,
    source,
    data,
    ...(turn === undefined ? {} : { nativeTurnId: turn }),
    ...(keyed ? { fact: turnFact(what, thread, turn, item) } : {}),
  }
}
