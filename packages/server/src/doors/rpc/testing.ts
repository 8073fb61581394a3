import type { JsonObject } from '@signalbox/protocol'
import { onTestFinished } from 'vitest'
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

/** The methods and threads of what a stream says, as they come; ends with the test. With calls it is one that is written to. */
export async function listen(gateway: TestGateway, query = '', calls?: readonly object[]) {
  const leave = new AbortController()
  onTestFinished(() => leave.abort())
  const headers = { authorization: `Bearer ${gateway.token}` }
  const written = calls?.map((one, id) => `${JSON.stringify({ jsonrpc: '2.0', id, ...one })}\n`).join('')
  const { body } = await fetch(`${gateway.url}/rpc/stream${query}`, {
    headers,
    signal: leave.signal,
    ...(written === undefined ? {} : { method: 'POST', body: written }),
  })
  const told: string[] = []
  let look = () => {}
  const read = async () => {
    let rest = ''
    const decoder = new TextDecoder()
    for await (const chunk of body ?? []) {
      const lines = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines.filter((line) => line !== '')) {
        const { id, method, params } = JSON.parse(line)
        told.push(method === undefined ? `answer ${id}` : `${method} ${params.thread_id ?? params.reason}`)
      }
      look()
    }
  }
  void read().catch(() => undefined)
  return {
    /** What was said since the last time, through the first line that is this. */
    through: (last: string) =>
      new Promise<string[]>((resolve) => {
        look = () => {
          const at = told.indexOf(last)
          if (at >= 0) resolve(told.splice(0, at + 1))
        }
        look()
      }),
  }
}
