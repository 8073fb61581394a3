import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import type { Schema } from '../schema.js'
import { validate } from '../validate.js'
import {
  ITEM_CONTENTS,
  METHOD_PATTERN,
  methodNamed,
  RPC_MESSAGES,
  RPC_METHODS,
  RPC_NOTIFICATIONS,
  type RpcMethodName,
  rpcMethodOf,
} from './index.js'

const ajv = new Ajv2020({ strict: true })

function fits(schema: Schema, value: unknown): void {
  const accepts = ajv.compile(schema)
  expect(validate(schema, value)).toBeUndefined()
  expect(accepts(value), JSON.stringify(accepts.errors)).toBe(true)
}

describe('shapes of JSON-RPC', () => {
  it.each(Object.entries({ ...RPC_MESSAGES, ...ITEM_CONTENTS }))('%s fits its example', (_name, shape) => {
    fits(shape.schema, shape.example)
    expect(shape.description).toMatch(/^[A-Z][^\n]*\.$/)
  })

  it.each([
    ['a call of another version', 'request', { jsonrpc: '1.0', id: 1, method: 'holon/status' }],
    ['a call without a method', 'request', { jsonrpc: '2.0', id: 1 }],
    ['a call with text as params', 'request', { jsonrpc: '2.0', id: 1, method: 'x', params: 'y' }],
    ['an error without a code', 'error', { jsonrpc: '2.0', id: null, error: { message: 'x' } }],
  ] as const)('refuses %s', (_what, shape, value) => {
    expect(validate(RPC_MESSAGES[shape].schema, value)).toBeDefined()
  })
})

describe.each(Object.keys(RPC_METHODS) as RpcMethodName[])('method %s', (name) => {
  const method = rpcMethodOf(name)

  it('has params and a result that fit their examples', () => {
    fits(method.params, method.example.params)
    fits(method.result, method.example.result)
    expect(method.description).toMatch(/^[A-Z][^\n]*\.$/)
  })

  it('is named as all are, is found by every name, and sets off notifications there are', () => {
    for (const one of [name, ...(method.aliases ?? [])]) {
      expect(one).toMatch(new RegExp(METHOD_PATTERN))
      expect(methodNamed(one)).toBe(name)
    }
    for (const notification of method.notifications) expect(RPC_NOTIFICATIONS).toHaveProperty([notification])
  })
})

describe.each(Object.entries(RPC_NOTIFICATIONS))('notification %s', (name, notification) => {
  it('has params that fit their example, and its type is its suffix', () => {
    fits(notification.params, notification.example)
    expect(notification.description).toMatch(/^[A-Z][^\n]*\.$/)
    expect(name).toMatch(new RegExp(METHOD_PATTERN))
    const { type } = notification.example as { type?: string }
    expect(type).toBe(name.startsWith('stream/') ? undefined : name.split('/')[1])
  })

  it('says where it stands in the log', () => {
    const required = notification.params.required
    if (!name.startsWith('stream/')) expect(required).toEqual(expect.arrayContaining(['seq', 'offset']))
    if (name !== 'stream/closed') expect(required).toContain('epoch')
  })
})

describe('input of a turn', () => {
  const { params } = RPC_METHODS['turn/start']
  const input = (value: unknown) => validate(params, { thread_id: 't', input: value })?.path

  it.each([
    [[], 'input'],
    [[{ type: 'image', content: [] }], 'input[0].type'],
    [[{ content: [] }], 'input[0].content'],
    [[{ content: [{ type: 'output_text', text: 'x' }] }], 'input[0].content[0].type'],
    [[{ content: [{ text: ' ' }] }], 'input[0].content[0].text'],
    [[{ content: [{ text: 'x' }] }], undefined],
  ])('%j: %s', (value, path) => {
    expect(input(value)).toBe(path)
  })
})
