import { type Outcome, sendJson } from '../../gateway/send-json.js'
import type { FlowConfig, FlowTrigger, FlowWarning } from '../flow-api.js'
import { triggersOf } from '../read-flows.js'

export interface SavedTrigger {
  trigger: FlowTrigger
  warnings?: FlowWarning[]
}

export type Saving = Outcome<SavedTrigger> | { kind: 'changed'; theirs: FlowTrigger | null }

const STALE = 412
/** Where so many others save at once, the person is told. */
const MOST_TRIES = 5

/**
 * Saves a trigger if it is still as it was when the editing began, by the version of the configuration that was looked
 * at for that. `before` is null for a new one, undefined when it is to be written over whatever is there.
 */
export async function saveTrigger(
  trigger: FlowTrigger,
  before: FlowTrigger | null | undefined,
  send: typeof fetch = fetch,
  tries = 1,
): Promise<Saving> {
  const config = await sendJson<FlowConfig>('GET', '/api/flow/config', { send })
  if (config.kind === 'refused') return config
  const theirs = triggersOf(config.value).find(({ id }) => id === trigger.id) ?? null
  if (before !== undefined && !isSameTrigger(theirs, before)) return { kind: 'changed', theirs }
  const { id, ...body } = trigger
  const path = `/api/flow/triggers/${encodeURIComponent(id)}`
  const saved = await sendJson<SavedTrigger>('PUT', path, { body, ifMatch: config.etag, send })
  // Something was saved in between: whether it was this trigger is looked at again.
  const isLate = saved.kind === 'refused' && saved.status === STALE && tries < MOST_TRIES
  return isLate ? saveTrigger(trigger, before, send, tries + 1) : saved
}

/** Whether two triggers say the same, in whatever order. */
export function isSameTrigger(one: FlowTrigger | null, other: FlowTrigger | null): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, one]) => [key, sorted(one)])
}
