import { describe, expect, it } from 'vitest'
import { type EventType, REGISTRY, rowOf } from '../registry/registry.js'
import { isNotification, NOTIFICATION_TYPES, notificationOf } from './notification.js'

const event = (type: EventType, data: object) => ({
  type,
  sessionId: 's',
  ts: 1709312400000,
  data: JSON.stringify(data),
})

describe('notificationOf', () => {
  it('says what a flow says', () => {
    expect(notificationOf(event('toast', { level: 'error', message: 'Broken' }))).toEqual({
      type: 'toast',
      level: 'error',
      message: 'Broken',
      timestamp: '2024-03-01T17:00:00.000Z',
      session_id: 's',
    })
    expect(notificationOf(event('toast', { level: 'loud' }))).toMatchObject({ level: 'info', message: '' })
  })

  it.each([
    ['attention_raised', 'permission', 'warning', 'Needs a permission: ls'],
    ['attention_raised', 'question', 'warning', 'Asks a question: ls'],
    ['attention_raised', 'input', 'warning', 'Waits for input: ls'],
    ['attention_raised', 'other', 'warning', 'Somebody is needed: ls'],
    ['attention_cleared', 'permission', 'info', 'Needs the permission no more: ls'],
    ['attention_cleared', 'question', 'info', 'Asks no more: ls'],
    ['attention_cleared', 'input', 'info', 'Goes on: ls'],
    ['attention_cleared', 'toString', 'info', 'Nobody is needed any more: ls'],
  ] as const)('says of %s %s who needs a person', (type, kind, level, message) => {
    expect(notificationOf(event(type, { kind, message: 'ls' }))).toMatchObject({ type, level, message })
    expect(notificationOf(event(type, { kind, message: ' ' }))?.message).not.toContain(':')
  })

  it('says nothing of other events, and each of these is kept in the log', () => {
    for (const type of Object.keys(REGISTRY) as EventType[]) {
      const said = notificationOf(event(type, rowOf(type).example))
      expect(said === undefined, type).toBe(!isNotification(type))
    }
    for (const type of NOTIFICATION_TYPES) expect(rowOf(type).kind).toBe('durable')
  })
})
