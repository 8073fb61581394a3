import type { JsonObject } from '../event.js'
import type { Schema } from '../schema.js'

const LISTS = ['anyOf', 'allOf', 'oneOf']
const MAPS = ['properties']
const SINGLE = ['items', 'additionalProperties']

/**
 * The schemas that stand once in a document and are pointed to from everywhere else. A schema is known by what it says,
 * not by its place in memory: a field that is optional holds a copy.
 */
export class SharedSchemas {
  readonly #nameOf = new Map<string, string>()
  readonly #schemaOf = new Map<string, Schema>()
  readonly #used = new Set<string>()

  /** The named shapes of a module; what in it is no schema, or says too little, does not count. */
  constructor(...modules: readonly Readonly<Record<string, unknown>>[]) {
    for (const [name, value] of modules.flatMap((module) => Object.entries(module))) {
      if (!isTelling(value) || this.#nameOf.has(JSON.stringify(value))) continue
      this.#nameOf.set(JSON.stringify(value), name)
      this.#schemaOf.set(name, value)
    }
  }

  /** The same schema, with a pointer wherever a shared one stands in it. */
  point(schema: Schema): JsonObject {
    const { description, ...rest } = schema
    const name = this.#nameOf.get(JSON.stringify(schema)) ?? this.#nameOf.get(JSON.stringify(rest))
    if (name === undefined) return this.#within(schema)
    this.#used.add(name)
    const pointer = { $ref: `#/components/schemas/${name}` }
    return typeof description === 'string' ? { ...pointer, description } : pointer
  }

  /** The schemas that were pointed to, by name. Call it last. */
  components(): Record<string, JsonObject> {
    const written = new Map<string, JsonObject>()
    // A shared schema may point to further ones, which join the set while it is gone through.
    for (const name of this.#used) written.set(name, this.#within(this.#schemaOf.get(name) ?? {}))
    return Object.fromEntries([...written].sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  #within(schema: Schema): JsonObject {
    return Object.fromEntries(
      Object.entries(schema).map(([keyword, value]) => [keyword, this.#keyword(keyword, value)]),
    ) as JsonObject
  }

  #keyword(keyword: string, value: unknown): unknown {
    if (LISTS.includes(keyword)) return (value as Schema[]).map((item) => this.point(item))
    if (MAPS.includes(keyword)) {
      const fields = Object.entries(value as Record<string, Schema>)
      return Object.fromEntries(fields.map(([name, field]) => [name, this.point(field)]))
    }
    return SINGLE.includes(keyword) && typeof value === 'object' ? this.point(value as Schema) : value
  }
}

/** Objects with fields and lists of values say what they are; a plain string does not, though it looks the same. */
function isTelling(value: unknown): value is Schema {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    ('properties' in value || 'enum' in value)
  )
}
