import type { Context } from '../engine/context.js'
import { Failure } from '../engine/failure.js'
import type { Frame } from '../engine/witness.js'

/** A block for the model alone, as Claude Code writes one. */
export const REMINDER = '<system-reminder>Be brief.</system-reminder>'
/** One of Codex. */
export const ENVIRONMENT = '<environment_context>\n  <cwd>/home/me/shop</cwd>\n</environment_context>'

/** A text nobody should read as it is, and what of it should be read: of an agent of either kind. */
export const DIRTY = { claude: `${REMINDER}\n\u001b[31mGo\u001b[0m on`, codex: `${ENVIRONMENT}\n\u0007Go on` }
export const CLEAN = 'Go on'

/** What a task in the background tells, with the children given, in their order. */
export function task(children: Record<string, string>): string {
  const lines = Object.entries(children).map(([tag, text]) => `<${tag}>${text}</${tag}>`)
  return ['<task-notification>', ...lines, '</task-notification>'].join('\n')
}

export const BUILD = { 'task-id': 'b27a792', status: 'completed', summary: 'Build &gt; done' }

/** The fields every notification has. */
export const NOTIFICATION = {
  type: 'agent_notification',
  canonical_type: 'agent_notification',
  hook_event_type: 'notification',
  message_intent: 'ctrl_activity',
  delivery_scope: 'CTRL',
}

/** Posts a Notification hook of a session. */
export function notification(context: Context, session: string, fields: object, agent = 'claude') {
  return context.hook(agent, { session_id: session, hook_event_name: 'Notification', ...fields })
}

/** Posts a UserPromptSubmit hook of a session. */
export function prompt(context: Context, session: string, text: string, fields: object = {}) {
  const hook = { session_id: session, hook_event_name: 'UserPromptSubmit', prompt: text, ...fields }
  return context.hook('claude', hook)
}

/** The one event of a type; fails when there is none or more. */
export function theOnly(type: string, events: readonly Frame[]): Frame {
  const [one, ...more] = events.filter((event) => event.type === type)
  if (!one || more.length > 0) {
    throw new Failure(`there should be one ${type}, there are ${one ? more.length + 1 : 'none'}`)
  }
  return one
}
