import { UsageError } from '@signalbox/server/config'
import { call, HttpRefusal } from '../gateway/call.js'
import type { GatewayAddress } from '../gateway/gateway-address.js'
import { oneLine } from '../terminal/plain-text.js'

/** An agent may take its time to start. */
const ANSWER_MS = 60_000

/** The `error` of an answer. */
export class RpcRefusal extends Error {
  readonly code: number
  /** The member of the params that is at fault. */
  readonly field: string | undefined

  constructor(code: number, message: string, field: string | undefined) {
    super(message)
    this.name = 'RpcRefusal'
    this.code = code
    this.field = field
  }
}

/** One call of JSON-RPC: its result. Throws an RpcRefusal, or a sentence when there is nobody to ask. */
export async function callRpc(
  address: GatewayAddress,
  method: string,
  params: unknown,
  limitMs = ANSWER_MS,
): Promise<unknown> {
  const body = { jsonrpc: '2.0', id: 1, method, ...(params === undefined ? {} : { params }) }
  const answer = await call(address, '/rpc', { method: 'POST', body, limitMs }).catch((error: unknown) => {
    throw isMissing(error) ? noRpc(address.origin) : error
  })
  const { error } = answer
  if (typeof error === 'object' && error !== null) throw refusalOf(error)
  if (answer.jsonrpc !== '2.0' || !('result' in answer)) throw noRpc(address.origin)
  return answer.result
}

/** A refusal as one sentence: why, under which code, and what of the params is at fault. */
export function rpcRefusalText(method: string, { code, message, field }: RpcRefusal): string {
  const why = oneLine(message).replace(/[.!]$/, '')
  const where = field === undefined || field === '' ? `${code}` : `${code}, ${oneLine(field)}`
  return `${oneLine(method)} was refused: ${why} (${where}).`
}

/** Nobody answers /rpc there. */
export function noRpc(origin: string): UsageError {
  return new UsageError(`The gateway at ${origin} has no JSON-RPC; it is older than this command.`)
}

export function isMissing(error: unknown): boolean {
  return error instanceof HttpRefusal && error.status === 404
}

function refusalOf(error: object): RpcRefusal {
  const { code, message, data } = error as { code?: unknown; message?: unknown; data?: unknown }
  const field = typeof data === 'object' && data !== null && 'field' in data ? data.field : undefined
  return new RpcRefusal(Number(code), String(message), typeof field === 'string' ? field : undefined)
}
