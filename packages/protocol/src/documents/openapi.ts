import { ERRORS, type ErrorKind, problem, SignalboxError } from '../errors.js'
import type { Json, JsonObject } from '../event.js'
import { NotifyEnvelope } from '../http/notify-envelope.js'
import { type Content, errorsOf, type HttpRoute, ROUTE_CHAPTERS, type RouteAnswer } from '../http/route.js'
import { ROUTES } from '../http/routes.js'
import * as httpShapes from '../http/shapes.js'
import * as shapes from '../registry/shapes.js'
import { ABOUT, DEVICE_COOKIE, LICENSE, VERSION } from './about.js'
import { SharedSchemas } from './shared-schemas.js'

/** The HTTP side as an OpenAPI 3.1 document, made from the table of routes. */
export function openApiDocument(): JsonObject {
  const writer = new Writer()
  const paths = writer.paths()
  return {
    openapi: '3.1.1',
    info: {
      title: 'Signalbox',
      version: VERSION,
      summary: 'The HTTP side of the gateway.',
      description: `${ABOUT}\n\nThe WebSocket and the streams are described in /asyncapi.json, JSON-RPC in /openrpc.json; all of it can be read at /docs.`,
      license: { name: LICENSE, identifier: LICENSE },
    },
    servers: [{ url: '/', description: 'The gateway this document came from.' }],
    tags: Object.entries(ROUTE_CHAPTERS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: SECURITY_SCHEMES,
      responses: writer.failures(),
      schemas: writer.shared.components(),
    },
  }
}

const SECURITY_SCHEMES: JsonObject = {
  token: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token in the file `token` of the data directory.',
  },
  device: {
    type: 'apiKey',
    in: 'cookie',
    name: DEVICE_COOKIE,
    description:
      'A paired browser. It counts only where the request shows that a page of this gateway sent it.',
  },
}

class Writer {
  readonly shared = new SharedSchemas(httpShapes, { NotifyEnvelope }, shapes)
  readonly #failures = new Map<string, JsonObject>()

  paths(): JsonObject {
    const paths: Record<string, JsonObject> = {}
    for (const route of ROUTES) {
      const operations = paths[route.path] ?? {}
      paths[route.path] = { ...operations, [route.method.toLowerCase()]: this.#operation(route) }
    }
    return paths
  }

  failures(): JsonObject {
    return Object.fromEntries([...this.#failures].sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  #operation(route: HttpRoute): JsonObject {
    const { operation, chapter, summary, description, access, parameters = [], body, stream } = route
    return {
      operationId: operation,
      tags: [chapter],
      summary,
      ...(description === undefined ? {} : { description }),
      security: access === 'open' ? [] : [{ token: [] }, { device: [] }],
      ...(access === 'open' || access === 'token' ? {} : { 'x-permission': access }),
      ...(stream ? { 'x-stream': true } : {}),
      ...(parameters.length === 0
        ? {}
        : {
            parameters: parameters.map((parameter) => ({
              ...parameter,
              required: parameter.in === 'path',
              schema: this.shared.point(parameter.schema),
            })),
          }),
      ...(body
        ? {
            requestBody: {
              description: body.description,
              required: true,
              content: this.#content(body.content),
            },
          }
        : {}),
      responses: this.#responses(route),
    }
  }

  #responses(route: HttpRoute): JsonObject {
    const answers = Object.entries(route.answers).map(([status, answer]) => [status, this.#answer(answer)])
    const failures = [...byStatus(errorsOf(route))]
      // A status the route answers in its own way is not a failure of the table.
      .filter(([status]) => route.answers[status] === undefined)
      .map(([status, kinds]) => [String(status), this.#failure(kinds)])
    return Object.fromEntries([...answers, ...failures])
  }

  #answer({ description, headers, content }: RouteAnswer): JsonObject {
    const named = Object.entries(headers ?? {}).map(([name, says]) => [
      name,
      { description: says, schema: { type: 'string' } },
    ])
    return {
      description,
      ...(headers ? { headers: Object.fromEntries(named) } : {}),
      ...(content ? { content: this.#content(content) } : {}),
    }
  }

  #content(forms: readonly Content[]): JsonObject {
    return Object.fromEntries(
      forms.map(({ mediaType, schema, example }) => [
        mediaType,
        { schema: this.shared.point(schema), example },
      ]),
    )
  }

  /** One response for each set of failures that share a status; routes with the same set share it. */
  #failure(kinds: readonly ErrorKind[]): JsonObject {
    const name = kinds.join('-')
    if (!this.#failures.has(name)) {
      const codes = [...new Set(kinds.map((kind) => ERRORS[kind].http))]
      const examples = kinds.map((kind) => [
        kind,
        { summary: ERRORS[kind].title, value: problem(new SignalboxError(kind)) as JsonObject },
      ])
      const schema: Json = {
        allOf: [this.shared.point(httpShapes.Problem), { properties: { code: { enum: codes } } }],
      }
      this.#failures.set(name, {
        description: `${kinds.map((kind) => ERRORS[kind].title).join('; ')}: ${codes.map((code) => `\`${code}\``).join(', ')}.`,
        content: { 'application/problem+json': { schema, examples: Object.fromEntries(examples) } },
      })
    }
    return { $ref: `#/components/responses/${name}` }
  }
}

function byStatus(kinds: readonly ErrorKind[]): Map<number, ErrorKind[]> {
  const inTableOrder = (Object.keys(ERRORS) as ErrorKind[]).filter((kind) => kinds.includes(kind))
  const groups = new Map<number, ErrorKind[]>()
  for (const kind of inTableOrder) {
    const { status } = ERRORS[kind]
    groups.set(status, [...(groups.get(status) ?? []), kind])
  }
  return groups
}
