import type { MessageRow } from '../../registry/message-row.js'
import { isAnswered, MESSAGES, type MessageType, messageRowOf } from '../../registry/messages.js'
import { type Chapter, code, codes, type Entry } from '../chapter.js'
import { fieldsOf } from '../type-text.js'

const types = Object.keys(MESSAGES) as MessageType[]

/** Every message a client may send, those of a later release apart. */
export function messagesChapter(): Chapter {
  const answered = types.filter((type) => isAnswered(type))
  const later = types.filter((type) => !isAnswered(type))
  return {
    id: 'messages',
    title: 'Client messages',
    blocks: [
      {
        kind: 'text',
        text:
          `What a client says on ${code('/ws')}: JSON text frames, told apart by ${code('type')}. ` +
          `Every one may carry ${code('ref')}, which its answer echoes; a refusal is ${code('error')}. Other fields are refused.`,
      },
    ],
    sections: [
      section('messages-answered', 'Answered today', `${answered.length} messages.`, answered),
      section(
        'messages-later',
        'Opening later',
        `${later.length} messages whose shape is settled; until then the answer is ${code('NotImplemented')}.`,
        later,
      ),
    ],
  }
}

function section(id: string, title: string, text: string, list: readonly MessageType[]): Chapter {
  const entries = list.map(messageEntry)
  return {
    id,
    title,
    blocks: [
      { kind: 'text', text },
      { kind: 'entries', what: 'message', entries },
    ],
  }
}

function messageEntry(type: MessageType): Entry {
  const { permission, fields, replies, description, example } = messageRowOf(type)
  return {
    anchor: `message-${type}`,
    name: type,
    facts: { permission: permissionText(permission), answer: codes(replies) },
    text: description,
    fields: fieldsOf(fields, ['type', 'ref']),
    example,
  }
}

function permissionText(permission: MessageRow['permission']): string {
  if (permission === null) return 'none'
  if (typeof permission === 'string') return code(permission)
  return Object.entries(permission.byAction)
    .map(([action, needed]) => `${action}: ${code(needed)}`)
    .join(', ')
}
