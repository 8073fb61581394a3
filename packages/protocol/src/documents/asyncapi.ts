import { CLOSE_CODES } from '../close-codes.js'
import type { JsonObject } from '../event.js'
import { exampleFrame, frameSchema } from '../registry/frame.js'
import { isAnswered, MESSAGES, type MessageType, messageRowOf, messageSchema } from '../registry/messages.js'
import {
  EVENT_GROUPS,
  type EventType,
  isNumbered,
  type Naming,
  nameOf,
  REGISTRY,
  rowOf,
  typeNamed,
} from '../registry/registry.js'
import * as shapes from '../registry/shapes.js'
import { ABOUT, DEVICE_COOKIE, LICENSE, VERSION } from './about.js'
import { SharedSchemas } from './shared-schemas.js'

const eventTypes = Object.keys(REGISTRY) as EventType[]
const messageTypes = Object.keys(MESSAGES) as MessageType[]

/** What stands on the stream of a session beside its numbered events. */
const STREAM_MARKS: readonly EventType[] = ['gap', 'replay_complete', 'server_shutdown']

/** The WebSocket and the stream of a session as an AsyncAPI 3.0 document, made from the registry. */
export function asyncApiDocument(): JsonObject {
  const shared = new SharedSchemas(shapes)
  const events = Object.fromEntries(eventTypes.flatMap((type) => eventMessages(type, shared)))
  const messages = Object.fromEntries(
    messageTypes.map((type) => [messageKey(type), clientMessage(type, shared)]),
  )
  const streamed = eventTypes.filter((type) => isNumbered(type) || STREAM_MARKS.includes(type))
  return {
    asyncapi: '3.0.0',
    id: 'urn:signalbox:gateway',
    info: {
      title: 'Signalbox',
      version: VERSION,
      description: `${ABOUT}\n\nActions are those of the gateway: it sends events and receives client messages.`,
      license: { name: LICENSE },
      tags: EVENT_GROUPS.map(({ id, title }) => ({ name: id, description: title })),
    },
    defaultContentType: 'application/json',
    servers: SERVERS,
    channels: {
      gateway: {
        address: '/ws',
        title: 'The session gateway',
        description: GATEWAY_ABOUT,
        servers: [{ $ref: '#/servers/gateway' }],
        messages: pointers([...Object.keys(events), ...Object.keys(messages)]),
        bindings: { ws: WS_BINDING },
      },
      sessionStream: {
        address: '/api/sessions/{sessionId}/events/stream',
        title: 'The events of one session as server-sent events',
        description: STREAM_ABOUT,
        servers: [{ $ref: '#/servers/http' }],
        parameters: {
          sessionId: {
            description: 'The uuid of the session, `thread_` and the uuid, or one of its aliases.',
          },
        },
        messages: pointers(streamed.map(eventKey)),
      },
    },
    operations: {
      ...Object.fromEntries(EVENT_GROUPS.map(sendGroup)),
      ...Object.fromEntries(messageTypes.map(receiveMessage)),
      sendSessionStream: {
        action: 'send',
        channel: { $ref: '#/channels/sessionStream' },
        title: 'The events of one session',
        bindings: { http: STREAM_BINDING },
        messages: streamed.map((type) => within('sessionStream', eventKey(type))),
      },
    },
    components: {
      messages: { ...events, ...messages },
      schemas: shared.components(),
      securitySchemes: SECURITY_SCHEMES,
    },
  }
}

const SECURITY_SCHEMES: JsonObject = {
  token: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token, with the upgrade or in `authenticate`.',
  },
  device: { type: 'httpApiKey', in: 'cookie', name: DEVICE_COOKIE, description: 'A paired browser.' },
}

const security = Object.keys(SECURITY_SCHEMES).map((name) => ({
  $ref: `#/components/securitySchemes/${name}`,
}))
const SERVERS: JsonObject = {
  gateway: {
    host: '127.0.0.1:8080',
    protocol: 'ws',
    description: 'Where it listens unless told otherwise.',
    security,
  },
  http: { host: '127.0.0.1:8080', protocol: 'http', description: 'The same, over HTTP.', security },
}

const WS_BINDING: JsonObject = {
  bindingVersion: '0.1.0',
  method: 'GET',
  query: {
    type: 'object',
    properties: {
      naming: {
        type: 'string',
        enum: ['snake', 'dot'],
        default: 'snake',
        description: 'Which name of a twin the connection hears.',
      },
    },
  },
  headers: {
    type: 'object',
    properties: {
      Authorization: {
        type: 'string',
        description: '`Bearer` and the token; then `authenticated` comes unasked.',
      },
    },
  },
}

const STREAM_BINDING: JsonObject = {
  bindingVersion: '0.3.0',
  method: 'GET',
  query: {
    type: 'object',
    properties: {
      after: {
        type: 'string',
        description: 'A seq, or the id of an event (`epoch:seq`): what came after it is replayed first.',
      },
    },
  },
}

const GATEWAY_ABOUT = `JSON text frames, one message each, told apart by \`type\`. A twin has two names; a connection hears one of them.

The gateway closes with:
${Object.entries(CLOSE_CODES)
  .map(([code, why]) => `- ${code}: ${why}`)
  .join('\n')}`

const STREAM_ABOUT =
  'Each event of the log has an `id:` of the form `epoch:seq` and no `event:` line; marks have their type there. ' +
  '`Last-Event-ID` resumes.'

/** One message for each name of an event; twins name each other. */
function eventMessages(type: EventType, shared: SharedSchemas): [string, JsonObject][] {
  const { dot } = rowOf(type)
  const namings: readonly Naming[] = dot === undefined ? ['snake'] : ['snake', 'dot']
  return namings.map((naming) => {
    const name = nameOf(type, naming)
    const { kind, scopes, canonical, description } = rowOf(type)
    const alias = namings.length === 1 ? undefined : nameOf(type, naming === 'snake' ? 'dot' : 'snake')
    return [
      name,
      {
        name,
        title: name,
        summary: description,
        tags: [{ name: groupOf(type) }],
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

function sendGroup({ id, title, about, types }: (typeof EVENT_GROUPS)[number]): [string, JsonObject] {
  const names = types.flatMap((type) => [...new Set([eventKey(type), nameOf(type, 'dot')])])
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
  return type === undefined ? [] : [eventKey(type), nameOf(type, 'dot')]
}

function groupOf(type: EventType): string {
  return EVENT_GROUPS.find(({ types }) => types.includes(type))?.id ?? ''
}

function eventKey(type: EventType): string {
  return type
}

/** A client message may have the name of an event. */
function messageKey(type: MessageType): string {
  return `client.${type}`
}

function pointers(keys: readonly string[]): JsonObject {
  return Object.fromEntries(keys.map((key) => [key, { $ref: `#/components/messages/${key}` }]))
}

function within(channel: string, key: string): JsonObject {
  return { $ref: `#/channels/${channel}/messages/${key}` }
}
