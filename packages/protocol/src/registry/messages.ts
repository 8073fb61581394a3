import { type ObjectSchema, s } from '../schema.js'
import { gatewayMessages } from './gateway-messages.js'
import type { MessageRow } from './message-row.js'
import { sessionMessages } from './session-messages.js'
import { turnMessages } from './turn-messages.js'
import { workspaceMessages } from './workspace-messages.js'

/** Every client message of /ws, keyed by its type. There is no second list. */
export const MESSAGES = {
  ...sessionMessages,
  ...gatewayMessages,
  ...turnMessages,
  ...workspaceMessages,
} satisfies Record<string, MessageRow>

export type MessageType = keyof typeof MESSAGES

/** The messages this release answers. */
export type AnsweredMessageType = {
  [T in MessageType]: (typeof MESSAGES)[T] extends { later: true } ? never : T
}[MessageType]

export function messageRowOf(type: MessageType): MessageRow {
  return MESSAGES[type]
}

/** Whether this release answers it. */
export function isAnswered(type: MessageType): type is AnsweredMessageType {
  return messageRowOf(type).later !== true
}

/** The JSON Schema of a whole message, its `type` said. */
export function messageSchema(type: MessageType): ObjectSchema {
  const { fields } = MESSAGES[type]
  return { ...fields, properties: { ...fields.properties, type: s.literal(type) } }
}
