import { s } from '../schema.js'

export const THREAD_STATES = ['running', 'paused', 'closed'] as const
export const TURN_STATES = ['active', 'completed', 'interrupted', 'cancel_requested'] as const
export const ITEM_STATUSES = ['pending', 'active', 'completed', 'failed', 'deleted'] as const

/** UTC with milliseconds. */
export const Time = s.string({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$' })
export const Id = s.string({ minLength: 1 })
/** Text with something in it. */
const Said = s.string({ pattern: '\\S' })

/** What a person says to the agent: messages of text parts. */
export const Input = s.array(
  s.object({
    type: s.optional(s.literal('message')),
    role: s.optional(s.string()),
    content: s.array(s.object({ type: s.optional(s.oneOf(['input_text', 'text'])), text: Said }), {
      minItems: 1,
    }),
  }),
  { minItems: 1 },
)

/** The position of the event behind a notification: in its session, in the log, and which log. */
export const positionFields = {
  seq: s.integer({ minimum: 0 }),
  offset: s.integer({ minimum: 0 }),
  epoch: s.string(),
}

export const threadFields = {
  thread_id: Id,
  session_id: Id,
  state: s.oneOf(THREAD_STATES),
  name: s.nullable(s.string()),
  agent: s.string(),
  started_at: Time,
}

export const itemFields = {
  item_id: Id,
  status: s.oneOf(ITEM_STATUSES),
  timestamp: Time,
  thread_id: s.optional(Id),
  turn_id: s.optional(Id),
}

/** The ids and times every example of this door is about. */
export const RPC_EXAMPLE = {
  thread_id: 'thread_01994f3a-0000-7000-8000-000000000001',
  turn_id: 'turn_01994f3a-0000-7000-8000-000000000002',
  item_id: 'item_01994f3a-0000-7000-8000-000000000003',
  request_id: 'req_01994f3a-0000-7000-8000-000000000004',
  epoch: '01994f3a-0000-7000-8000-0000000000ff',
  started_at: '2026-02-09T12:00:00.000Z',
  ended_at: '2026-02-09T12:01:00.000Z',
  input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Fix the bug' }] }],
}
