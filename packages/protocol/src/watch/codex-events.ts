import type { JsonObject } from '../event.js'
import { type ObjectSchema, type Schema, s } from '../schema.js'

/** One event Codex tells its notify program, in the kebab-case it uses. */
export interface CodexEventRow {
  fields: ObjectSchema
  description: string
  example: JsonObject & { type: string }
}

/** What Codex asks leave for: a command, a change of files, the input of a tool. */
export const APPROVAL_TYPES = ['exec', 'patch', 'elicitation'] as const

const threadId = s.string({ minLength: 1 })
const turnId = s.string({ minLength: 1 })
const ofThread = { 'thread-id': threadId }
const ofTurn = { ...ofThread, 'turn-id': turnId }
const thread = { 'thread-id': 'b5f6c1c2-1111-2222-3333-444455556666' }
const turn = { ...thread, 'turn-id': '1' }
const cwd = '/home/me/shop'

function event<F extends Record<string, Schema>>(
  type: string,
  description: string,
  fields: F,
  example: JsonObject,
) {
  return {
    fields: s.object({ type: s.literal(type), ...fields }),
    description,
    example: { type, ...example },
  }
}

/** The events of the Codex notify program, and two of ours for turns that end otherwise. */
export const CODEX_EVENTS = {
  'session-start': event(
    'session-start',
    'Codex was started.',
    { ...ofThread, cwd: s.string(), pid: s.integer({ minimum: 0 }) },
    { ...thread, cwd, pid: 12345 },
  ),
  'user-prompt-submit': event(
    'user-prompt-submit',
    'A person gave Codex a prompt; it is busy now.',
    { ...ofTurn, cwd: s.string(), prompt: s.string() },
    { ...turn, cwd, prompt: 'Fix the bug in main.rs' },
  ),
  'approval-requested': event(
    'approval-requested',
    'Codex waits for a person to allow something; kinds it adds later keep their own name.',
    {
      ...ofTurn,
      'approval-type': s.either(s.oneOf(APPROVAL_TYPES), s.string({ minLength: 1 })),
      description: s.string(),
    },
    { ...turn, 'approval-type': 'exec', description: 'cargo build --release' },
  ),
  'approval-response': event(
    'approval-response',
    'A person allowed or denied it.',
    { ...ofTurn, approved: s.boolean() },
    { ...turn, approved: true },
  ),
  'agent-turn-complete': event(
    'agent-turn-complete',
    'Codex is done with the turn.',
    {
      ...ofTurn,
      cwd: s.string(),
      'input-messages': s.array(s.string()),
      'last-assistant-message': s.optional(s.nullable(s.string())),
    },
    {
      ...turn,
      cwd,
      'input-messages': ['Fix the bug in main.rs'],
      'last-assistant-message': "I've fixed the bug.",
    },
  ),
  'session-end': event('session-end', 'Codex was left.', ofThread, thread),
  'turn-aborted': event(
    'turn-aborted',
    'A person stopped the turn.',
    { ...ofTurn, reason: s.optional(s.string()) },
    { ...turn, reason: 'interrupted' },
  ),
  'turn-failed': event(
    'turn-failed',
    'The turn broke.',
    { ...ofTurn, message: s.string() },
    { ...turn, message: 'stream disconnected before completion' },
  ),
} satisfies Record<string, CodexEventRow>

export type CodexEventType = keyof typeof CODEX_EVENTS

/** Other names some senders use. */
export const CODEX_ALIASES: Readonly<Record<string, CodexEventType>> = { 'turn-cancelled': 'turn-aborted' }

/** The Codex event behind a normalised payload type, by its own name or an alias. */
export function codexEventNamed(name: string): CodexEventType | undefined {
  if (Object.hasOwn(CODEX_EVENTS, name)) return name as CodexEventType
  return Object.hasOwn(CODEX_ALIASES, name) ? CODEX_ALIASES[name] : undefined
}
