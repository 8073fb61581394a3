import type { JsonObject } from '@signalbox/protocol'
import { send, type TestGateway } from '../../testing.js'

/** What a call came to, as a program reads it. */
export interface RpcAnswer {
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every method
  result?: any
  error?: { code: number; message: string; data?: JsonObject }
}

let lastId = 0

/** One call by POST /rpc. */
export async function call(gateway: TestGateway, method: string, params?: object): Promise<RpcAnswer> {
  const id = ++lastId
  const { json } = await send(gateway, 'POST', '/rpc', { body: { jsonrpc: '2.0', id, method, params } })
  if (json.jsonrpc !== '2.0' || json.id !== id) throw new Error(`no answer: ${JSON.stringify(json)}`)
  return json as RpcAnswer
}

/** The result of a call that must not fail. */
export async function result(gateway: TestGateway, method: string, params?: object) {
  const answer = await call(gateway, method, params)
  if (answer.error) throw new Error(`${method}: ${JSON.stringify(answer.error)}`)
  return answer.result
}

/** The error of a call that must fail. */
export async function failure(gateway: TestGateway, method: string, params?: object) {
  const answer = await call(gateway, method, params)
  if (!answer.error) throw new Error(`${method} was answered ${JSON.stringify(answer.result)}`)
  return answer.error
}

/** Something to say. */
export function input(...texts: string[]) {
  return texts.map((text) => ({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] }))
}
