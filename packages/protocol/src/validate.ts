import type { Schema } from './schema.js'

/** The first thing wrong with a value: where, and what. `path` is empty for the value itself. */
export interface Fault {
  path: string
  problem: string
}

type Check = (schema: Schema, value: unknown, path: string) => Fault | undefined

/** Checks a value against a schema made with `s`; undefined when it fits. Linear in the size of the value. */
export function validate(schema: Schema, value: unknown, path = ''): Fault | undefined {
  const { type, anyOf } = schema
  if (typeof type === 'string') {
    const [is, an] = TYPES[type] ?? [() => true, type]
    if (!is(value)) return { path, problem: `must be ${an}` }
    if (schema.const !== undefined && schema.const !== value) {
      return { path, problem: `must be ${schema.const}` }
    }
    const fault = CHECKS[type]?.(schema, value, path)
    if (fault) return fault
  }
  return Array.isArray(anyOf) ? checkAnyOf(anyOf, value, path) : undefined
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
    if (typeof schema.pattern === 'string' && !patternOf(schema.pattern).test(text)) {
      return { path, problem: `must match ${schema.pattern}` }
    }
    // Characters are only counted where their number matters: a text may be a megabyte.
    if (schema.minLength === undefined && schema.maxLength === undefined) return undefined
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

const patterns = new Map<string, RegExp>()

/** Patterns come from our own tables, so there are few of them. */
function patternOf(source: string): RegExp {
  const known = patterns.get(source) ?? new RegExp(source, 'u')
  patterns.set(source, known)
  return known
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
