import type { Draft, Json, JsonObject } from '@signalbox/protocol'
import { answeredElsewhere, requestResolved } from './codex-answered.js'
import { fieldOf, listIn, numberIn, objectIn, textIn } from './codex-fields.js'
import { changedPaths, messageText, toolEndOf, toolOf } from './codex-item.js'
import { planDrafts } from './codex-plan.js'
import { readRequest } from './codex-request.js'
import { type AppServerMessage, type CodexThread, inTurn, type Told } from './codex-thread.js'
import { nativeId } from './native-id.js'
import { messageItem } from './turn-fact.js'

/** A message, read: which turn it belongs to, and drafts of it. */
interface Reading {
  thread: CodexThread
  params: JsonObject
  turn: string | undefined
  draft(type: Draft['type'], data: JsonObject, what?: string, item?: string): Draft
}

type Meaning = (reading: Reading) => Told

const NONE: Draft[] = []

/** What each message becomes. All others say nothing a person or the state of a session would need. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  'thread/name/updated': ({ thread, params, draft }) => {
    const name = textIn(params, 'threadName')
    return { thread, drafts: name ? [draft('thread.name_complete', { name, by: 'agent' })] : NONE }
  },
  'turn/started': ({ thread, draft }) => ({
    thread: { ...thread, lastMessage: '' },
    drafts: [draft('turn_started', {}, 'turn_started')],
  }),
  'turn/completed': turnCompleted,
  'turn/plan/updated': ({ thread, params, turn, draft }) => planDrafts(thread, params, turn, draft),
  'item/started': itemStarted,
  'item/completed': itemCompleted,
  'item/agentMessage/delta': (reading) => piece(reading, 'text_delta', 'text'),
  'item/reasoning/summaryTextDelta': (reading) => piece(reading, 'thinking_progress', 'text'),
  'item/reasoning/textDelta': (reading) => piece(reading, 'thinking_progress', 'text'),
  'item/commandExecution/outputDelta': (reading) => piece(reading, 'terminal_stream', 'data'),
  'thread/tokenUsage/updated': tokenUsage,
}

/**
 * What a message of the app-server about a thread becomes, given what came before it. Pure.
 * The same happening has the same key as from hooks and rollout files.
 */
export function tellCodex(before: CodexThread, message: AppServerMessage): Told {
  if (message.method === 'serverRequest/resolved') return requestResolved(before, message)
  const answered = answeredElsewhere(before, message)
  const { method, id, params } = message
  const reading = read(answered.thread, method, params)
  if (id !== undefined) return ask(reading, { method, id, params })
  const meaning = Object.hasOwn(MEANINGS, method) ? MEANINGS[method] : undefined
  const told = meaning ? meaning(reading) : { thread: reading.thread, drafts: NONE }
  return { thread: told.thread, drafts: [...answered.drafts, ...told.drafts] }
}

function read(thread: CodexThread, method: string, params: JsonObject): Reading {
  const turn = nativeId(fieldOf(params, 'turnId') ?? fieldOf(fieldOf(params, 'turn'), 'id'))
  const place = { thread: thread.id, turn, method }
  return { thread, params, turn, draft: (...args) => inTurn(place, ...args) }
}

function ask({ thread, draft }: Reading, request: Required<AppServerMessage>): Told {
  const read = readRequest(request, thread.running)
  // A request that is told again, to one who comes later, is the same one.
  if (!read || thread.asked.some(({ rpcId }) => rpcId === read.asked.rpcId)) return { thread, drafts: NONE }
  const asked = [...thread.asked, { ...read.asked, state: 'waiting' as const }]
  return { thread: { ...thread, asked }, drafts: [draft(read.type, read.data)] }
}

function turnCompleted({ thread, params, turn, draft }: Reading): Told {
  const told = fieldOf(params, 'turn')
  const after: CodexThread = {
    ...thread,
    begun: new Set(),
    running: new Map(),
    asked: thread.asked.filter((request) => request.turn !== turn),
    lastMessage: '',
  }
  return { thread: after, drafts: [withNativeId(turnEnd(thread, told, draft), turn)] }
}

function turnEnd(thread: CodexThread, told: Json | undefined, draft: Reading['draft']): Draft {
  const status = textIn(told, 'status')
  if (status === 'failed') {
    const message = textIn(fieldOf(told, 'error'), 'message') || 'the turn failed'
    return draft('turn_error', { message, code: 'AGENT_ERROR' }, 'turn_end')
  }
  const messages = listIn(told, 'items').filter((item) => textIn(item, 'type') === 'agentMessage')
  const finalText = textIn(messages.at(-1), 'text') || thread.lastMessage
  const stopped = status === 'interrupted' ? { stopReason: 'aborted' } : {}
  return draft('turn_complete', { finalText, ...stopped }, 'turn_end')
}

function withNativeId(draft: Draft, turn: string | undefined): Draft {
  return turn === undefined ? draft : { ...draft, source: { ...draft.source, nativeId: turn } }
}

function itemStarted({ thread, params, draft }: Reading): Told {
  const item = objectIn(fieldOf(params, 'item')) ?? {}
  const id = nativeId(fieldOf(item, 'id'))
  if (id === undefined) return { thread, drafts: NONE }
  const begun = { ...thread, begun: new Set(thread.begun).add(id) }
  if (textIn(item, 'type') === 'reasoning') return { thread: begun, drafts: [draft('thinking_start', {})] }
  const tool = toolOf(item)
  if (!tool) return { thread: begun, drafts: NONE }
  const running = new Map(thread.running).set(id, { ...tool, about: changedPaths(item) })
  return {
    thread: { ...begun, running },
    drafts: [draft('tool_call', { toolCallId: id, ...tool }, 'tool_call', id)],
  }
}

function itemCompleted(reading: Reading): Told {
  const { thread, params, draft } = reading
  const item = objectIn(fieldOf(params, 'item')) ?? {}
  const id = nativeId(fieldOf(item, 'id'))
  if (id === undefined) return { thread, drafts: NONE }
  const ended = withoutItem(thread, id)
  const tool = toolOf(item)
  if (tool) {
    const { type, ...end } = toolEndOf(item)
    const call = thread.running.has(id)
      ? []
      : [draft('tool_call', { toolCallId: id, ...tool }, 'tool_call', id)]
    return { thread: ended, drafts: [...call, draft(type, { toolCallId: id, ...end }, 'tool_end', id)] }
  }
  const type = textIn(item, 'type') ?? ''
  const meaning = Object.hasOwn(ITEMS, type) ? ITEMS[type] : undefined
  return meaning ? meaning({ ...reading, thread: ended }, item, id) : { thread: ended, drafts: NONE }
}

/** Items that are no use of a tool, when they are whole. */
const ITEMS: Readonly<Record<string, (reading: Reading, item: JsonObject, id: string) => Told>> = {
  userMessage: ({ thread, draft }, item) => {
    const content = messageText(listIn(item, 'content'))
    if (content.trim() === '') return { thread, drafts: NONE }
    const said = { content, via: 'app_server' }
    return {
      thread,
      drafts: [
        draft('turn_started', {}, 'turn_started'),
        draft('user_message', said, 'user_message', messageItem(content)),
      ],
    }
  },
  agentMessage: ({ thread, draft }, item, id) => {
    const text = textIn(item, 'text') ?? ''
    if (text === '') return { thread, drafts: NONE }
    return {
      thread: { ...thread, lastMessage: text },
      drafts: [draft('message_complete', { text }, 'message', id)],
    }
  },
  plan: ({ thread, draft }, item, id) => {
    const text = textIn(item, 'text') ?? ''
    return { thread, drafts: text === '' ? NONE : [draft('message_complete', { text }, 'message', id)] }
  },
  reasoning: ({ thread, draft }) => ({ thread, drafts: [draft('thinking_complete', {})] }),
  contextCompaction: ({ thread, draft }) => ({
    thread,
    drafts: [draft('context_compacted', { trigger: 'unknown' }, 'compacted')],
  }),
}

function withoutItem(thread: CodexThread, id: string): CodexThread {
  const begun = new Set(thread.begun)
  const running = new Map(thread.running)
  begun.delete(id)
  running.delete(id)
  return { ...thread, begun, running }
}

function piece({ thread, params, draft }: Reading, type: Draft['type'], field: string): Told {
  const id = textIn(params, 'itemId') ?? ''
  const text = textIn(params, 'delta') ?? ''
  if (text === '' || !thread.begun.has(id)) return { thread, drafts: NONE }
  const call = type === 'terminal_stream' ? { toolCallId: id } : {}
  return { thread, drafts: [draft(type, { [field]: text, ...call })] }
}

/** Counts are of the whole thread: what the turn used is what came since it began. */
function tokenUsage({ thread, params, turn, draft }: Reading): Told {
  const usage = fieldOf(params, 'tokenUsage')
  const [total, last] = [fieldOf(usage, 'total'), fieldOf(usage, 'last')]
  if (turn === undefined || !objectIn(total)) return { thread, drafts: NONE }
  const now = counts(total)
  const before = thread.used?.turn === turn ? thread.used.before : difference(now, counts(last))
  const used = difference(now, before)
  const told = {
    model: null,
    provider: null,
    inputTokens: used.input,
    outputTokens: used.output,
    cachedTokens: used.cached,
    costMicroDollars: null,
  }
  const [contextTokens, maxContextTokens] = [
    numberIn(last, 'totalTokens'),
    numberIn(usage, 'modelContextWindow'),
  ]
  const full =
    contextTokens === undefined || maxContextTokens === undefined
      ? []
      : [draft('usage_context', { contextTokens, maxContextTokens })]
  return { thread: { ...thread, used: { turn, before } }, drafts: [draft('usage_update', told), ...full] }
}

function counts(told: Json | undefined) {
  return {
    input: numberIn(told, 'inputTokens') ?? 0,
    output: numberIn(told, 'outputTokens') ?? 0,
    cached: numberIn(told, 'cachedInputTokens') ?? 0,
  }
}

function difference(a: ReturnType<typeof counts>, b: ReturnType<typeof counts>) {
  return {
    input: Math.max(0, a.input - b.input),
    output: Math.max(0, a.output - b.output),
    cached: Math.max(0, a.cached - b.cached),
  }
}
