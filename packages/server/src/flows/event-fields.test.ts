import type { Event } from '@signalbox/protocol'
import { expect, it } from 'vitest'
import { EventFields } from './event-fields.js'

const session = { id: 's', aliases: [], name: null, names: ['s'] }

function event(id: string, text = 'x'): Event {
  const data = JSON.stringify({ notify: { type: 'x', payload: { type: 'x', text } } })
  return { id, type: 'notify_event', ts: 0, sessionId: 's', data } as Event
}

it('are made once for an event, of what is parsed where it is', () => {
  const fields = new EventFields()
  const first = fields.of(event('a'), session, { notify: { type: 'x', payload: { text: 'parsed' } } })
  expect(first.get('text')).toBe('parsed')
  expect(fields.of(event('a'), session)).toBe(first)
  expect(fields.of(event('b'), session).get('text')).toBe('x')
})

it('are forgotten when too many, or too large ones, came after', () => {
  const fields = new EventFields()
  const first = fields.of(event('a'), session)
  for (let n = 0; n < 255; n++) fields.of(event(`b${n}`), session)
  expect(fields.of(event('a'), session)).toBe(first)
  fields.of(event('c'), session)
  expect(fields.of(event('a'), session)).not.toBe(first)
  const again = fields.of(event('a'), session)
  for (let n = 0; n < 5; n++) fields.of(event(`large${n}`, 'x'.repeat(1024 * 1024)), session)
  expect(fields.of(event('a'), session)).not.toBe(again)
})
