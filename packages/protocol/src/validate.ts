import type { Schema } from './schema.js'

/** The first thing wrong with a value: where, and what. `path` is empty for the value itself. */
export interface Fault {
  path: string
  problem: string
}

type Check = (schema: Schema, value: unknown, path: string) => Fault | undefined

/** Checks a value against a schema made with `s`; undefined when it fits. Linear in the size of the value. */
export function validate(schema: Schema, value: unknown, path = ''): Fault | undefined {
  if (Array.isArray(schema.anyOf)) return checkAnyOf(schema.anyOf, value, path)
  const { type } = schema
  if (typeof type !== 'string') return undefined
  const [is, an] = TYPES[type] ?? [() => true, type]
  if (!is(value)) return { path, problem: `must be ${an}` }
  return CHECKS[type]?.(schema, value, path)
}

const TYPES: Record<string, readonly [(value: unknown) => boolean, string]> = {
  string: [(value) => typeof value === 'string', 'a string'],
  number: [(value) => typeof value === 'number' && Number.isFinite(value), 'a number'],
  integer: [(value) => Number.isInteger(value), 'a whole number'],
  boolean: [(value) => typeof value === 'boolean', 'true or false'],
  null: [(value) => value === null, 'null'],
  array: [Array.isArray, 'an array'],
  object: [(value) => typeof value === 'object' && value !== null && !Array.isArray(value), 'an object'],
}

const CHECKS: Record<string, Check> = {
  string(schema, value, path) {
    const text = value as string
    if (Array.isArray(schema.enum) && !schema.enum.includes(text)) {
      return { path, problem: `must be one of ${schema.enum.join(', ')}` }
    }
    if (schema.const !== undefined && schema.const !== text) {
      return { path, problem: `must be ${schema.const}` }
    }
    return range(schema.minLength, schema.maxLength, [...text].length, path, 'characters')
  },
  number: (schema, value, path) => range(schema.minimum, schema.maximum, value as number, path, ''),
  integer: (schema, value, path) => range(schema.minimum, schema.maximum, value as number, path, ''),
  array(schema, value, path) {
    const items = value as unknown[]
    const fault = range(schema.minItems, schema.maxItems, items.length, path, 'items')
    if (fault) return fault
    return firstFault(items, (item, index) => validate(schema.items as Schema, item, `${path}[${index}]`))
  },
  object(schema, value, path) {
    const object = value as Record<string, unknown>
    const properties = (schema.properties ?? {}) as Record<string, Schema>
    const required = (schema.required ?? []) as string[]
    const missing = required.find((key) => !Object.hasOwn(object, key))
    if (missing !== undefined) return { path: join(path, missing), problem: 'is required' }
    return firstFault(Object.keys(object), (key) => {
      if (Object.hasOwn(properties, key)) return validate(properties[key] ?? {}, object[key], join(path, key))
      if (schema.additionalProperties === false)
        return { path: join(path, key), problem: 'is not a known field' }
      const others = schema.additionalProperties
      return typeof others === 'object' ? validate(others as Schema, object[key], join(path, key)) : undefined
    })
  },
}

function checkAnyOf(options: readonly Schema[], value: unknown, path: string): Fault | undefined {
  const faults = options.map((option) => validate(option, value, path))
  if (faults.includes(undefined)) return undefined
  return faults.find((fault) => fault && fault.path !== path) ?? faults[0]
}

function range(min: unknown, max: unknown, size: number, path: string, unit: string): Fault | undefined {
  const what = unit === '' ? 'must be' : 'must have'
  const suffix = unit === '' ? '' : ` ${unit}`
  if (typeof min === 'number' && size < min) return { path, problem: `${what} at least ${min}${suffix}` }
  if (typeof max === 'number' && size > max) return { path, problem: `${what} at most ${max}${suffix}` }
  return undefined
}

function firstFault<T>(
  items: readonly T[],
  check: (item: T, index: number) => Fault | undefined,
): Fault | undefined {
  for (const [index, item] of items.entries()) {
    const fault = check(item, index)
    if (fault) return fault
  }
  return undefined
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`
}
