import type { ErrorKind } from '../errors.js'
import { type RpcMethodName, rpcMethodOf } from './methods.js'

/** What each method may refuse, beside what every call is refused for: see `errorsOfMethod`. */
const METHOD_ERRORS: Readonly<Record<RpcMethodName, readonly ErrorKind[]>> = {
  'holon/status': [],
  'holon/pause': ['invalidTransition'],
  'holon/resume': [],
  'holon/logStream': [],
  'thread/start': ['pathNotAllowed', 'agentUnavailable'],
  'thread/list': [],
  'thread/read': ['sessionNotFound'],
  'thread/pause': ['sessionNotFound', 'invalidTransition'],
  'thread/resume': ['sessionNotFound', 'invalidTransition'],
  'thread/close': ['sessionNotFound', 'invalidTransition'],
  'turn/start': ['paused', 'invalidTransition', 'turnInProgress', 'agentUnavailable'],
  'turn/steer': ['noActiveTurn'],
  'turn/interrupt': ['noActiveTurn'],
  'request/list': ['sessionNotFound'],
  'request/respond': ['sessionNotFound', 'requestNotFound', 'requestResolved'],
  'rpc.discover': [],
}

/** What any call may meet: who calls may not, the log cannot be read or written, or a fault of ours. */
const ALWAYS: readonly ErrorKind[] = ['unauthorized', 'unavailable', 'internal']

/** Every failure a method may answer with. */
export function errorsOfMethod(name: RpcMethodName): ErrorKind[] {
  const { params } = rpcMethodOf(name)
  const asks = Object.keys(params.properties).length > 0
  return [...(asks ? (['invalidMessage'] as const) : []), ...METHOD_ERRORS[name], ...ALWAYS]
}
