import { type Draft, type Json, type JsonObject, type Source, utf8Length } from '@signalbox/protocol'

/** What an agent tells a person, as it came. */
export interface ToldNotification {
  source: Source
  message: Json | undefined
  title?: Json | undefined
  notificationType?: Json | undefined
}

/** What a person reads where the agent left the sentence out. */
const SENTENCES: Readonly<Record<string, string>> = {
  permission_prompt: 'The agent needs your permission',
  idle_prompt: 'The agent is waiting for your input',
  elicitation_dialog: 'The agent has a question for you',
  agent_needs_input: 'The agent needs your input',
}
const NOTHING_SAID = '(system notice)'
/** What a person reads at a glance is short, and goes to everyone; what came is kept whole beside it. */
export const MAX_MESSAGE_BYTES = 64 * 1024

/** The canonical fields every notification carries. */
export const NOTIFICATION_FIELDS = {
  canonical_type: 'agent_notification',
  hook_event_type: 'notification',
  message_intent: 'ctrl_activity',
  delivery_scope: 'CTRL',
} as const

/**
 * A notification as a draft. It is never dropped: without a message its title or its kind speaks for it. Its kind is
 * passed on as it came, to be checked before the log. Pure.
 */
export function notificationDraft({ source, message, title, notificationType }: ToldNotification): Draft {
  const said = [message, title].find(isText)
  const type = isText(notificationType) ? notificationType : ''
  const sentence = Object.hasOwn(SENTENCES, type) ? SENTENCES[type] : undefined
  const data: JsonObject = { message: said ?? sentence ?? NOTHING_SAID, ...NOTIFICATION_FIELDS }
  if (notificationType !== undefined && notificationType !== null && notificationType !== '')
    data.notification_type = isText(notificationType) ? notificationType.slice(0, 100) : notificationType
  return { type: 'agent_notification', source, data }
}

/** What the message was before it was cleaned; one that is too long for everyone is kept beside the event alone. */
export function rawMessage(raw: string | undefined): { raw_message?: string } {
  return raw === undefined || utf8Length(raw) > MAX_MESSAGE_BYTES ? {} : { raw_message: raw }
}

function isText(value: Json | undefined): value is string {
  return typeof value === 'string' && value.trim() !== ''
}
