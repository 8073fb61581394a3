import type { FlowFault, FlowPath } from './flow-fault.js'

/** What is wrong with the members of an object: it is none, one is missing, one is not known. */
export function objectFault(
  value: unknown,
  path: FlowPath,
  { required, optional = [] }: { required: readonly string[]; optional?: readonly string[] },
): FlowFault | undefined {
  if (!isObject(value)) return { path, message: 'must be an object' }
  const unknown = Object.keys(value).find((key) => !required.includes(key) && !optional.includes(key))
  if (unknown !== undefined) {
    const known = [...required, ...optional].join(', ')
    return { path: [...path, unknown], message: `is not a known field; there are ${known}` }
  }
  const missing = required.find((key) => !Object.hasOwn(value, key))
  return missing === undefined ? undefined : { path: [...path, missing], message: 'is required' }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
