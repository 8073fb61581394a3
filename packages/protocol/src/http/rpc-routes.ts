import type { ErrorKind } from '../errors.js'
import type { Json } from '../event.js'
import { RPC_MESSAGES } from '../rpc/message.js'
import { RPC_NOTIFICATIONS } from '../rpc/notifications.js'
import { RPC_EXAMPLE } from '../rpc/shapes.js'
import { s } from '../schema.js'
import type { Content, HttpRoute, Parameter } from './route.js'

const { request, notification, response, error } = RPC_MESSAGES
const { epoch, thread_id } = RPC_EXAMPLE

const failure: Json = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32700, message: 'Parse error' },
}
const tooLarge: Json = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32600, message: 'The body has more than 1048576 bytes.' },
}
const started: Json = {
  jsonrpc: '2.0',
  method: 'thread/started',
  params: RPC_NOTIFICATIONS['thread/started'].example,
}

const ndjson = (...lines: readonly Json[]): Content => ({
  mediaType: 'application/x-ndjson',
  schema: s.string(),
  example: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
})

const place: readonly Parameter[] = [
  {
    name: 'thread_id',
    in: 'query',
    schema: s.string({ minLength: 1 }),
    description:
      'Of this thread alone: `thread_` and the uuid of the session, the uuid, or one of its aliases.',
    example: thread_id,
  },
  {
    name: 'after',
    in: 'query',
    schema: s.string(),
    description:
      'What came after it is told first. Without `thread_id` a place in the log, `epoch@offset`; with it one in the ' +
      'session, `epoch:seq`. Every notification has its `epoch`, `offset` and `seq`.',
    example: `${epoch}@1042`,
  },
]

const streamErrors: ErrorKind[] = ['invalidMessage', 'sessionNotFound', 'notAcceptable', 'unavailable']
const KEPT_OPEN =
  'A blank line every 15 s keeps it open. A reader that is too slow gets `stream/closed` with the cursor to resume from; ' +
  'where something between the cursor and now is gone, `stream/gap` says so.'
const headers = { 'Cache-Control': 'no-cache', Connection: 'keep-alive' }

/** JSON-RPC 2.0: one call a request, or lines both ways on a stream. */
export const rpcRoutes: readonly HttpRoute[] = [
  {
    method: 'POST',
    path: '/rpc',
    operation: 'callRpc',
    chapter: 'rpc',
    summary: 'One call of JSON-RPC',
    description:
      'What the method refuses is an `error` under 200, with the id of the call. Each method asks for its own permission.',
    access: 'token',
    body: {
      description:
        'One request, at most 1 MiB; no batches. Without an id, or with null, nothing is answered.',
      content: [{ mediaType: 'application/json', schema: request.schema, example: request.example }],
    },
    answers: {
      200: {
        description: 'The result, or why there is none.',
        content: [
          {
            mediaType: 'application/json',
            schema: s.anyOf([response.schema, error.schema]),
            example: response.example,
          },
        ],
      },
      204: { description: 'The call had no id: it was made, and nobody waits for an answer.' },
      400: {
        description:
          'The body is no request: no JSON (-32700), or no object with `jsonrpc` and `method` (-32600).',
        content: [{ mediaType: 'application/json', schema: error.schema, example: failure }],
      },
      413: {
        description: 'The body has more than 1 MiB (-32600).',
        content: [{ mediaType: 'application/json', schema: error.schema, example: tooLarge }],
      },
    },
    errors: [],
  },
  {
    method: 'GET',
    path: '/rpc/stream',
    operation: 'streamRpc',
    chapter: 'rpc',
    summary: 'Notifications of JSON-RPC as they happen',
    description: `One object a line. Begins with \`thread/started\` of the current thread, if there is one. ${KEPT_OPEN}`,
    access: 'session:read',
    parameters: place,
    answers: {
      200: {
        description: 'It stays open until one side goes or the one thread is deleted.',
        headers,
        content: [ndjson(started)],
      },
    },
    errors: streamErrors,
    stream: true,
  },
  {
    method: 'POST',
    path: '/rpc/stream',
    operation: 'converseRpc',
    chapter: 'rpc',
    summary: 'Calls and notifications of JSON-RPC on one connection',
    description:
      'Calls are lines of the request body, which may stay open; their responses and every notification are lines of ' +
      'the answer, which begins at once. What a call sets off is told before its response. A line that is no request ' +
      `is refused with id null, and the stream goes on. ${KEPT_OPEN}`,
    access: 'session:read',
    parameters: place,
    body: {
      description: 'One request a line, each at most 1 MiB; blank lines count for nothing.',
      content: [ndjson(request.example)],
    },
    answers: {
      200: {
        description:
          'It stays open until the client goes, or has ended its body, got every response and seen the turns it began end.',
        headers,
        content: [ndjson(started, notification.example, response.example)],
      },
    },
    errors: streamErrors,
    stream: true,
  },
]
