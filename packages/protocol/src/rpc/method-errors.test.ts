import { expect, it } from 'vitest'
import { ERRORS } from '../errors.js'
import { errorsOfMethod } from './method-errors.js'
import { RPC_METHODS, type RpcMethodName } from './methods.js'

const names = Object.keys(RPC_METHODS) as RpcMethodName[]

it.each(names)('lists no failure of %s twice, and every one under a code of JSON-RPC', (name) => {
  const kinds = errorsOfMethod(name)
  expect(new Set(kinds).size).toBe(kinds.length)
  for (const kind of kinds) expect(ERRORS[kind].rpc).toBeLessThanOrEqual(-32001)
})

it('blames params only where a method has any', () => {
  expect(errorsOfMethod('holon/status')).not.toContain('invalidMessage')
  expect(errorsOfMethod('turn/start')).toContain('invalidMessage')
})

it('has every code the contract gives its failures', () => {
  const codes = (name: RpcMethodName) => errorsOfMethod(name).map((kind) => ERRORS[kind].rpc)
  expect(codes('turn/start')).toEqual(expect.arrayContaining([-32602, -32603, -32007]))
  expect(codes('turn/steer')).toContain(-32602)
  expect(codes('thread/read')).toContain(-32002)
  expect(codes('request/respond')).toEqual(expect.arrayContaining([-32002, -32003]))
})
