import { REGISTRY, validate } from '@signalbox/protocol'
import { ACTIVITY_IDS, FLOW_FILE } from '@signalbox/protocol/flow'
import { expect, it } from 'vitest'
import { FIRST_TRIGGER } from './first-trigger.js'

it('is one that every gateway takes', () => {
  expect(validate(FLOW_FILE, { version: 1, flows: [FIRST_TRIGGER] })).toBeUndefined()
  expect(ACTIVITY_IDS).toEqual(expect.arrayContaining(FIRST_TRIGGER.bindings.map((one) => one.activity_id)))
  expect(REGISTRY).toHaveProperty(FIRST_TRIGGER.event_type)
})
