import { expect, it } from 'vitest'
import { TRIGGER_ALIASES } from './config.js'
import { FLOW_EVENT_TYPES, flowEventType, sampleFields } from './event-types.js'
import { configOf, type FlowConfig, flowsOf } from './flow.js'

it('has the same flows as the API and as files have them, also odd ones', () => {
  const config: FlowConfig = {
    version: 1,
    triggers: [
      { id: '__proto__', event_type: 'notify_event' },
      { id: 'constructor', event_type: 'notify_event', label: 'x' },
      { id: 'empty', event_type: 'plan-new', where: {} },
    ],
    bindings_by_trigger_id: JSON.parse('{"__proto__": [], "empty": []}'),
  }
  const flows = flowsOf(config)
  expect(flows.map(({ bindings }) => bindings)).toEqual([[], undefined, []])
  expect(JSON.stringify(configOf(flows))).toBe(JSON.stringify(config))
})

it('knows every durable event and the other names, and nothing else', () => {
  expect(FLOW_EVENT_TYPES).toContain('turn_complete')
  expect(FLOW_EVENT_TYPES).not.toContain('text_delta')
  for (const [alias, type] of Object.entries(TRIGGER_ALIASES)) expect(flowEventType(alias)).toBe(type)
  for (const name of ['constructor', '', 'TURN_COMPLETE', 'session_list'])
    expect(flowEventType(name)).toBeUndefined()
})

it.each(FLOW_EVENT_TYPES)('has sample fields of %s', (type) => {
  const fields = sampleFields(type)
  expect(fields.get('type')).toBe(type)
  expect(fields.size).toBeGreaterThanOrEqual(4)
})
