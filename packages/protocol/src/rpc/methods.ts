import type { ErrorKind } from '../errors.js'
import type { JsonObject } from '../event.js'
import type { Permission } from '../registry/message-row.js'
import { REQUEST_OUTCOMES } from '../registry/shapes.js'
import { type ObjectSchema, type Schema, s } from '../schema.js'
import { ITEM_CONTENTS, ItemContent } from './items.js'
import type { RpcNotificationName } from './notifications.js'
import { Id, Input, itemFields, RPC_EXAMPLE, THREAD_STATES, Time, threadFields } from './shapes.js'

/** One method of the JSON-RPC door. */
export interface RpcMethod {
  aliases?: readonly string[]
  params: ObjectSchema
  result: ObjectSchema
  permission: Permission
  /** What it may refuse, beside what every call is refused for. */
  errors: readonly ErrorKind[]
  /** What it sets off; its own come before its response. */
  notifications: readonly RpcNotificationName[]
  description: string
  example: { params: JsonObject; result: JsonObject }
}

interface Definition<P extends Fields, R extends Fields> extends Omit<RpcMethod, 'params' | 'result'> {
  params: P
  result: R
}
type Fields = Record<string, Schema>

/** Members of the params that are not named here are let be: a client of a newer gateway may send them. */
function method<P extends Fields, R extends Fields>(definition: Definition<P, R>) {
  const { params, result, ...row } = definition
  return { ...row, params: s.object(params), result: s.object(result) }
}

const { thread_id, turn_id, item_id, request_id, epoch, started_at, ended_at, input } = RPC_EXAMPLE
const thread = {
  thread_id,
  session_id: thread_id,
  state: 'running',
  name: 'Auth refactor',
  agent: 'demo',
  started_at,
}
const outcome = { success: s.boolean(), message: s.string() }
const ofThread = { thread_id: Id }
const threadState = { thread_id: Id, state: s.oneOf(THREAD_STATES) }
const request = {
  request_id: Id,
  thread_id: Id,
  turn_id: s.nullable(Id),
  kind: s.oneOf(['permission', 'question']),
  since: Time,
  /** False where it can only be answered in the agent's own terminal. */
  answerable: s.boolean(),
  data: s.record(s.unknown()),
}

/** Every method of the JSON-RPC door, keyed by its name. */
export const RPC_METHODS = {
  'holon/status': method({
    aliases: ['signalbox/status'],
    params: {},
    result: {
      state: s.oneOf(['running', 'paused']),
      events_processed: s.integer({ minimum: 0 }),
      session_id: s.optional(Id),
      last_event_at: s.optional(Time),
      paused_at: s.optional(Time),
      resumed_at: s.optional(Time),
    },
    errors: [],
    permission: 'session:read',
    notifications: [],
    description: 'Says whether the gateway takes turns, and how much it has heard.',
    example: { params: {}, result: { state: 'running', events_processed: 42, session_id: thread_id } },
  }),
  'holon/pause': method({
    aliases: ['signalbox/pause'],
    params: {},
    result: outcome,
    errors: ['paused'],
    permission: 'tenant:admin',
    notifications: ['thread/paused'],
    description: 'Starts no turns and flows until resumed; events are still taken in.',
    example: { params: {}, result: { success: true, message: 'Paused event processing' } },
  }),
  'holon/resume': method({
    aliases: ['signalbox/resume'],
    params: {},
    result: outcome,
    errors: [],
    permission: 'tenant:admin',
    notifications: ['thread/resumed'],
    description: 'Starts turns and flows again.',
    example: { params: {}, result: { success: true, message: 'Resumed event processing' } },
  }),
  'holon/logStream': method({
    aliases: ['signalbox/logStream'],
    params: {
      from_position: s.optional(s.integer({ minimum: 0 })),
      max_lines: s.optional(s.integer({ minimum: 1, maximum: 10000 })),
    },
    result: {
      stream_id: Id,
      logs: s.array(s.object({ level: s.string(), time: Time, message: s.string() })),
    },
    errors: [],
    permission: 'session:read',
    notifications: [],
    description: 'Reads the latest lines of the log; from_position skips the newest.',
    example: {
      params: { from_position: 0, max_lines: 100 },
      result: {
        stream_id: 'stream_1',
        logs: [{ level: 'info', time: started_at, message: 'notify event accepted' }],
      },
    },
  }),
  'thread/start': method({
    params: { thread_id: s.optional(Id), agent: s.optional(Id), cwd: s.optional(s.string()) },
    result: { thread_id: Id, session_id: Id, started_at: Time },
    errors: ['sessionNotFound'],
    permission: 'session:create',
    notifications: ['thread/started'],
    description:
      'Makes a thread, or takes up the one named; a name nobody knows is that of the new thread from then on.',
    example: {
      params: { agent: 'demo' },
      result: { thread_id, session_id: thread_id, started_at },
    },
  }),
  'thread/list': method({
    params: { limit: s.optional(s.integer({ minimum: 1, maximum: 1000 })), cursor: s.optional(s.string()) },
    result: { threads: s.array(s.object(threadFields)), next: s.nullable(s.string()) },
    errors: [],
    permission: 'session:read',
    notifications: [],
    description: 'Lists the threads of the tenant.',
    example: { params: { limit: 20 }, result: { threads: [thread], next: null } },
  }),
  'thread/read': method({
    params: { ...ofThread, limit: s.optional(s.integer({ minimum: 1, maximum: 10000 })) },
    result: {
      ...threadFields,
      items: s.array(s.object({ ...itemFields, content: ItemContent })),
      omitted: s.integer({ minimum: 0 }),
      cursor: s.string(),
    },
    errors: ['sessionNotFound'],
    permission: 'session:read',
    notifications: [],
    description:
      'Reads a thread with its newest items, 1000 if no limit is given; omitted is how many there are before them, cursor where a stream of the thread goes on.',
    example: {
      params: { thread_id },
      result: {
        ...thread,
        items: [
          {
            item_id,
            status: 'completed',
            timestamp: started_at,
            turn_id,
            content: ITEM_CONTENTS.message.example,
          },
        ],
        omitted: 0,
        cursor: `${epoch}:12`,
      },
    },
  }),
  'thread/pause': method({
    params: ofThread,
    result: threadState,
    errors: ['sessionNotFound', 'invalidTransition', 'agentUnavailable'],
    permission: 'session:write',
    notifications: ['thread/paused'],
    description: 'Takes no new turns on a thread until it is resumed.',
    example: { params: { thread_id }, result: { thread_id, state: 'paused' } },
  }),
  'thread/resume': method({
    params: ofThread,
    result: threadState,
    errors: ['sessionNotFound'],
    permission: 'session:write',
    notifications: ['thread/resumed'],
    description: 'Takes turns on a thread again.',
    example: { params: { thread_id }, result: { thread_id, state: 'running' } },
  }),
  'thread/close': method({
    params: ofThread,
    result: threadState,
    errors: ['sessionNotFound'],
    permission: 'session:write',
    notifications: ['thread/closed'],
    description: 'Ends a thread; it stays readable.',
    example: { params: { thread_id }, result: { thread_id, state: 'closed' } },
  }),
  'turn/start': method({
    params: { thread_id: Id, input: Input },
    result: { turn_id: Id, state: s.literal('active'), started_at: Time },
    errors: ['paused', 'invalidTransition', 'turnInProgress', 'agentUnavailable'],
    permission: 'session:write',
    notifications: ['turn/started', 'item/created', 'item/updated', 'turn/completed', 'turn/interrupted'],
    description: 'Gives the agent of a thread something to do.',
    example: { params: { thread_id, input }, result: { turn_id, state: 'active', started_at } },
  }),
  'turn/steer': method({
    params: { turn_id: Id, input: Input },
    result: {
      turn_id: Id,
      state: s.literal('active'),
      accepted_items: s.integer({ minimum: 1 }),
      accepted_at: Time,
    },
    errors: ['notImplemented'],
    permission: 'session:steer',
    notifications: ['item/created'],
    description: 'Says more to the agent while the turn runs.',
    example: {
      params: { turn_id, input },
      result: { turn_id, state: 'active', accepted_items: 1, accepted_at: started_at },
    },
  }),
  'turn/interrupt': method({
    params: { turn_id: Id, reason: s.optional(s.string()) },
    result: {
      turn_id: Id,
      state: s.oneOf(['interrupted', 'cancel_requested']),
      interrupted_at: Time,
      message: s.string(),
    },
    errors: [],
    permission: 'session:write',
    notifications: ['turn/interrupted'],
    description: 'Stops a turn; cancel_requested when the agent needs a moment.',
    example: {
      params: { turn_id, reason: 'not needed any more' },
      result: {
        turn_id,
        state: 'interrupted',
        interrupted_at: ended_at,
        message: 'Turn interrupted: not needed any more',
      },
    },
  }),
  'request/list': method({
    params: { thread_id: s.optional(Id) },
    result: { requests: s.array(s.object(request)) },
    errors: ['sessionNotFound'],
    permission: 'session:read',
    notifications: [],
    description: 'Lists what agents wait for.',
    example: {
      params: { thread_id },
      result: {
        requests: [
          {
            request_id,
            thread_id,
            turn_id,
            kind: 'permission',
            since: started_at,
            answerable: true,
            data: { toolName: 'exec', description: 'cargo build --release' },
          },
        ],
      },
    },
  }),
  'request/respond': method({
    params: {
      request_id: Id,
      thread_id: s.optional(Id),
      approved: s.optional(s.boolean()),
      answers: s.optional(s.record(s.string())),
      dismissed: s.optional(s.boolean()),
      message: s.optional(s.string()),
      remember: s.optional(s.boolean()),
    },
    result: {
      request_id: Id,
      thread_id: Id,
      state: s.literal('resolved'),
      outcome: s.oneOf(REQUEST_OUTCOMES),
      resolved_at: Time,
    },
    errors: ['sessionNotFound', 'requestNotFound', 'requestResolved', 'agentUnavailable'],
    permission: 'session:write',
    notifications: ['item/updated'],
    description: 'Answers a request; the first answer counts.',
    example: {
      params: { request_id, approved: true },
      result: { request_id, thread_id, state: 'resolved', outcome: 'approved', resolved_at: ended_at },
    },
  }),
  'rpc.discover': method({
    params: {},
    result: { openrpc: s.string(), info: s.record(s.unknown()), methods: s.array(s.record(s.unknown())) },
    errors: [],
    permission: 'session:read',
    notifications: [],
    description: 'Describes these methods, as OpenRPC.',
    example: {
      params: {},
      result: { openrpc: '1.3.2', info: { title: 'Signalbox', version: '0.1.0' }, methods: [] },
    },
  }),
} satisfies Record<string, RpcMethod>

export type RpcMethodName = keyof typeof RPC_METHODS

export function rpcMethodOf(name: RpcMethodName): RpcMethod {
  return RPC_METHODS[name]
}

const BY_NAME: ReadonlyMap<string, RpcMethodName> = new Map(
  (Object.keys(RPC_METHODS) as RpcMethodName[]).flatMap((name) =>
    [name as string, ...(rpcMethodOf(name).aliases ?? [])].map((one) => [one, name] as const),
  ),
)

/** The method behind its name or an alias. */
export function methodNamed(name: string): RpcMethodName | undefined {
  return BY_NAME.get(name)
}

/** What any call may meet: who calls may not, the log cannot be read or written, or a fault of ours. */
const ALWAYS: readonly ErrorKind[] = ['unauthorized', 'unavailable', 'internal']

/** Every failure a method may answer with. */
export function errorsOfMethod(name: RpcMethodName): ErrorKind[] {
  const { params, errors } = rpcMethodOf(name)
  const asks = Object.keys(params.properties).length > 0
  return [...(asks ? (['invalidMessage'] as const) : []), ...errors, ...ALWAYS]
}
