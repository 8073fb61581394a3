import { RPC_METHODS, type RpcMethodName, rpcMethodOf } from '@signalbox/protocol/rpc'
import type { Paint } from '../terminal/paint.js'

const names = Object.keys(RPC_METHODS) as RpcMethodName[]

/** Every name a method is called by. */
export const METHOD_NAMES: readonly string[] = names.flatMap((name) => [
  name,
  ...(rpcMethodOf(name).aliases ?? []),
])

/** Every method with what it takes, and what it does under it, as the help of the commands is laid out. */
export function methodLines(paint: Paint): string[] {
  return names.flatMap((name) => {
    const { properties, required } = rpcMethodOf(name).params
    const takes = Object.keys(properties).map((field) => (required.includes(field) ? field : `[${field}]`))
    return [[paint('cyan', name), ...takes].join(' '), `    ${rpcMethodOf(name).description}`]
  })
}

/** The same for programs. */
export function methodList(): object[] {
  return names.map((name) => {
    const { aliases = [], params, description, permission } = rpcMethodOf(name)
    return { name, aliases, takes: Object.keys(params.properties), permission, description }
  })
}
