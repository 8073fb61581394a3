import { s } from '../schema.js'
import type { HttpRoute, Parameter, RouteAnswer } from './route.js'

const ifNoneMatch: Parameter = {
  name: 'If-None-Match',
  in: 'header',
  schema: s.string(),
  description: 'The ETag of what the caller has.',
  example: '"mW8KUNF5Nl1xbWKTBOAb6nVwRz8m7Ey4XSC1iVZhjAs"',
}

const answers = (described: RouteAnswer) => ({
  200: { ...described, headers: { ETag: 'Changes when the document does.' } },
  304: { description: 'The caller has it already.' },
})

/** What the gateway tells about itself. No secret is in it, so it is open like the page. */
export const documentRoutes: readonly HttpRoute[] = [
  {
    method: 'GET',
    path: '/openapi.json',
    operation: 'getOpenApi',
    chapter: 'documents',
    summary: 'This description of the HTTP side',
    access: 'open',
    parameters: [ifNoneMatch],
    answers: answers({
      description: 'An OpenAPI 3.1 document.',
      content: [
        {
          mediaType: 'application/json',
          schema: s.object({ openapi: s.string() }),
          example: { openapi: '3.1.1' },
        },
      ],
    }),
    errors: [],
  },
  {
    method: 'GET',
    path: '/asyncapi.json',
    operation: 'getAsyncApi',
    chapter: 'documents',
    summary: 'The description of the WebSocket and of the streams',
    access: 'open',
    parameters: [ifNoneMatch],
    answers: answers({
      description: 'An AsyncAPI 3.0 document.',
      content: [
        {
          mediaType: 'application/json',
          schema: s.object({ asyncapi: s.string() }),
          example: { asyncapi: '3.0.0' },
        },
      ],
    }),
    errors: [],
  },
  {
    method: 'GET',
    path: '/openrpc.json',
    operation: 'getOpenRpc',
    chapter: 'documents',
    summary: 'The description of JSON-RPC',
    description: 'What `rpc.discover` answers.',
    access: 'open',
    parameters: [ifNoneMatch],
    answers: answers({
      description: 'An OpenRPC 1.3 document.',
      content: [
        {
          mediaType: 'application/json',
          schema: s.object({ openrpc: s.string() }),
          example: { openrpc: '1.3.2' },
        },
      ],
    }),
    errors: [],
  },
  {
    method: 'GET',
    path: '/docs',
    operation: 'getDocsPage',
    chapter: 'documents',
    summary: 'All of it as a page to read',
    access: 'open',
    parameters: [ifNoneMatch],
    answers: answers({
      description: 'HTML that asks no other server for anything.',
      content: [
        { mediaType: 'text/html', schema: s.string(), example: '<!doctype html><title>Signalbox</title>' },
      ],
    }),
    errors: ['notFound'],
  },
]
