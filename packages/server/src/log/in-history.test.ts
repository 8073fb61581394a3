import type { EventType } from '@signalbox/protocol'
import { describe, expect, it } from 'vitest'
import { inHistory } from './in-history.js'

describe('inHistory', () => {
  it.each<EventType>(['user_message', 'turn_complete', 'agent_notification', 'notify_event'])(
    '%s is part of the conversation',
    (type) => {
      expect(inHistory(type, { finalText: 'Done.' })).toBe(true)
    },
  )

  it.each<EventType>([
    'turn_started',
    'message_complete',
    'task_notification',
    'agent_unparsed',
    'attention_raised',
  ])('%s is not', (type) => {
    expect(inHistory(type, {})).toBe(false)
  })

  it('leaves out an answer that says nothing', () => {
    expect(inHistory('turn_complete', { finalText: '' })).toBe(false)
    expect(inHistory('turn_complete', undefined)).toBe(true)
  })
})
