import type { Json, JsonObject } from '@signalbox/protocol'

/**
 * The object with every text at a path put through `change`; the same object where nothing changed. A path is the name
 * of a member, or `a[].b`: member `b` of each in the list `a`. What is no text is left alone.
 */
export function changeTexts(object: JsonObject, path: string, change: (text: string) => string): JsonObject {
  const [name = '', ofEach] = path.split('[].', 2)
  const value = object[name]
  const changed = ofEach === undefined ? changeText(value, change) : changeEach(value, ofEach, change)
  return changed === value ? object : { ...object, [name]: changed ?? null }
}

function changeText(value: Json | undefined, change: (text: string) => string): Json | undefined {
  return typeof value === 'string' ? change(value) : value
}

function changeEach(
  value: Json | undefined,
  path: string,
  change: (text: string) => string,
): Json | undefined {
  if (!Array.isArray(value)) return value
  const items = value.map((item) => (isObject(item) ? changeTexts(item, path, change) : item))
  return items.some((item, index) => item !== value[index]) ? items : value
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
