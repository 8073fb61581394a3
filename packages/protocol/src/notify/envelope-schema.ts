import { s } from '../schema.js'
import { TIME_PATTERN } from './envelope.js'

/** Text with something in it. */
const Said = s.string({ pattern: '\\S' })
const MaybeText = s.optional(s.nullable(s.string()))

/**
 * The notify envelope as JSON Schema, for documents and forms. The door does not use it: it owes its callers the
 * checks of `checkEnvelope`, in that order. Both take and refuse the same.
 */
export const NOTIFY_ENVELOPE = s.object(
  {
    session_id: Said,
    occurred_at: s.optional(s.nullable(s.string({ pattern: TIME_PATTERN }))),
    payload: s.object({ type: Said }),
    raw: MaybeText,
    event_id: MaybeText,
  },
  { closed: true },
)

/** Envelopes as clients send them. */
export const NOTIFY_EXAMPLES = [
  {
    session_id: 'Codex 1',
    occurred_at: '2026-01-28T20:17:42Z',
    payload: { type: 'agent-turn-complete', turn_id: 'turn-42', model: 'gpt-5' },
    raw: '{"type":"agent-turn-complete","turn_id":"turn-42","model":"gpt-5"}',
    event_id: 'codex-notify:turn-42',
  },
  {
    session_id: 'Codex 1',
    payload: { type: 'progress', plan_file: 'plans/login.org', heading: 'Token store', level: 1 },
    event_id: 'manual:progress:token-store',
  },
] as const
