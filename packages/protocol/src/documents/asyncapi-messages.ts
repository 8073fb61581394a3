import type { JsonObject } from '../event.js'
import { exampleFrame, frameSchema } from '../registry/frame.js'
import { MESSAGES, type MessageType, messageRowOf, messageSchema } from '../registry/messages.js'
import {
  canonicalOf,
  EVENT_CHAPTERS,
  type EventType,
  type Naming,
  nameOf,
  REGISTRY,
  rowOf,
} from '../registry/registry.js'
import type { SharedSchemas } from './shared-schemas.js'

/** Every event as a message, under each of its names. */
export function eventMessages(shared: SharedSchemas): Record<string, JsonObject> {
  const types = Object.keys(REGISTRY) as EventType[]
  return Object.fromEntries(types.flatMap((type) => messagesOf(type, shared)))
}

/** Every message of clients. */
export function clientMessages(shared: SharedSchemas): Record<string, JsonObject> {
  const types = Object.keys(MESSAGES) as MessageType[]
  return Object.fromEntries(types.map((type) => [messageKey(type), clientMessage(type, shared)]))
}

/** Where a client message stands in the document; it may have the name of an event. */
export function messageKey(type: MessageType): string {
  return `client.${type}`
}

/** One message for each name of an event; twins name each other. */
function messagesOf(type: EventType, shared: SharedSchemas): [string, JsonObject][] {
  const { dot } = rowOf(type)
  const namings: readonly Naming[] = dot === undefined ? ['snake'] : ['snake', 'dot']
  return namings.map((naming) => {
    const name = nameOf(type, naming)
    const { kind, scopes, description } = rowOf(type)
    const canonical = canonicalOf(type)
    const alias = namings.length === 1 ? undefined : nameOf(type, naming === 'snake' ? 'dot' : 'snake')
    return [
      name,
      {
        name,
        title: name,
        summary: description,
        tags: [{ name: chapterOf(type) }],
        payload: shared.point(frameSchema(type, naming)),
        examples: [{ name, payload: exampleFrame(type, naming) }],
        'x-kind': kind,
        'x-scopes': [...scopes],
        ...(alias === undefined ? {} : { 'x-alias': alias }),
        ...(canonical === undefined ? {} : { 'x-canonical': canonical }),
      },
    ]
  })
}

function clientMessage(type: MessageType, shared: SharedSchemas): JsonObject {
  const { permission, description, example, later } = messageRowOf(type)
  return {
    name: type,
    title: type,
    summary: description,
    payload: shared.point(messageSchema(type)),
    examples: [{ name: type, payload: example }],
    'x-permission':
      typeof permission === 'object' && permission !== null ? { ...permission.byAction } : permission,
    ...(later ? { 'x-later': true } : {}),
  }
}

function chapterOf(type: EventType): string {
  return EVENT_CHAPTERS.find(({ types }) => types.includes(type))?.id ?? ''
}
