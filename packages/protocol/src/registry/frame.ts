import type { JsonObject } from '../event.js'
import { type ObjectSchema, s } from '../schema.js'
import { EXAMPLE } from './example.js'
import { type EventType, isNumbered, type Naming, nameOf, rowOf } from './registry.js'
import { Ref } from './shapes.js'

/** The example of an event type as a whole frame of /ws. */
export function exampleFrame(type: EventType, naming: Naming = 'snake'): JsonObject {
  const { turn, example } = rowOf(type)
  return {
    type: nameOf(type, naming),
    ...(isNumbered(type) ? { sessionId: EXAMPLE.sessionId, seq: 7, ts: EXAMPLE.ts } : {}),
    ...(turn === undefined ? {} : { turnId: EXAMPLE.turnId }),
    ...example,
  }
}

/** What was told after the fact says so, and when it happened. */
const LATE = { late: s.optional(s.boolean()), occurredAt: s.optional(s.number()) }

/** The JSON Schema of a whole frame of /ws. `ref` is there when the frame answers a message that had one. */
export function frameSchema(type: EventType, naming: Naming = 'snake'): ObjectSchema {
  const { turn, data } = rowOf(type)
  const head = s.object({
    type: s.literal(nameOf(type, naming)),
    ref: s.optional(Ref),
    ...(isNumbered(type)
      ? { sessionId: s.string(), seq: s.integer({ minimum: 1 }), ts: s.number(), ...LATE }
      : {}),
    ...(turn === undefined ? {} : { turnId: turn === 'required' ? s.string() : s.optional(s.string()) }),
  })
  return {
    ...data,
    properties: { ...head.properties, ...data.properties },
    required: [...head.required, ...data.required],
  }
}
