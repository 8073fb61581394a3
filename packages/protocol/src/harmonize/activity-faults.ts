import type { Schema } from '../schema.js'
import { type Fault, validate } from '../validate.js'
import { ActivityEvent, canonicalOfHook } from './canonical-activity.js'

/** Everything that is wrong with a canonical activity event, whatever it is; never throws. Empty when it is sound. */
export function activityFaults(activity: unknown): Fault[] {
  try {
    const fault = validate({ type: 'object' }, activity)
    return fault ? [fault] : faultsOf(activity as Record<string, unknown>)
  } catch {
    // An object can throw from its own members, and a text can be too long to be counted.
    return [{ path: '', problem: 'cannot be read' }]
  }
}

function faultsOf(activity: Record<string, unknown>): Fault[] {
  const fields = Object.entries(ActivityEvent.properties)
  return [
    ...fields.flatMap(([name, schema]) => fieldFaults(name, schema, own(activity, name))),
    ...hookFaults(own(activity, 'hook_event_type'), own(activity, 'canonical_type')),
    ...timeFaults(own(activity, 'timestamp')),
  ]
}

function fieldFaults(name: string, schema: Schema, value: unknown): Fault[] {
  if (value === undefined) {
    return ActivityEvent.required.includes(name) ? [{ path: name, problem: 'is required' }] : []
  }
  const fault = validate(schema, value, name)
  return fault ? [fault] : []
}

/** A hook must be known, and shown as what it is mapped to. */
function hookFaults(hook: unknown, canonical: unknown): Fault[] {
  if (typeof hook !== 'string' || hook === '') return []
  const path = 'hook_event_type'
  const mapped = canonicalOfHook(hook)
  if (mapped === undefined) return [{ path, problem: 'is no known hook' }]
  if (mapped === null) return [{ path, problem: 'gives no activity' }]
  return mapped === canonical ? [] : [{ path, problem: `belongs to ${mapped}` }]
}

/** The form alone lets the 30th of February through. */
function timeFaults(timestamp: unknown): Fault[] {
  const { timestamp: schema = {} } = ActivityEvent.properties
  if (typeof timestamp !== 'string' || validate(schema, timestamp)) return []
  const [year = 0, month = 0, day = 0] = timestamp.slice(0, 10).split('-').map(Number)
  // The calendar repeats every 400 years.
  const days = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
  return day <= days ? [] : [{ path: 'timestamp', problem: 'is no day there is' }]
}

function own(object: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined
}
