import { EXAMPLE } from '../registry/example.js'
import { type EventType, isDurable, REGISTRY, rowOf } from '../registry/registry.js'
import { TRIGGER_ALIASES } from './config.js'
import { type FlowFields, flowFields } from './flow-fields.js'

/** What a trigger can wait for: every durable event. */
export const FLOW_EVENT_TYPES: readonly EventType[] = (Object.keys(REGISTRY) as EventType[]).filter((type) =>
  isDurable(type),
)

const BY_NAME: ReadonlyMap<string, EventType> = new Map([
  ...FLOW_EVENT_TYPES.map((type) => [type, type] as const),
  ...(Object.entries(TRIGGER_ALIASES) as [string, EventType][]),
])

/** The event type a trigger means, by its name or one of the other names; undefined when there is none. */
export function flowEventType(name: string): EventType | undefined {
  return BY_NAME.get(name)
}

/** The fields of an example of such an event. */
export function sampleFields(type: EventType): FlowFields {
  const { turn, example } = rowOf(type)
  const event = { id: EXAMPLE.runId, type, ts: EXAMPLE.ts, sessionId: EXAMPLE.sessionId, data: example }
  return flowFields(turn === undefined ? event : { ...event, turnId: EXAMPLE.turnId }, {
    spokenId: type.startsWith('notify_') ? 'Codex 1' : EXAMPLE.sessionId,
  })
}
