import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { ERRORS } from '../errors.js'
import { errorsOfMethod, ITEM_CONTENTS, RPC_METHODS, RPC_NOTIFICATIONS, rpcMethodOf } from '../rpc/index.js'
import type { RpcMethodName } from '../rpc/methods.js'
import { follow, pointersIn } from './json-pointer.fixture.js'
import { openRpcDocument } from './openrpc.js'

interface Named {
  name: string
  value?: unknown
}
interface Descriptor {
  name: string
  required: boolean
  schema: object
}
interface Method {
  name: string
  summary: string
  paramStructure: string
  params: Descriptor[]
  result?: { name: string; schema: object }
  errors?: { $ref: string }[]
  examples: { name: string; params: Named[]; result?: Named }[]
  'x-aliases'?: string[]
  'x-notifications'?: string[]
  'x-permission'?: string
}

const document = openRpcDocument() as unknown as {
  openrpc: string
  methods: Method[]
  'x-notifications': Method[]
  components: {
    errors: Record<string, { code: number; message: string }>
    schemas: Record<string, object>
  }
}
const ajv = new Ajv2020({ strict: false, allErrors: true })
ajv.addSchema({ components: document.components }, 'openrpc')

function faultsOf(schema: object, value: unknown): unknown {
  const local = JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"openrpc#/'))
  const check = ajv.compile(local)
  return check(value) ? [] : check.errors
}

/** Every example gives what is required, nothing unknown, and each as its schema says. */
function checkParams({ params, examples }: Method): void {
  expect(examples.length).toBeGreaterThan(0)
  for (const example of examples) {
    const given = example.params.map(({ name }) => name)
    expect(given).toEqual(
      expect.arrayContaining(params.filter(({ required }) => required).map(({ name }) => name)),
    )
    for (const { name, value } of example.params) {
      const descriptor = params.find((one) => one.name === name)
      expect(faultsOf(descriptor?.schema ?? { not: {} }, value), name).toEqual([])
    }
  }
}

it('is OpenRPC 1.3', () => {
  expect(document.openrpc).toMatch(/^1\.3\.\d$/)
})

it('points only to what is there, and holds nothing nobody points to', () => {
  const pointers = pointersIn(document)
  expect(pointers.length).toBeGreaterThan(0)
  for (const pointer of pointers) expect(follow(document, pointer), pointer).toBeDefined()
  for (const [part, entries] of Object.entries(document.components)) {
    for (const name of Object.keys(entries)) expect(pointers).toContain(`#/components/${part}/${name}`)
  }
})

it('has every method and every notification, in the order of their tables', () => {
  expect(document.methods.map(({ name }) => name)).toEqual(Object.keys(RPC_METHODS))
  expect(document['x-notifications'].map(({ name }) => name)).toEqual(Object.keys(RPC_NOTIFICATIONS))
})

it('gives every result and every shared schema a name of its own, fit for a type', () => {
  const names = [
    ...document.methods.map(({ result }) => result?.name),
    ...Object.keys(document.components.schemas),
  ]
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(name).toMatch(/^[A-Z][A-Za-z]+$/)
  expect(Object.keys(document.components.schemas).length).toBe(Object.keys(ITEM_CONTENTS).length)
})

it('names failures by the table of errors', () => {
  for (const [kind, error] of Object.entries(document.components.errors)) {
    const { rpc, title } = ERRORS[kind as keyof typeof ERRORS]
    expect(error).toEqual({ code: rpc, message: title })
  }
})

describe.each(document.methods)('method $name', (method) => {
  const name = method.name as RpcMethodName
  const row = rpcMethodOf(name)

  it('takes params by name, as the table says', () => {
    expect(method.paramStructure).toBe('by-name')
    expect(method.params.map((param) => param.name)).toEqual(Object.keys(row.params.properties))
    expect(method.params.filter(({ required }) => required).map((param) => param.name)).toEqual(
      row.params.required,
    )
    checkParams(method)
  })

  it('has a result that fits its example, and refuses another', () => {
    const { result, examples } = method
    for (const example of examples) {
      expect(faultsOf(result?.schema ?? { not: {} }, example.result?.value)).toEqual([])
    }
    expect(faultsOf(result?.schema ?? {}, 'no object')).not.toEqual([])
  })

  it('says who may call it, what it refuses, what it sets off and what else it is called', () => {
    expect(method['x-permission']).toBe(row.permission)
    expect(method.errors?.map(({ $ref }) => $ref.split('/').at(-1))).toEqual(errorsOfMethod(name))
    expect(method['x-notifications'] ?? []).toEqual(row.notifications)
    expect(method['x-aliases'] ?? []).toEqual(row.aliases ?? [])
  })
})

describe.each(document['x-notifications'])('notification $name', (notification) => {
  it('has params that fit its example, and no result', () => {
    expect(notification.result).toBeUndefined()
    checkParams(notification)
  })
})
