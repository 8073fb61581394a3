import type { Draft, Json, JsonObject } from '@signalbox/protocol'
import { fieldOf, listIn, textIn } from './codex-fields.js'
import { nativeId } from './native-id.js'

/** What one record of telemetry becomes: drafts for a thread, or why there are none. */
export type OtelMeaning =
  | { result: 'taken'; thread: string; drafts: Draft[] }
  /** Known, and told better by others: it names no turn. */
  | { result: 'ignored' }
  | { result: 'unknown' }

/** Events Codex tells that hooks, app-server and rollout files tell with their turns. */
const TOLD_ELSEWHERE: ReadonlySet<string> = new Set([
  ...['codex.conversation_starts', 'codex.user_prompt', 'codex.tool_result', 'codex.api_request'],
  ...[
    'codex.sse_event',
    'codex.websocket_event',
    'codex.websocket_request',
    'codex.startup_phase',
    'codex.turn_ttft',
  ],
])

/** The records of an OTLP/HTTP body in JSON, each as its attributes by name. */
export function otelRecords(body: JsonObject): JsonObject[] {
  return listIn(body, 'resourceLogs')
    .flatMap((resource) => listIn(resource, 'scopeLogs'))
    .flatMap((scope) => listIn(scope, 'logRecords'))
    .map(attributesOf)
}

/** What a record says. Only one thing is told nowhere else: how a person decided in the terminal. Pure. */
export function otelMeaning(record: JsonObject): OtelMeaning {
  const name = textIn(record, 'event.name') ?? ''
  if (name !== 'codex.tool_decision') return { result: TOLD_ELSEWHERE.has(name) ? 'ignored' : 'unknown' }
  const thread = nativeId(fieldOf(record, 'conversation.id'))
  const toolCallId = nativeId(fieldOf(record, 'call_id'))
  const decision = textIn(record, 'decision')?.toLowerCase()
  if (thread === undefined || toolCallId === undefined || decision === undefined) return { result: 'unknown' }
  // What a rule or a reviewer decided was asked of nobody.
  if (textIn(record, 'source')?.toLowerCase() !== 'user') return { result: 'ignored' }
  const occurredAt = Date.parse(textIn(record, 'event.timestamp') ?? '')
  const draft: Draft = {
    type: 'approval_resolved',
    source: { agent: 'codex', via: 'otel', nativeType: name },
    data: { toolCallId, approved: decision.startsWith('approved'), by: { userId: 'terminal', via: 'codex' } },
    ...(Number.isNaN(occurredAt) ? {} : { occurredAt }),
  }
  return { result: 'taken', thread, drafts: [draft] }
}

function attributesOf(record: Json): JsonObject {
  const named = listIn(record, 'attributes').flatMap((attribute): [string, Json][] => {
    const key = textIn(attribute, 'key')
    return key === undefined ? [] : [[key, plainValue(fieldOf(attribute, 'value'))]]
  })
  const event = textIn(record, 'eventName')
  return Object.fromEntries([...(event === undefined ? [] : [['event.name', event]]), ...named]) as JsonObject
}

/** `{stringValue: …}` and its like. */
function plainValue(value: Json | undefined): Json {
  for (const kind of ['stringValue', 'boolValue', 'intValue', 'doubleValue']) {
    const told = fieldOf(value, kind)
    if (told !== undefined) return told
  }
  return null
}
