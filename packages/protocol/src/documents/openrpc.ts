import { ERRORS, type ErrorKind } from '../errors.js'
import type { JsonObject } from '../event.js'
import { ITEM_CONTENTS } from '../rpc/items.js'
import { errorsOfMethod, RPC_METHODS, type RpcMethodName, rpcMethodOf } from '../rpc/methods.js'
import { RPC_NOTIFICATIONS, type RpcNotification } from '../rpc/notifications.js'
import type { ObjectSchema } from '../schema.js'
import { ABOUT, LICENSE, VERSION } from './about.js'
import { SharedSchemas } from './shared-schemas.js'

const methodNames = Object.keys(RPC_METHODS) as RpcMethodName[]

/** The JSON-RPC door as an OpenRPC 1.3 document, made from the table of methods. `rpc.discover` answers with it. */
export function openRpcDocument(): JsonObject {
  const shared = new SharedSchemas(contents())
  const methods = methodNames.map((name) => methodObject(name, shared))
  const notifications = Object.entries(RPC_NOTIFICATIONS).map(([name, row]) =>
    notificationObject(name, row, shared),
  )
  return {
    openrpc: '1.3.2',
    info: {
      title: 'Signalbox',
      version: VERSION,
      description: `${ABOUT}\n\n${TRANSPORTS}`,
      license: { name: LICENSE },
    },
    servers: [
      {
        name: 'gateway',
        url: 'http://127.0.0.1:8080/rpc',
        description: 'Where it listens unless told otherwise.',
      },
    ],
    methods,
    // The specification knows only what clients call; as methods these would become functions of generated clients.
    'x-notifications': notifications,
    components: { errors: errorObjects(), schemas: shared.components() },
  }
}

const TRANSPORTS =
  'A call is the body of `POST /rpc`, or a line of `POST /rpc/stream`. Notifications are the lines of ' +
  '`GET /rpc/stream` and of `POST /rpc/stream`: `x-notifications` names them, and each method those it sets off. ' +
  'Programs send the token as `Authorization: Bearer …`. Failures carry `data` with `field` and `reason` where a ' +
  'field is at fault.'

function methodObject(name: RpcMethodName, shared: SharedSchemas): JsonObject {
  const { aliases, params, result, permission, notifications, description, example } = rpcMethodOf(name)
  return {
    name,
    summary: description,
    tags: [{ name: name.split(/[/.]/)[0] ?? name }],
    paramStructure: 'by-name',
    params: descriptors(params, shared),
    result: { name: typeName(name, 'Result'), schema: shared.point(result) },
    errors: errorsOfMethod(name).map((kind) => ({ $ref: `#/components/errors/${kind}` })),
    examples: [
      {
        name,
        params: exampleValues(example.params),
        result: { name: typeName(name, 'Result'), value: example.result },
      },
    ],
    'x-permission': permission,
    ...(aliases === undefined ? {} : { 'x-aliases': [...aliases] }),
    ...(notifications.length === 0 ? {} : { 'x-notifications': [...notifications] }),
  }
}

/** As a method without a result is written. */
function notificationObject(
  name: string,
  { params, description, example }: RpcNotification,
  shared: SharedSchemas,
): JsonObject {
  return {
    name,
    summary: description,
    paramStructure: 'by-name',
    params: descriptors(params, shared),
    examples: [{ name, params: exampleValues(example) }],
  }
}

function descriptors({ properties, required }: ObjectSchema, shared: SharedSchemas): JsonObject[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    required: required.includes(name),
    schema: shared.point(schema),
  }))
}

function exampleValues(params: JsonObject): JsonObject[] {
  return Object.entries(params).map(([name, value]) => ({ name, value }))
}

/** Those a method points to. */
function errorObjects(): JsonObject {
  const met = new Set(methodNames.flatMap(errorsOfMethod))
  const inTableOrder = (Object.keys(ERRORS) as ErrorKind[]).filter((kind) => met.has(kind))
  return Object.fromEntries(
    inTableOrder.map((kind) => [kind, { code: ERRORS[kind].rpc, message: ERRORS[kind].title }]),
  )
}

/** The contents of items, under names for types. */
function contents(): Record<string, ObjectSchema> {
  return Object.fromEntries(
    Object.entries(ITEM_CONTENTS).map(([type, { schema }]) => [typeName(type, 'Content'), schema]),
  )
}

/** `turn/start` → `TurnStartResult`: names from which programs make types. */
function typeName(name: string, ending: string): string {
  return [...name.split(/[/._]/), ending].map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}
