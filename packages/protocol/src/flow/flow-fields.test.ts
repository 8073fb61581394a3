import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../event.js'
import { eventIdOf, type FlowEvent, flowFields } from './flow-fields.js'

const TS = Date.UTC(2026, 0, 28, 20, 17, 42)

function notify(payload: JsonObject, more: JsonObject = {}): FlowEvent {
  const type = typeof payload.type === 'string' ? payload.type : 'x'
  return {
    id: 'e',
    type: 'notify_event',
    ts: TS,
    sessionId: 'uuid',
    data: { notify: { type, payload, ...more } },
  }
}

const fieldsOf = (event: FlowEvent, spokenId = 'Codex 1') =>
  Object.fromEntries(flowFields(event, { spokenId }))

describe('the fields of a notify event', () => {
  it('are those of the contract', () => {
    const payload = {
      type: 'plan-L1-wip',
      plan_file: '.plans/notify.org',
      level: 1,
      done: false,
      steps: ['a'],
      more: { a: 1 },
      none: null,
    }
    const event = notify(payload, { eventId: 'manual:1', occurredAt: '2026-01-28T20:17:42.5Z' })
    expect(fieldsOf(event)).toEqual({
      type: 'notify_event',
      timestamp: '2026-01-28T20:17:42.5Z',
      session_id: 'Codex 1',
      'session.id': 'Codex 1',
      'notify.type': 'plan-L1-wip',
      'notify.event_id': 'manual:1',
      'notify.plan_file': '.plans/notify.org',
      plan_file: '.plans/notify.org',
      'notify.level': '1',
      level: '1',
      'notify.done': 'false',
      done: 'false',
    })
  })

  it('have the time of the server where the sender told none', () => {
    expect(fieldsOf(notify({ type: 'x' })).timestamp).toBe('2026-01-28T20:17:42.000Z')
  })

  it('let no payload stand in the place of what is known', () => {
    const payload = {
      type: 'forged',
      timestamp: 'forged',
      session_id: 'forged',
      'session.id': 'forged',
      'notify.type': 'forged',
      'notify.event_id': 'forged',
      event_id: 'forged',
      Type: 'forged',
    }
    const event = { ...notify(payload), data: { notify: { type: 'real', payload } } }
    const fields = fieldsOf(event)
    expect(fields).toMatchObject({ type: 'notify_event', session_id: 'Codex 1', 'session.id': 'Codex 1' })
    expect(fields['notify.type']).toBe('real')
    expect(fields.timestamp).toBe('2026-01-28T20:17:42.000Z')
    expect(fields).not.toHaveProperty(['notify.event_id'])
    expect(fields['notify.session_id']).toBe('forged')
    expect(fields.event_id).toBe('forged')
  })

  it('have kebab keys in their snake form too, where no key has that name itself', () => {
    const fields = fieldsOf(notify({ type: 'x', 'turn-id': 'kebab', 'thread-id': 'a', thread_id: 'b' }))
    expect(fields).toMatchObject({ 'turn-id': 'kebab', turn_id: 'kebab', 'notify.turn_id': 'kebab' })
    expect(fields).toMatchObject({ 'thread-id': 'a', thread_id: 'b', 'notify.thread_id': 'b' })
  })

  it('go by names in lower case; a name that is written so comes first', () => {
    const fields = fieldsOf(notify({ type: 'x', Summary: 'loud', summary: 'calm', ' PlanFile ': 'p' }))
    expect(fields).toMatchObject({ summary: 'calm', 'notify.summary': 'calm', planfile: 'p' })
  })

  it('are cleaned of what no person should see', () => {
    const said = '\u001b[31mred\u001b[0m <system-reminder>secret</system-reminder>'
    const fields = fieldsOf(notify({ type: 'x\u0007', summary: said }), 'Codex\u001b[2J 1')
    expect(fields['notify.type']).toBe('x')
    expect(fields.session_id).toBe('Codex 1')
    for (const text of Object.values(fields)) expect(text).not.toContain('\u001b')
  })

  it('hold whatever keys a payload has', () => {
    const payload = JSON.parse('{"type":"x","__proto__":"p","constructor":"c","":"empty"}') as JsonObject
    const fields = flowFields(notify(payload), { spokenId: 's' })
    expect([fields.get('__proto__'), fields.get('constructor'), fields.get('')]).toEqual(['p', 'c', 'empty'])
  })
})

describe('the fields of another event', () => {
  it('are what it says, one level deep, in both spellings', () => {
    const event: FlowEvent = {
      ...{ id: 'e', type: 'turn_complete', ts: TS, sessionId: 'uuid', turnId: 'turn_1' },
      data: { stopReason: 'end', usage: { inputTokens: 12, deep: { x: 1 } }, items: [1], ok: true },
    }
    expect(fieldsOf(event, 'uuid')).toEqual({
      type: 'turn_complete',
      timestamp: '2026-01-28T20:17:42.000Z',
      session_id: 'uuid',
      'session.id': 'uuid',
      turnid: 'turn_1',
      turn_id: 'turn_1',
      stopreason: 'end',
      stop_reason: 'end',
      'usage.inputtokens': '12',
      'usage.input_tokens': '12',
      ok: 'true',
    })
  })
})

describe('the id of an event', () => {
  it("is its sender's, else the log's", () => {
    expect(eventIdOf(notify({ type: 'x' }, { eventId: 'mine' }))).toBe('mine')
    expect(eventIdOf(notify({ type: 'x' }))).toBe('e')
    expect(eventIdOf({ id: 'e', data: { notify: 'odd' } })).toBe('e')
  })
})

it('never fails, and never lets a payload in the place of identity', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom('notify_event', 'turn_complete'), (value, type) => {
      const payload = { nested: value, ...(value instanceof Object ? value : {}) } as JsonObject
      const event = { ...notify(payload), type } as FlowEvent
      const fields = flowFields(event, { spokenId: 'Codex 1' })
      expect(fields.get('type')).toBe(type)
      expect(fields.get('session.id')).toBe('Codex 1')
      for (const [key, text] of fields) {
        expect(key).toBe(key.toLowerCase())
        expect(typeof text).toBe('string')
      }
    }),
  )
})
