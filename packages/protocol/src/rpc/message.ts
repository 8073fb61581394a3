import type { JsonObject } from '../event.js'
import { type ObjectSchema, s } from '../schema.js'

/** A shape of JSON-RPC 2.0, with an example. */
export interface RpcShape {
  schema: ObjectSchema
  description: string
  example: JsonObject
}

const jsonrpc = s.literal('2.0')
const Id = s.either(s.string(), s.number())
/** Slash-style, as every method of the door is named; `rpc.discover` alone is named by the standard. */
export const METHOD_PATTERN = '^(?:[a-z]+/[a-zA-Z]+|rpc\\.discover)$'
const method = s.string({ minLength: 1 })
const params = s.optional(s.nullable(s.either(s.record(s.unknown()), s.array(s.unknown()))))

/** What travels over the JSON-RPC door, one object a line. */
export const RPC_MESSAGES = {
  request: {
    schema: s.object({ jsonrpc, id: Id, method, params }),
    description: 'A call that is answered under its id.',
    example: { jsonrpc: '2.0', id: 1, method: 'holon/status', params: {} },
  },
  notification: {
    schema: s.object({ jsonrpc, method, params }),
    description: 'A word without an answer: what happened, or a call nobody waits for.',
    example: {
      jsonrpc: '2.0',
      method: 'thread/paused',
      params: { thread_id: 'thread_01994f3a-0000-7000-8000-000000000001', type: 'paused', state: 'paused' },
    },
  },
  response: {
    schema: s.object({ jsonrpc, id: Id, result: s.unknown() }),
    description: 'The answer to a call.',
    example: { jsonrpc: '2.0', id: 1, result: { state: 'running', events_processed: 42 } },
  },
  error: {
    schema: s.object({
      jsonrpc,
      id: s.nullable(Id),
      error: s.object({ code: s.integer(), message: s.string(), data: s.optional(s.unknown()) }),
    }),
    description: 'The refusal of a call; the id is null where it could not be read.',
    example: {
      jsonrpc: '2.0',
      id: 3,
      error: {
        code: -32602,
        message: 'turn_id is not active',
        data: { field: 'turn_id', reason: 'turn_id is not active' },
      },
    },
  },
} satisfies Record<string, RpcShape>
