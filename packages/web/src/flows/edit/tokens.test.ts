import { expect, it } from 'vitest'
import { EVENT_TYPES } from '../flows.fixture.js'
import { insertToken, tokensOf } from './tokens.js'

const names = (type: string, withOutput = false) =>
  tokensOf(type, EVENT_TYPES, withOutput).map(({ name }) => name)

it('offers the fields of the event, then what is always there', () => {
  expect(names('plan_created')).toEqual([
    ...['type', 'session.id', 'title'],
    ...['event_id', 'trigger_id', 'activity_id'],
  ])
  expect(names('constructor', true)).toEqual(['event_id', 'trigger_id', 'activity_id', 'output_tail'])
})

it('puts a token where the cursor is, over what is selected', () => {
  expect(insertToken('Plan: , go', 'title', 6, 6)).toEqual({ text: 'Plan: {{title}}, go', cursor: 15 })
  expect(insertToken('Plan: xyz', 'title', 6, 9)).toEqual({ text: 'Plan: {{title}}', cursor: 15 })
})
