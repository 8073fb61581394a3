import type { Static } from '../schema.js'
import type { FLOW_CONFIG, FLOW_FILE, FlowBinding } from './config.js'

/** Flows as the API has them. */
export type FlowConfig = Static<typeof FLOW_CONFIG>
/** What a flow waits for. */
export type FlowTrigger = FlowConfig['triggers'][number]
/** A trigger with what it sets off, as files have it. */
export type Flow = Static<typeof FLOW_FILE>['flows'][number]

/** What a trigger sets off. */
export function bindingsOf(config: FlowConfig, triggerId: string): readonly FlowBinding[] {
  const all = config.bindings_by_trigger_id
  return (Object.hasOwn(all, triggerId) && all[triggerId]) || []
}

/** Each trigger with its bindings. One that has no list of them is given none, so nothing is lost on the way back. */
export function flowsOf(config: FlowConfig): Flow[] {
  const all = config.bindings_by_trigger_id
  return config.triggers.map((trigger) => {
    const bindings = Object.hasOwn(all, trigger.id) ? all[trigger.id] : undefined
    return bindings === undefined ? trigger : { ...trigger, bindings }
  })
}

/** The same flows as the API has them. */
export function configOf(flows: readonly Flow[]): FlowConfig {
  const bound = flows.flatMap(({ id, bindings }) => (bindings === undefined ? [] : [[id, bindings] as const]))
  return {
    version: 1,
    triggers: flows.map(({ bindings, ...trigger }) => trigger),
    bindings_by_trigger_id: Object.fromEntries(bound),
  }
}
