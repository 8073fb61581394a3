import { CLOSE_CODES } from '../close-codes.js'
import type { JsonObject } from '../event.js'
import { EVENT_CHAPTERS, type EventType, isNumbered, REGISTRY } from '../registry/registry.js'
import * as shapes from '../registry/shapes.js'
import { ABOUT, DEVICE_COOKIE, LICENSE, VERSION } from './about.js'
import { activityChannel, activityMessages, sendActivity } from './asyncapi-activity.js'
import { clientMessages, eventMessages } from './asyncapi-messages.js'
import { gatewayOperations, within } from './asyncapi-operations.js'
import { SharedSchemas } from './shared-schemas.js'

const eventTypes = Object.keys(REGISTRY) as EventType[]

/** What stands on the stream of a session beside its numbered events. */
const STREAM_MARKS: readonly EventType[] = ['gap', 'replay_complete', 'server_shutdown']

/** The WebSocket and the streams of server-sent events as an AsyncAPI 3.0 document, made from the registry. */
export function asyncApiDocument(): JsonObject {
  const shared = new SharedSchemas(shapes)
  const activity = activityMessages(shared)
  const gateway = { ...eventMessages(shared), ...clientMessages(shared) }
  const onActivity = [...Object.keys(activity), 'server_shutdown']
  const streamed = eventTypes.filter((type) => isNumbered(type) || STREAM_MARKS.includes(type))
  return {
    asyncapi: '3.0.0',
    id: 'urn:signalbox:gateway',
    info: {
      title: 'Signalbox',
      version: VERSION,
      description: `${ABOUT}\n\nActions are those of the gateway: it sends events and receives client messages.`,
      license: { name: LICENSE },
      tags: EVENT_CHAPTERS.map(({ id, title }) => ({ name: id, description: title })),
    },
    defaultContentType: 'application/json',
    servers: SERVERS,
    channels: {
      gateway: {
        address: '/ws',
        title: 'The session gateway',
        description: GATEWAY_ABOUT,
        servers: [{ $ref: '#/servers/gateway' }],
        messages: pointers(Object.keys(gateway)),
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
        messages: pointers(streamed),
      },
      activityStream: activityChannel(pointers(onActivity)),
    },
    operations: {
      ...gatewayOperations(),
      sendSessionStream: {
        action: 'send',
        channel: { $ref: '#/channels/sessionStream' },
        title: 'The events of one session',
        bindings: { http: STREAM_BINDING },
        messages: streamed.map((type) => within('sessionStream', type)),
      },
      sendActivityStream: sendActivity(onActivity),
    },
    components: {
      messages: { ...gateway, ...activity },
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

function pointers(keys: readonly string[]): JsonObject {
  return Object.fromEntries(keys.map((key) => [key, { $ref: `#/components/messages/${key}` }]))
}
