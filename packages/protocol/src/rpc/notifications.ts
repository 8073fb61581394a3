import type { JsonObject } from '../event.js'
import { type ObjectSchema, type Schema, s } from '../schema.js'
import { ITEM_CONTENTS, ItemContent } from './items.js'
import { Id, itemFields, positionFields, RPC_EXAMPLE, type THREAD_STATES, Time } from './shapes.js'

/** One notification of the JSON-RPC door. */
export interface RpcNotification {
  params: ObjectSchema
  description: string
  /** An example of its params. */
  example: JsonObject
}

const { thread_id, turn_id, item_id, epoch, started_at, ended_at } = RPC_EXAMPLE
const position = { seq: 7, offset: 1042, epoch }

function thread(type: string, state: (typeof THREAD_STATES)[number], description: string, times = {}) {
  return {
    params: s.object({
      ...positionFields,
      thread_id: Id,
      type: s.literal(type),
      state: s.literal(state),
      started_at: s.optional(Time),
      message: s.optional(s.string()),
    }),
    description,
    example: { thread_id, type, state, ...times, ...position },
  }
}

function turn<F extends Record<string, Schema>>(
  type: string,
  state: string,
  description: string,
  fields: F,
  example: JsonObject,
) {
  return {
    params: s.object({
      ...positionFields,
      turn_id: Id,
      type: s.literal(type),
      state: s.literal(state),
      thread_id: Id,
      started_at: Time,
      ...fields,
    }),
    description,
    example: { turn_id, type, state, thread_id, started_at, ...example, ...position },
  }
}

function item<F extends Record<string, Schema>>(
  type: string,
  description: string,
  fields: F,
  example: JsonObject,
) {
  return {
    params: s.object({ ...positionFields, ...itemFields, type: s.literal(type), ...fields }),
    description,
    example: { item_id, type, timestamp: started_at, thread_id, turn_id, ...example, ...position },
  }
}

/** Every notification of the JSON-RPC door, keyed by its method. */
export const RPC_NOTIFICATIONS = {
  'thread/started': thread('started', 'running', 'A thread is there to be talked to.', { started_at }),
  'thread/resumed': thread('resumed', 'running', 'A paused thread takes turns again.', { started_at }),
  'thread/paused': thread('paused', 'paused', 'A thread takes no turns for now.'),
  'thread/closed': thread('closed', 'closed', 'A thread is over.'),
  'turn/started': turn('started', 'active', 'A turn began.', {}, {}),
  'turn/completed': turn(
    'completed',
    'completed',
    'A turn ended well.',
    { completed_at: Time, message: s.optional(s.string()) },
    { completed_at: ended_at },
  ),
  'turn/interrupted': turn(
    'interrupted',
    'interrupted',
    'A turn was stopped or failed; message says which, error is there when it failed.',
    { message: s.string(), error: s.optional(s.object({ code: s.string() })) },
    { message: 'Turn interrupted: not needed any more' },
  ),
  'item/created': item(
    'created',
    'Something new in a turn: a message, a tool call, a request.',
    { content: ItemContent },
    { status: 'pending', content: ITEM_CONTENTS.message.example },
  ),
  'item/updated': item(
    'updated',
    'An item grew or changed its status.',
    { content: s.optional(ItemContent) },
    { status: 'completed', content: ITEM_CONTENTS.command.example },
  ),
  'item/deleted': item('deleted', 'An item was withdrawn.', {}, { status: 'deleted' }),
  'stream/gap': {
    params: s.object({
      reason: s.string(),
      oldest: s.string(),
      head: s.string(),
      epoch: s.string(),
      thread_id: s.optional(Id),
    }),
    description: 'Something between the cursor and now is not sent; reading goes on at oldest.',
    example: { reason: 'retention', oldest: `${epoch}@900`, head: `${epoch}@1042`, epoch },
  },
  'stream/closed': {
    params: s.object({ reason: s.string(), cursor: s.string() }),
    description: 'The last line of a stream the gateway ends; cursor is where to resume.',
    example: { reason: 'slow', cursor: `${epoch}@1042` },
  },
} satisfies Record<string, RpcNotification>

export type RpcNotificationName = keyof typeof RPC_NOTIFICATIONS
