import { type JsonObject, type Permission, SignalboxError } from '@signalbox/protocol'
import { methodNamed, rpcMethodOf } from '@signalbox/protocol/rpc'
import { type Identity, may } from '../../identity.js'
import type { RpcRequest } from './envelope.js'
import type { Methods, RpcCaller } from './methods/rpc-methods.js'
import { errorText, failureOf, resultText } from './response.js'

/** Calls a method by any of its names. Throws where there is none, or the caller may not. */
export async function callMethod(
  methods: Methods,
  { method, params }: RpcRequest,
  caller: RpcCaller,
): Promise<JsonObject> {
  const name = methodNamed(method)
  if (name === undefined) throw new SignalboxError('methodNotFound', 'Method not found')
  check(caller.identity, rpcMethodOf(name).permission)
  return methods.call(name, params, caller)
}

function check(identity: Identity, permission: Permission): void {
  if (may(identity, permission)) return
  throw new SignalboxError('unauthorized', `This needs the permission ${permission}.`)
}

/** The text of the answer to a request; undefined for one that asked for none, however it went. */
export async function answerTo(
  request: RpcRequest,
  call: (request: RpcRequest) => Promise<JsonObject>,
  report: (error: unknown) => void,
): Promise<string | undefined> {
  const { id } = request
  try {
    const result = await call(request)
    return id === undefined ? undefined : resultText(id, result)
  } catch (thrown) {
    const failure = failureOf(thrown, report)
    return id === undefined ? undefined : errorText(id, failure)
  }
}
