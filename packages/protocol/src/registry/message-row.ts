import type { JsonObject } from '../event.js'
import { type Fields, type ObjectSchema, type ObjectType, s } from '../schema.js'
import type { EventType } from './registry.js'
import { Ref } from './shapes.js'

/** The twelve permissions a role grants. */
export type Permission =
  | 'session:create'
  | 'session:read'
  | 'session:write'
  | 'session:delete'
  | 'session:archive'
  | 'session:steer'
  | 'member:read'
  | 'member:write'
  | 'member:delete'
  | 'billing:read'
  | 'billing:write'
  | 'tenant:admin'

/** A message that does several things needs a permission for each value of its `action`. */
export interface PermissionByAction {
  byAction: Readonly<Record<string, Permission>>
}

/** One client message of /ws. */
export interface MessageRow {
  /** What the sender must be allowed; null: nothing, not even to be known. */
  permission: Permission | PermissionByAction | null
  /** The whole message, `type` and `ref` included; nothing else is taken. */
  fields: ObjectSchema
  /** What answers it; a refusal is always `error`. */
  replies: readonly EventType[]
  description: string
  /** A whole message. */
  example: JsonObject & { type: string }
  /** The gateway knows the name and does not answer it yet. */
  later?: true
}

type Definition<F extends Fields> = Omit<MessageRow, 'fields' | 'later'> & { fields: F }

/** A row that knows, for the compiler, what its message says beside `type` and `ref`. */
export type TypedMessage<F extends Fields> = Omit<MessageRow, 'fields' | 'later'> & {
  fields: ObjectSchema<ObjectType<F>>
}

/** A message the gateway answers. */
export function message<F extends Fields>({ fields, ...row }: Definition<F>): TypedMessage<F> {
  const head = { type: s.string(), ref: s.optional(Ref) }
  const whole: ObjectSchema = s.object({ ...head, ...(fields as Fields) }, { closed: true })
  return { ...row, fields: whole as ObjectSchema<ObjectType<F>> }
}

/** A message the gateway will answer in a later release. */
export function later<F extends Fields>(definition: Definition<F>): TypedMessage<F> & { later: true } {
  return { ...message(definition), later: true }
}

/** The permission this very message needs. An action nobody has a row for needs the highest. */
export function permissionOf(row: MessageRow, fields: Record<string, unknown>): Permission | null {
  const { permission } = row
  if (permission === null || typeof permission === 'string') return permission
  const action = String(fields.action)
  return (Object.hasOwn(permission.byAction, action) && permission.byAction[action]) || 'tenant:admin'
}
