import { Failure } from './failure.js'
import { type Answer, httpCall } from './http-call.js'
import { show } from './match.js'
import { RpcJudge } from './rpc-judge.js'
import type { RpcLine } from './rpc-line.js'
import type { Target } from './target.js'

const JSON_TYPE = { 'content-type': 'application/json' }
let ids = 0

/** POSTs bytes to /rpc, as they are. */
export function rpcPost(target: Target, body: string | Buffer, signal: AbortSignal): Promise<Answer> {
  return httpCall(target, { method: 'POST', path: '/rpc', headers: JSON_TYPE, body }, signal)
}

/** One call by POST /rpc: its answer, which is judged by what the method promises. */
export async function rpcCall(
  target: Target,
  { method, params }: { method: string; params?: unknown },
  blame: (fault: string) => void,
  signal: AbortSignal,
): Promise<RpcLine> {
  const id = `call ${++ids}`
  const said = { jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) }
  const { status, text, json } = await rpcPost(target, JSON.stringify(said), signal)
  if (status !== 200) throw new Failure(`${method} was answered by ${status} ${text.slice(0, 300)}`)
  const judge = new RpcJudge()
  judge.asked(id, method)
  const fault = judge.fault(json)
  if (fault !== undefined) blame(`${fault}: ${show(json)}`)
  return json as RpcLine
}
