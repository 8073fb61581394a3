import type { Json, JsonObject } from '@signalbox/protocol'

/** Whether a value of JSON has fields. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A field of a value; undefined where it has none, also for names every object knows. */
export function fieldOf(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

/** A field that is a text and says something. */
export function textField(value: Json | undefined, name: string): string | undefined {
  const text = fieldOf(value, name)
  return typeof text === 'string' && text.trim() !== '' ? text : undefined
}

/** The objects of a list; what is no list has none. */
export function objectsIn(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

/** A row of a table; undefined for a name it has not, also for those every object knows. */
export function entryOf<Row>(
  table: Readonly<Record<string, Row>>,
  name: string | undefined,
): Row | undefined {
  return name !== undefined && Object.hasOwn(table, name) ? table[name] : undefined
}
