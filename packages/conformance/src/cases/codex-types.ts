import type { ConformanceCase } from '../case.js'
import { sessionPath } from '../engine/context.js'
import { expectMatch, expectThat } from '../engine/failure.js'
import { expectInOrder, expectNumbered } from '../engine/in-order.js'
import { is } from '../engine/match.js'
import type { RequirementId } from '../manifest.js'

const turnId = is.like(/^turn_/)
const prompt = { type: 'user-prompt-submit', prompt: 'Fix it' }
const asked = { type: 'approval-requested', 'approval-type': 'exec', description: 'cargo build' }

interface Row {
  id: string
  verifies: RequirementId
  /** Sent before; the types of Codex that may be first have nothing here. */
  before?: readonly object[]
  payload: { type: string; [field: string]: unknown }
  /** What follows from it, in this order. */
  follows: readonly object[]
  status: string
}

const permission = [
  { type: 'permission_requested', requestId: is.text, toolName: 'exec', description: 'cargo build', turnId },
  { type: 'attention_raised', kind: 'permission', message: 'cargo build', requestId: is.text },
]
const finished = { type: 'turn_complete', finalText: 'Done.', turnId, stopReason: is.absent }
const aborted = { type: 'turn_complete', stopReason: 'aborted', turnId }
const failed = [
  { type: 'turn_error', code: 'AGENT_ERROR', message: 'no model', turnId },
  { type: 'session_state', state: 'error' },
]
const complete = { type: 'agent-turn-complete', 'last-assistant-message': 'Done.' }

const TYPES: readonly Row[] = [
  {
    id: 'session-start',
    verifies: 'NOTIFY-130',
    payload: { type: 'session-start', cwd: '/home/me/shop' },
    follows: [{ type: 'session_state', state: 'ready' }],
    status: 'ready',
  },
  {
    id: 'user-prompt-submit',
    verifies: 'NOTIFY-131',
    payload: prompt,
    follows: [
      { type: 'turn_started', turnId },
      { type: 'user_message', content: 'Fix it', itemId: is.text, turnId },
    ],
    status: 'running',
  },
  {
    id: 'approval-requested',
    verifies: 'NOTIFY-132',
    payload: asked,
    follows: permission,
    status: 'waiting',
  },
  {
    id: 'approval-response',
    verifies: 'NOTIFY-133',
    before: [asked],
    payload: { type: 'approval-response', approved: true },
    follows: [
      { type: 'approval_resolved', approved: true, requestId: is.text, by: { userId: is.text } },
      { type: 'attention_cleared', kind: 'permission', requestId: is.text },
      { type: 'session_state', state: 'running' },
    ],
    status: 'running',
  },
  {
    id: 'approval-denied',
    verifies: 'NOTIFY-133',
    before: [asked],
    payload: { type: 'approval-response', approved: false },
    follows: [{ type: 'approval_resolved', approved: false }, { type: 'attention_cleared' }],
    status: 'running',
  },
  {
    id: 'agent-turn-complete',
    verifies: 'NOTIFY-134',
    before: [prompt],
    payload: complete,
    follows: [finished, { type: 'session_state', state: 'ready' }],
    status: 'ready',
  },
  {
    id: 'turn-aborted',
    verifies: 'NOTIFY-135',
    before: [prompt],
    payload: { type: 'turn-aborted' },
    follows: [aborted],
    status: 'ready',
  },
  {
    id: 'turn-cancelled',
    verifies: 'NOTIFY-135',
    before: [prompt],
    payload: { type: 'turn-cancelled' },
    follows: [aborted],
    status: 'ready',
  },
  {
    id: 'turn-failed',
    verifies: 'NOTIFY-136',
    before: [prompt],
    payload: { type: 'turn-failed', message: 'no model' },
    follows: failed,
    status: 'error',
  },
  {
    id: 'session-end',
    verifies: 'NOTIFY-137',
    before: [{ type: 'session-start' }],
    payload: { type: 'session-end' },
    follows: [{ type: 'session_state', state: 'inactive' }],
    status: 'inactive',
  },
  {
    id: 'first-complete',
    verifies: 'NOTIFY-139',
    payload: complete,
    follows: [{ type: 'turn_started' }, finished],
    status: 'ready',
  },
  {
    id: 'first-aborted',
    verifies: 'NOTIFY-139',
    payload: { type: 'turn-aborted' },
    follows: [{ type: 'turn_started' }, aborted],
    status: 'ready',
  },
  {
    id: 'first-failed',
    verifies: 'NOTIFY-139',
    payload: { type: 'turn-failed', message: 'no model' },
    follows: [{ type: 'turn_started' }, ...failed],
    status: 'error',
  },
  {
    id: 'first-response',
    verifies: 'NOTIFY-139',
    payload: { type: 'approval-response', approved: true },
    follows: [{ type: 'approval_resolved' }],
    status: 'inactive',
  },
  {
    id: 'first-end',
    verifies: 'NOTIFY-139',
    payload: { type: 'session-end' },
    follows: [],
    status: 'inactive',
  },
]

/** What the types of Codex become, beside the notify event that stays. */
export const codexTypes: readonly ConformanceCase[] = TYPES.map((row) => ({
  id: `codex-${row.id}`,
  verifies: [
    ...new Set<RequirementId>([row.verifies, 'NOTIFY-124', row.before ? row.verifies : 'NOTIFY-139']),
  ],
  title: `${row.payload.type}${row.before ? ` after ${row.before.length}` : ' as the first'}`,
  async run(context) {
    const name = context.name()
    const of = (payload: object) => ({ 'thread-id': `${name} thread`, 'turn-id': '1', ...payload })
    for (const payload of row.before ?? []) await context.notify(name, of(payload))
    const told = await context.represent(name, of(row.payload))
    const events = await context.events(name)
    expectNumbered('the events of the session', events, 1)
    const [own, ...followed] = events.slice(told.seq - 1)
    expectMatch('the first of them', own, { type: 'notify_event', notify: { type: row.payload.type } })
    expectInOrder('what follows', followed, row.follows)
    const { json } = await context.http({ path: sessionPath(name) })
    expectMatch('the session', json, { status: row.status })
    if (row.id !== 'user-prompt-submit') return
    const client = await context.client()
    const history = await client.ask({ type: 'get_history', sessionId: name })
    expectThat('the prompt is in the history', JSON.stringify(history.items).includes('"Fix it"'))
  },
}))
