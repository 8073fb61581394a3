import type { Draft, Json, JsonObject } from '@signalbox/protocol'
import { bareWords } from './codex-command.js'
import { fieldOf, listIn, numberIn, objectIn, textIn } from './codex-fields.js'
import { mcpName, messageText } from './codex-item.js'
import { outputText } from './hooks/output-text.js'
import { nativeId } from './native-id.js'
import { messageItem, turnFact } from './turn-fact.js'

/** One line of a rollout file. Older versions have no ordinal, and no turn in some lines. */
export interface RolloutLine {
  type: string
  payload: JsonObject
  ordinal: number | undefined
  /** When it was written; ms. */
  at: number | undefined
}

/** Where in a thread a line stands. */
export interface RolloutPlace {
  thread: string
  turn: string | undefined
}

export interface RolloutTold {
  place: RolloutPlace
  drafts: Draft[]
}

/** Most lines say nothing here, and some of them are long: they are not even parsed. */
const SAYS = /"type":\s*"(?:session_meta|turn_context|event_msg|token_usage_record)"|Rejected\(/
const HEAD_LENGTH = 400

/** Reads a line; undefined for one that says nothing here, or cannot be read. */
export function rolloutLine(text: string): RolloutLine | undefined {
  if (!SAYS.test(text.slice(0, HEAD_LENGTH))) return undefined
  let value: Json
  try {
    value = JSON.parse(text) as Json
  } catch {
    return undefined
  }
  const type = textIn(value, 'type')
  const payload = objectIn(fieldOf(value, 'payload'))
  if (type === undefined || !payload) return undefined
  const at = Date.parse(textIn(value, 'timestamp') ?? '')
  return { type, payload, ordinal: numberIn(value, 'ordinal'), at: Number.isNaN(at) ? undefined : at }
}

type Meaning = (reading: Reading, payload: JsonObject) => Draft[]

interface Reading {
  /** Undefined where the line, and those before it, name no turn: nothing could be told twice then. */
  turn: string | undefined
  draft(type: Draft['type'], data: JsonObject, what?: string, item?: string): Draft
}

/** Lines by their type; those of `event_msg` by the type of what is in them. */
const LINES: Readonly<Record<string, Meaning>> = {
  session_meta: ({ draft }, payload) => {
    const cwd = textIn(payload, 'cwd')
    return [draft('session_updated', { agentType: 'codex', ...(cwd ? { cwd } : {}) })]
  },
  token_usage_record: ({ draft }, payload) => {
    const used = fieldOf(payload, 'turn_token_usage')
    const count = (name: string) => numberIn(used, name) ?? null
    return [
      draft('usage_update', {
        model: null,
        provider: null,
        inputTokens: count('input_tokens'),
        outputTokens: count('output_tokens'),
        cachedTokens: count('cached_input_tokens'),
        costMicroDollars: null,
      }),
    ]
  },
  response_item: ({ draft }, payload) => {
    const toolCallId = nativeId(fieldOf(payload, 'call_id'))
    if (toolCallId === undefined || !/\bRejected\(.*rejected by user/s.test(textIn(payload, 'output') ?? ''))
      return []
    const by = { userId: 'terminal', via: 'codex' }
    return [
      draft('approval_resolved', { toolCallId, approved: false, by }),
      draft('tool_error', { toolCallId, error: 'declined' }, 'tool_end', toolCallId),
    ]
  },
  task_started: ({ draft }) => [draft('turn_started', {}, 'turn_started')],
  turn_started: ({ draft }) => [draft('turn_started', {}, 'turn_started')],
  task_complete: turnComplete,
  turn_complete: turnComplete,
  turn_aborted: ({ draft }) => [draft('turn_complete', { finalText: '', stopReason: 'aborted' }, 'turn_end')],
  item_completed: (reading, payload) => {
    const item = objectIn(fieldOf(payload, 'item')) ?? {}
    const type = textIn(item, 'type') ?? ''
    const meaning = Object.hasOwn(ITEMS, type) ? ITEMS[type] : undefined
    return meaning ? meaning(reading, item) : []
  },
  // Of older versions.
  user_message: (reading, payload) => prompt(reading, textIn(payload, 'message') ?? ''),
  agent_message: ({ draft }, payload) => {
    const text = textIn(payload, 'message') ?? ''
    return text === '' ? [] : [draft('message_complete', { text }, 'message', messageItem(text))]
  },
  exec_command_end: (reading, payload) =>
    used(reading, fieldOf(payload, 'call_id'), {
      toolName: 'Bash',
      args: { command: bareWords(wordsOf(payload)) },
      failed: (numberIn(payload, 'exit_code') ?? 0) !== 0,
      output: textIn(payload, 'aggregated_output'),
    }),
}

const ITEMS: Readonly<Record<string, Meaning>> = {
  UserMessage: (reading, item) => prompt(reading, messageText(listIn(item, 'content'))),
  AgentMessage: ({ draft }, item) => {
    const text = messageText(listIn(item, 'content'))
    return text === ''
      ? []
      : [draft('message_complete', { text }, 'message', nativeId(fieldOf(item, 'id')) ?? '')]
  },
  CommandExecution: (reading, item) =>
    used(reading, fieldOf(item, 'id'), {
      toolName: 'Bash',
      args: { command: bareWords(wordsOf(item)) },
      failed: textIn(item, 'status') !== 'completed',
      output: textIn(item, 'aggregated_output'),
    }),
  FileChange: (reading, item) => {
    const changes = Object.entries(objectIn(fieldOf(item, 'changes')) ?? {}).slice(0, 200)
    return used(reading, fieldOf(item, 'id'), {
      toolName: 'apply_patch',
      args: {
        changes: changes.map(([path, change]) => ({ path, kind: textIn(change, 'type') ?? 'unknown' })),
      },
      failed: textIn(item, 'status') !== 'completed',
      output: textIn(item, 'stdout'),
    })
  },
  McpToolCall: (reading, item) =>
    used(reading, fieldOf(item, 'id'), {
      toolName: mcpName(textIn(item, 'server'), textIn(item, 'tool')),
      args: objectIn(fieldOf(item, 'arguments')) ?? {},
      failed: textIn(item, 'status') === 'failed',
      output: fieldOf(item, 'result'),
    }),
  ContextCompaction: ({ draft }) => [draft('context_compacted', { trigger: 'unknown' }, 'compacted')],
}

/**
 * What a line of a rollout file tells, under the keys hooks and the app-server use. Pure. Approvals are not in these
 * files, except that a call was refused.
 */
export function rolloutTold(place: RolloutPlace, { type, payload, at }: RolloutLine): RolloutTold {
  const kind = type === 'event_msg' ? (textIn(payload, 'type') ?? '') : type
  const turn = nativeId(turnIn(payload)) ?? place.turn
  const after = { ...place, turn }
  const meaning = Object.hasOwn(LINES, kind) ? LINES[kind] : undefined
  if (!meaning || (turn === undefined && kind !== 'session_meta')) return { place: after, drafts: [] }
  const source = { agent: 'codex', via: 'rollout', nativeType: kind }
  const when = at === undefined ? {} : { occurredAt: at }
  const draft: Reading['draft'] = (made, data, what, item) => ({
    type: made,
    source: what === 'turn_end' && turn !== undefined ? { ...source, nativeId: turn } : source,
    data,
    ...when,
    ...(turn === undefined || made === 'session_updated' ? {} : { nativeTurnId: turn }),
    ...(what === undefined || turn === undefined ? {} : { fact: turnFact(what, place.thread, turn, item) }),
  })
  const drafts = meaning({ turn, draft }, payload)
  const ended = drafts.some(({ type: told }) => told === 'turn_complete' || told === 'turn_error')
  return { place: ended ? { ...after, turn: undefined } : after, drafts }
}

function turnIn(payload: JsonObject): Json | undefined {
  const passed = fieldOf(payload, 'internal_chat_message_metadata_passthrough')
  return fieldOf(payload, 'turn_id') ?? fieldOf(passed, 'turn_id')
}

function turnComplete({ draft }: Reading, payload: JsonObject): Draft[] {
  const error = fieldOf(payload, 'error')
  if (objectIn(error)) {
    const message = textIn(error, 'message') || 'the turn failed'
    return [draft('turn_error', { message, code: 'AGENT_ERROR' }, 'turn_end')]
  }
  return [draft('turn_complete', { finalText: textIn(payload, 'last_agent_message') ?? '' }, 'turn_end')]
}

function prompt({ draft }: Reading, content: string): Draft[] {
  if (content.trim() === '') return []
  return [
    draft('turn_started', {}, 'turn_started'),
    draft('user_message', { content, via: 'rollout' }, 'user_message', messageItem(content)),
  ]
}

interface Used {
  toolName: string
  args: Json
  failed: boolean
  output: Json | undefined
}

function used({ draft }: Reading, id: Json | undefined, { toolName, args, failed, output }: Used): Draft[] {
  const toolCallId = nativeId(id)
  if (toolCallId === undefined) return []
  const result = { toolCallId, status: failed ? 'error' : 'success', output: outputText(output) }
  return [
    draft('tool_call', { toolCallId, toolName: toolName.slice(0, 200), args }, 'tool_call', toolCallId),
    draft('tool_result', result, 'tool_end', toolCallId),
  ]
}

function wordsOf(told: JsonObject): string[] {
  return listIn(told, 'command').filter((word) => typeof word === 'string')
}
