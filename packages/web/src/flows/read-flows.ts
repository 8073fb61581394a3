import { type Outcome, sendJson } from '../gateway/send-json.js'
import type {
  CatalogueActivity,
  EventTypes,
  FlowConfig,
  FlowFileError,
  FlowFiles,
  FlowTrigger,
  FlowWarning,
} from './flow-api.js'

/** All there is to know of flows. */
export interface Flows {
  triggers: readonly FlowTrigger[]
  state: FlowFiles['state']
  /** Why they cannot be read; empty where they can. */
  reason: string
  folder: string
  badFiles: readonly FlowFileError[]
  warnings: readonly FlowWarning[]
  activities: readonly CatalogueActivity[]
  eventTypes: EventTypes
}

const NO_FLOWS: FlowConfig = { triggers: [], bindings_by_trigger_id: {} }

/** Reads the triggers, the state of their files, and what can be chosen from. */
export async function readFlows(send: typeof fetch = fetch): Promise<Outcome<Flows>> {
  const [config, files, activities, types] = await Promise.all([
    sendJson<FlowConfig>('GET', '/api/flow/config', { send }),
    sendJson<FlowFiles>('GET', '/api/flow/files', { send }),
    sendJson<CatalogueActivity[]>('GET', '/api/flow/activities', { send }),
    sendJson<EventTypes>('GET', '/api/flow/event-types', { send }),
  ])
  if (files.kind === 'refused') return files
  if (activities.kind === 'refused') return activities
  if (types.kind === 'refused') return types
  const { state, reason = '', storage_path: folder, warnings } = files.value
  // What cannot be read is said with its folder; there are no triggers to be shown then.
  if (config.kind === 'refused' && reason === '') return config
  const known = config.kind === 'done' ? config.value : NO_FLOWS
  return {
    kind: 'done',
    value: {
      triggers: triggersOf(known),
      state: reason === '' ? state : 'unreadable',
      reason,
      folder,
      badFiles: files.value.files.flatMap(({ error }) => error ?? []),
      warnings,
      activities: activities.value,
      eventTypes: types.value,
    },
  }
}

/** Each trigger with what it sets off. */
export function triggersOf({ triggers, bindings_by_trigger_id: bindings }: FlowConfig): FlowTrigger[] {
  return triggers.map((trigger) => ({
    ...trigger,
    bindings: (Object.hasOwn(bindings, trigger.id) ? bindings[trigger.id] : undefined) ?? [],
  }))
}
