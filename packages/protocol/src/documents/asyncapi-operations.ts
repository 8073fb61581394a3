import type { JsonObject } from '../event.js'
import { isAnswered, MESSAGES, type MessageType, messageRowOf } from '../registry/messages.js'
import { EVENT_CHAPTERS, nameOf, typeNamed } from '../registry/registry.js'
import { messageKey } from './asyncapi-messages.js'

/** What the gateway does on /ws: it sends the events, chapter by chapter, and receives each message of clients. */
export function gatewayOperations(): Record<string, JsonObject> {
  const messages = Object.keys(MESSAGES) as MessageType[]
  return Object.fromEntries([...EVENT_CHAPTERS.map(sendGroup), ...messages.map(receiveMessage)])
}

/** A pointer to a message of a channel. */
export function within(channel: string, key: string): JsonObject {
  return { $ref: `#/channels/${channel}/messages/${key}` }
}

function sendGroup({ id, title, about, types }: (typeof EVENT_CHAPTERS)[number]): [string, JsonObject] {
  const names = [...new Set(types.flatMap(bothNames))]
  return [
    `send_${id}`,
    {
      action: 'send',
      channel: { $ref: '#/channels/gateway' },
      title,
      description: about,
      messages: names.map((name) => within('gateway', name)),
    },
  ]
}

function receiveMessage(type: MessageType): [string, JsonObject] {
  const { description, replies } = messageRowOf(type)
  const answers = [...new Set([...replies, 'error'].flatMap(bothNames))]
  return [
    `receive_${type}`,
    {
      action: 'receive',
      channel: { $ref: '#/channels/gateway' },
      title: type,
      summary: isAnswered(type)
        ? description
        : `${description} Opens with a later release; until then NotImplemented.`,
      messages: [within('gateway', messageKey(type))],
      reply: {
        channel: { $ref: '#/channels/gateway' },
        messages: answers.map((name) => within('gateway', name)),
      },
    },
  ]
}

function bothNames(name: string): string[] {
  const type = typeNamed(name)
  return type === undefined ? [] : [type, nameOf(type, 'dot')]
}
