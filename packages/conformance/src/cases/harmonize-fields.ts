import { ANY, type ConformanceCase } from '../case.js'
import { type Context, sessionPath } from '../engine/context.js'
import { DrivenSession } from '../engine/driven-session.js'
import { expectMatch, expectSame } from '../engine/failure.js'
import type { RequirementId } from '../manifest.js'
import { CLEAN, DIRTY, theOnly } from './signalling.js'

interface Row {
  id: string
  /** What is sent to a session of this name. */
  send(context: Context, session: string): Promise<void>
  /** The event and the field in which a person reads it. */
  type: string
  field: string
  /** What came, as the raw route has it; undefined: the whole payload of the hook. */
  raw?: string
}

const claude = (fields: object) => (context: Context, session_id: string) =>
  context.hook('claude', { session_id, prompt_id: 'p1', ...fields })
const codex = (fields: object) => (context: Context, session_id: string) =>
  context.hook('codex', { session_id, turn_id: 't1', ...fields })
const notify = (fields: object) => (context: Context, session: string) =>
  context.notify(session, { 'thread-id': session, 'turn-id': 't1', ...fields })

/** Every field that is read as a message, by every door it comes through. */
const FIELDS: readonly Row[] = [
  {
    id: 'hook-prompt',
    send: claude({ hook_event_name: 'UserPromptSubmit', prompt: DIRTY.claude }),
    type: 'user_message',
    field: 'content',
  },
  {
    id: 'hook-last-words',
    send: claude({ hook_event_name: 'Stop', last_assistant_message: DIRTY.claude }),
    type: 'turn_complete',
    field: 'finalText',
  },
  {
    id: 'hook-error',
    send: claude({ hook_event_name: 'StopFailure', last_assistant_message: DIRTY.claude }),
    type: 'turn_error',
    field: 'message',
  },
  {
    id: 'hook-title',
    send: claude({ hook_event_name: 'Notification', title: DIRTY.claude }),
    type: 'agent_notification',
    field: 'message',
  },
  {
    id: 'codex-hook-prompt',
    send: codex({ hook_event_name: 'UserPromptSubmit', prompt: DIRTY.codex }),
    type: 'user_message',
    field: 'content',
  },
  {
    id: 'codex-hook-last-words',
    send: codex({ hook_event_name: 'Stop', last_assistant_message: DIRTY.codex }),
    type: 'turn_complete',
    field: 'finalText',
  },
  {
    id: 'notify-prompt',
    send: notify({ type: 'user-prompt-submit', prompt: DIRTY.codex }),
    type: 'user_message',
    field: 'content',
    raw: DIRTY.codex,
  },
  {
    id: 'notify-last-input',
    send: notify({ type: 'agent-turn-complete', 'input-messages': ['Hi', DIRTY.codex] }),
    type: 'user_message',
    field: 'content',
    raw: DIRTY.codex,
  },
  {
    id: 'notify-last-words',
    send: notify({ type: 'agent-turn-complete', 'last-assistant-message': DIRTY.codex }),
    type: 'turn_complete',
    field: 'finalText',
    raw: DIRTY.codex,
  },
  {
    id: 'notify-error',
    send: notify({ type: 'turn-failed', message: DIRTY.codex }),
    type: 'turn_error',
    field: 'message',
    raw: DIRTY.codex,
  },
  {
    id: 'notify-request',
    send: notify({ type: 'approval-requested', 'approval-type': 'exec', description: DIRTY.codex }),
    type: 'permission_requested',
    field: 'description',
    raw: DIRTY.codex,
  },
  {
    id: 'notify-notification',
    send: notify({ type: 'notification', message: DIRTY.claude }),
    type: 'agent_notification',
    field: 'message',
    raw: DIRTY.claude,
  },
]

const VERIFIED: readonly RequirementId[] = ['HARMONIZE-023', 'HARMONIZE-024', 'HARMONIZE-015']

/** That no text is forgotten. */
export const harmonizeFields: readonly ConformanceCase[] = [
  ...FIELDS.map(
    ({ id, send, type, field, raw }): ConformanceCase => ({
      id: `field-${id}`,
      verifies: VERIFIED,
      title: `${type}.${field}: what is read is clean, what came is kept`,
      async run(context) {
        const name = context.name()
        await send(context, name)
        const event = theOnly(type, await context.events(name))
        expectSame(`${type}.${field}`, event[field], CLEAN)
        const kept = await context.http({ path: `${sessionPath(name)}/events/${event.seq}/raw` })
        expectMatch('the raw route', kept.status, 200)
        if (raw !== undefined) expectSame('as it came', kept.text, raw)
        else expectMatch('the payload as it came', kept.json, { session_id: name })
      },
    }),
  ),
  {
    id: 'field-attention',
    verifies: ['HARMONIZE-023', 'HARMONIZE-070'],
    title: 'what a person is called with, by a request and by a notification',
    async run(context) {
      const name = context.name()
      await notify({ type: 'approval-requested', description: DIRTY.codex })(context, name)
      const fields = { message: DIRTY.claude, notification_type: 'idle_prompt' }
      await context.notify(name, { type: 'notification', ...fields })
      const raised = (await context.events(name)).filter(({ type }) => type === 'attention_raised')
      expectMatch('attention', raised, [
        { kind: 'permission', message: CLEAN },
        { kind: 'input', message: CLEAN },
      ])
    },
  },
  {
    id: 'field-steer',
    verifies: ['HARMONIZE-023', 'HARMONIZE-024'],
    title: 'what a person says in the middle of a turn',
    needs: ANY,
    beside: true,
    async run(context) {
      const session = await DrivenSession.make(context, { name: context.name() })
      const turn = await session.run('demo:permission')
      await session.frame({ type: 'permission_requested' })
      const steered = await session.ask({ type: 'steer', content: DIRTY.claude })
      expectMatch('what was said', steered, { type: 'steer_sent', content: CLEAN })
      const raw = await context.http({ path: `${sessionPath(session.id)}/events/${steered.seq}/raw` })
      expectSame('as it was said', [raw.status, raw.text], [200, DIRTY.claude])
      await session.ask({ type: 'stop_turn' })
      await session.end(turn)
    },
  },
]
