import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { ERRORS } from '../errors.js'
import { errorsOf } from '../http/route.js'
import { ROUTES } from '../http/routes.js'
import { follow, pointersIn } from './json-pointer.fixture.js'
import { openApiDocument } from './openapi.js'

interface Media {
  schema: object
  example?: unknown
  examples?: Record<string, { value: unknown }>
}
interface Operation {
  operationId: string
  security: object[]
  parameters?: { name: string; schema: object; example: unknown }[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { $ref?: string; content?: Record<string, Media> }>
}

const document = openApiDocument() as unknown as {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { responses: Record<string, { content: Record<string, Media> }>; securitySchemes: object }
}
const ajv = new Ajv2020({ strict: false, allErrors: true })
ajv.addSchema(document as object, 'openapi')

function operationOf(path: string, method: string): Operation {
  const found = document.paths[path]?.[method.toLowerCase()]
  if (!found) throw new Error(`${method} ${path} is not in the document`)
  return found
}

/** Checks an example where it stands, so that pointers out of it are followed. */
function faultsOf(schema: object, value: unknown): unknown {
  const local = JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"openapi#/'))
  const check = ajv.compile(local)
  return check(value) ? [] : check.errors
}

it('is OpenAPI 3.1', () => {
  expect(document.openapi).toMatch(/^3\.1\.\d$/)
  expect(Object.keys(document.components.securitySchemes)).toEqual(['token', 'device'])
})

it('points only to what is there', () => {
  const pointers = pointersIn(document)
  expect(pointers.length).toBeGreaterThan(0)
  for (const pointer of pointers) expect(follow(document, pointer), pointer).toBeDefined()
})

it('has every route, and nothing else', () => {
  const there = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(there.sort()).toEqual(ROUTES.map(({ method, path }) => `${method} ${path}`).sort())
})

describe.each(ROUTES)('$method $path', (route) => {
  const operation = operationOf(route.path, route.method)

  it('asks for a credential unless it is open', () => {
    expect(operation.security.length).toBe(route.access === 'open' ? 0 : 2)
  })

  it('names every status it may answer with', () => {
    const statuses = [...Object.keys(route.answers), ...errorsOf(route).map((kind) => ERRORS[kind].status)]
    expect(Object.keys(operation.responses).sort()).toEqual([...new Set(statuses.map(String))].sort())
  })

  it('has examples that fit', () => {
    for (const { schema, example } of operation.parameters ?? [])
      expect(faultsOf(schema, example)).toEqual([])
    const bodies = Object.values(operation.requestBody?.content ?? {})
    const answers = Object.values(operation.responses).flatMap(({ content = {} }) => Object.values(content))
    for (const { schema, example } of [...bodies, ...answers]) expect(faultsOf(schema, example)).toEqual([])
  })
})

describe.each(Object.entries(document.components.responses))('the failure %s', (_name, { content }) => {
  it('has examples that fit', () => {
    const media = content['application/problem+json']
    const examples = Object.values(media?.examples ?? {})
    expect(examples.length).toBeGreaterThan(0)
    for (const { value } of examples) expect(faultsOf(media?.schema ?? {}, value)).toEqual([])
  })
})
