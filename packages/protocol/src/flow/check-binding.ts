import { utf8Length } from '../session/text.js'
import { ACTIVITIES, ACTIVITY_IDS, type Activity, type ActivityField, type ActivityId } from './activities.js'
import { headersProblem, urlProblem } from './check-webhook.js'
import { MAX_RENDERED_BYTES } from './fill-template.js'
import type { FlowFault, FlowPath } from './flow-fault.js'
import { objectFault } from './object-fault.js'

/** The most bytes of a template. */
export const MAX_TEMPLATE_BYTES = MAX_RENDERED_BYTES
const MAX_TEXT_BYTES = 16 * 1024

type Problem = (value: string) => string | undefined

/** What only some fields ask for. */
const FURTHER: Readonly<Record<string, Problem>> = {
  'post_webhook.url': urlProblem,
  'post_webhook.headers_json': headersProblem,
}

const TYPES: Readonly<Record<ActivityField['type'], readonly [(value: unknown) => boolean, string]>> = {
  string: [(value) => typeof value === 'string', 'must be a string'],
  bool: [(value) => typeof value === 'boolean', 'must be true or false'],
  int: [(value) => Number.isSafeInteger(value) && Number(value) >= 0, 'must be a whole number from 0 on'],
}

/** The first thing wrong with one activity of a trigger, by the catalogue. */
export function bindingFault(value: unknown, path: FlowPath): FlowFault | undefined {
  const shape = objectFault(value, path, { required: ['activity_id', 'config'] })
  if (shape) return shape
  const { activity_id: id, config } = value as Record<string, unknown>
  if (typeof id !== 'string' || !isActivity(id)) {
    return { path: [...path, 'activity_id'], message: `must be one of ${ACTIVITY_IDS.join(', ')}` }
  }
  return configFault(id, config, [...path, 'config'])
}

function configFault(id: ActivityId, config: unknown, path: FlowPath): FlowFault | undefined {
  const { fields, oneOf = [] }: Activity = ACTIVITIES[id]
  const keys = { required: [] as string[], optional: [] as string[] }
  for (const { key, required } of fields) keys[required ? 'required' : 'optional'].push(key)
  const shape = objectFault(config, path, keys)
  if (shape) return shape
  const given = config as Record<string, unknown>
  for (const field of fields) {
    if (!Object.hasOwn(given, field.key)) continue
    const message = fieldProblem(id, field, given[field.key])
    if (message !== undefined) return { path: [...path, field.key], message }
  }
  if (oneOf.length > 0 && !oneOf.some((key) => Object.hasOwn(given, key) && isSaid(given[key]))) {
    return { path: [...path, oneOf[0] ?? ''], message: `or ${oneOf.slice(1).join(', ')} is required` }
  }
  return undefined
}

function fieldProblem(id: ActivityId, field: ActivityField, value: unknown): string | undefined {
  const [is, problem] = TYPES[field.type]
  if (!is(value)) return problem
  if (typeof value !== 'string') return undefined
  if (field.options && !field.options.includes(value)) return `must be one of ${field.options.join(', ')}`
  if (field.required && !isSaid(value)) return 'must not be empty'
  const most = field.key.endsWith('_template') ? MAX_TEMPLATE_BYTES : MAX_TEXT_BYTES
  if (value.length > most || utf8Length(value) > most) return `must have at most ${most} bytes`
  const further = FURTHER[`${id}.${field.key}`]
  return isSaid(value) ? further?.(value) : undefined
}

function isSaid(value: unknown): boolean {
  return typeof value !== 'string' || value.trim() !== ''
}

function isActivity(id: string): id is ActivityId {
  return Object.hasOwn(ACTIVITIES, id)
}
