import { sessionUuid } from '@signalbox/protocol'
import { methodNamed, type RpcMethodName } from '@signalbox/protocol/rpc'
import type { RpcRequest } from './envelope.js'
import { BARRIER, FREE, type Lane } from './request-lanes.js'

type Keyed = (params: Record<string, unknown>) => Lane

const free: Keyed = () => FREE
/** What may answer with megabytes: one at a time, so that there is room for it. */
const large: Keyed = () => ({ kind: 'lane', key: 'large' })
const barrier: Keyed = () => BARRIER
const by =
  (field: string): Keyed =>
  (params) => {
    const id = params[field]
    return typeof id === 'string' ? { kind: 'lane', key: sessionUuid(id) ?? id } : FREE
  }

/** Who only reads need not wait for anybody; what changes a thread keeps its order; pausing is between all others. */
const LANES: Readonly<Record<RpcMethodName, Keyed>> = {
  'holon/status': free,
  'holon/pause': barrier,
  'holon/resume': barrier,
  'holon/logStream': free,
  'thread/start': by('thread_id'),
  'thread/list': large,
  'thread/read': large,
  'thread/pause': by('thread_id'),
  'thread/resume': by('thread_id'),
  'thread/close': by('thread_id'),
  'turn/start': by('thread_id'),
  'turn/steer': by('turn_id'),
  'turn/interrupt': by('turn_id'),
  'request/list': large,
  'request/respond': by('request_id'),
  'rpc.discover': large,
}

/** The lane of a request on a stream. */
export function laneOf({ method, params }: RpcRequest): Lane {
  const name = methodNamed(method)
  if (name === undefined || typeof params !== 'object' || params === null) {
    return name === undefined ? FREE : LANES[name]({})
  }
  return LANES[name](params as Record<string, unknown>)
}
