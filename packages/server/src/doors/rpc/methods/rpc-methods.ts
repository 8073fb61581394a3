import type { JsonObject, Static } from '@signalbox/protocol'
import type { RPC_METHODS, RpcMethodName } from '@signalbox/protocol/rpc'
import type { Caller } from '../../../commands/sessions.js'
import type { Identity } from '../../../identity.js'
import { type GatewayMethodDeps, gatewayMethods } from './gateway-methods.js'
import { PauseNews } from './pause-news.js'
import { readParams } from './read-params.js'
import { type RequestMethodDeps, requestMethods } from './request-methods.js'
import { type ThreadMethodDeps, threadMethods } from './thread-methods.js'
import { type TurnMethodDeps, turnMethods } from './turn-methods.js'

/** Who calls, and from which address. */
export interface RpcCaller {
  identity: Identity
  from: string
}

/** A line for everyone who reads a thread that stands for no event of the log. Resolves when it is on its way to them. */
export type Announce = (
  tenantId: string,
  sessionId: string,
  method: 'thread/started' | 'thread/paused' | 'thread/resumed',
  message?: string,
) => Promise<void>

/** What can be called. */
export interface Methods {
  /** Throws a SignalboxError with the field at fault. What the caller may do has been checked. */
  call(name: RpcMethodName, params: unknown, caller: RpcCaller): Promise<JsonObject>
}

/** The params of a method, after its schema; who calls, as commands want to know it. */
export type MethodHandlers<N extends RpcMethodName> = {
  [K in N]: (
    params: Static<(typeof RPC_METHODS)[K]['params']>,
    caller: Caller,
  ) => Promise<JsonObject> | JsonObject
}

export type MethodDeps = GatewayMethodDeps &
  Omit<ThreadMethodDeps, 'pauseNews'> &
  TurnMethodDeps &
  RequestMethodDeps

/** The handlers of all methods, called by name. */
export function rpcMethods(deps: MethodDeps): Methods {
  const handlers: MethodHandlers<RpcMethodName> = {
    ...gatewayMethods(deps),
    ...threadMethods({ ...deps, pauseNews: new PauseNews(deps) }),
    ...turnMethods(deps),
    ...requestMethods(deps),
  }
  return {
    async call(name, params, { identity, from }) {
      // The schema of its params has been checked, which the compiler cannot see.
      return handlers[name](readParams(name, params) as never, { identity, via: 'rpc', from })
    },
  }
}
