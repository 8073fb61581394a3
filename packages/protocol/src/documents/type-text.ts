import type { ObjectSchema, Schema } from '../schema.js'
import type { Field } from './chapter.js'

/** Longer lists of values are not read in a line. */
const MAX_VALUES = 8

/** A schema in a few words, as a reader of TypeScript would say it. */
export function typeText(schema: Schema): string {
  if (Array.isArray(schema.anyOf) && schema.type === undefined) return unionText(schema.anyOf)
  if ('const' in schema) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) return enumText(schema.enum)
  return TEXTS[String(schema.type)]?.(schema) ?? 'any'
}

/** The fields of an object, without those that stand in every frame. */
export function fieldsOf({ properties, required }: ObjectSchema, hidden: readonly string[] = []): Field[] {
  return Object.entries(properties)
    .filter(([name]) => !hidden.includes(name))
    .map(([name, schema]) => ({ name, optional: !required.includes(name), type: typeText(schema) }))
}

const TEXTS: Record<string, (schema: Schema) => string> = {
  string: () => 'string',
  number: () => 'number',
  integer: () => 'integer',
  boolean: () => 'boolean',
  null: () => 'null',
  array(schema) {
    const item = typeText((schema.items ?? {}) as Schema)
    return item.includes(' | ') ? `(${item})[]` : `${item}[]`
  },
  object(schema) {
    const names = Object.keys((schema.properties ?? {}) as object)
    if (names.length === 0) return 'object'
    const required = (schema.required ?? []) as string[]
    return `{ ${names.map((name) => (required.includes(name) ? name : `${name}?`)).join(', ')} }`
  },
}

/** Objects that are told apart by their `type` are named by it; all their fields would be too much for a line. */
function unionText(options: readonly Schema[]): string {
  const tags = options.map((option) => (option.properties as Record<string, Schema> | undefined)?.type?.const)
  if (options.length > 1 && !tags.includes(undefined)) return `{ type: ${enumText(tags)}, … }`
  return options.map(typeText).join(' | ')
}

function enumText(values: readonly unknown[]): string {
  const shown = values.slice(0, MAX_VALUES).map((value) => JSON.stringify(value))
  return [...shown, ...(values.length > MAX_VALUES ? ['…'] : [])].join(' | ')
}
