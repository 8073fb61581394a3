import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SignalboxError } from '../errors.js'
import { canonicalType, normaliseType } from './canonical-type.js'
import { checkEnvelope, checkPlanFile } from './envelope.js'

const good = { session_id: 'Codex 1', payload: { type: 'x' } }
const check = (value: unknown) => checkEnvelope(value, { pathId: 'Codex 1', strict: false })

describe('checkEnvelope', () => {
  it.each([
    ['not an object', [], 'invalidMessage', undefined],
    ['unknown field', { ...good, agent_id: 'x' }, 'invalidMessage', 'agent_id'],
    ['wrong type', { ...good, raw: 1 }, 'invalidMessage', 'raw'],
    ['wrong type before missing payload', { session_id: 1 }, 'invalidMessage', 'session_id'],
    ['bad time', { ...good, occurred_at: 'yesterday' }, 'invalidMessage', 'occurred_at'],
    ['impossible time', { ...good, occurred_at: '2026-13-01T00:00:00Z' }, 'invalidMessage', 'occurred_at'],
    [
      'a day the month does not have',
      { ...good, occurred_at: '2026-02-30T00:00:00Z' },
      'invalidMessage',
      'occurred_at',
    ],
    ['a time without zone', { ...good, occurred_at: '2026-02-03T00:00:00' }, 'invalidMessage', 'occurred_at'],
    ['empty time', { ...good, occurred_at: '' }, 'invalidMessage', 'occurred_at'],
    ['blank session id', { ...good, session_id: ' ' }, 'invalidMessage', 'session_id'],
    ['no payload', { session_id: 'Codex 1' }, 'missingPayload', 'payload'],
    ['null payload', { session_id: 'Codex 1', payload: null }, 'invalidPayload', 'payload'],
    ['array payload', { session_id: 'Codex 1', payload: [] }, 'invalidPayload', 'payload'],
    ['no type', { session_id: 'Codex 1', payload: {} }, 'invalidPayload', 'payload.type'],
    ['blank type', { session_id: 'Codex 1', payload: { type: ' ' } }, 'invalidPayload', 'payload.type'],
    ['payload before mismatch', { session_id: 'other', payload: {} }, 'invalidPayload', 'payload.type'],
    ['mismatch', { ...good, session_id: 'other' }, 'invalidMessage', 'session_id'],
  ])('%s', (_name, value, kind, field) => {
    expect(() => check(value)).toThrow(expect.objectContaining({ kind, field }))
  })

  it.each(['2026-01-28T20:17:42Z', '2024-02-29T23:59:60.123+05:30', '2026-01-28t20:17:42z'])(
    'takes the time %s',
    (time) => {
      expect(check({ ...good, occurred_at: time }).occurredAt).toBe(time)
    },
  )

  it('takes every day of the calendar and no other', () => {
    const part = (size: number) => (number: number) => String(number).padStart(size, '0')
    const year = fc.oneof(
      fc.integer({ min: 100, max: 9999 }),
      fc.integer({ min: 1, max: 99 }).map((n) => n * 100),
    )
    const date = fc.tuple(year, fc.nat(13), fc.nat(32))
    const february = fc.tuple(year, fc.constant(2), fc.integer({ min: 27, max: 30 }))
    fc.assert(
      fc.property(fc.oneof(date, february), ([year, month, day]) => {
        const found = new Date(Date.UTC(year, month - 1, day))
        const exists = found.getUTCMonth() === month - 1 && found.getUTCDate() === day && month > 0
        const time = `${part(4)(year)}-${part(2)(month)}-${part(2)(day)}T00:00:00Z`
        const told = () => check({ ...good, occurred_at: time })
        if (exists) expect(told).not.toThrow()
        else expect(told).toThrow('occurred_at')
      }),
      { numRuns: 2000 },
    )
  })

  it('takes null and blank optional fields as absent', () => {
    expect(check({ ...good, occurred_at: null, raw: '', event_id: ' ' })).toEqual({
      sessionId: 'Codex 1',
      payload: { type: 'x' },
    })
  })

  it('throws nothing but SignalboxError, whatever comes', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        try {
          check(value)
        } catch (error) {
          expect(error).toBeInstanceOf(SignalboxError)
        }
      }),
    )
  })
})

describe('checkPlanFile', () => {
  it('wants a plan file of progress only', () => {
    const of = (payload: Record<string, string>) => () =>
      checkPlanFile({ sessionId: 's', payload: payload as { type: string } })
    expect(of({ type: 'progress' })).toThrow('missing plan_file')
    expect(of({ type: 'progress', plan_file: ' ' })).toThrow('missing plan_file')
    expect(of({ type: 'progress', 'plan-file': 'a.org' })).not.toThrow()
    expect(of({ type: 'progress', plan_file: '', 'plan-file': 'a.org' })).not.toThrow()
    expect(of({ type: 'progress', plan_file: 'a.org', 'plan-file': '' })).not.toThrow()
    expect(of({ type: 'progress', plan_file: '', 'plan-file': ' ' })).toThrow('missing plan_file')
    expect(of({ type: 'finish' })).not.toThrow()
  })
})

describe('canonicalType', () => {
  it.each([
    ['new-plan', 'notify_new_plan'],
    ['New Plan', 'notify_new_plan'],
    ['new__plan!!', 'notify_new_plan'],
    ['progress', 'notify_progress'],
    [' FINISH ', 'notify_finish'],
    ['plan-L1-wip', 'notify_event'],
    ['constructor', 'notify_event'],
    ['agent-turn-complete', 'notify_event'],
  ])('%s → %s', (type, canonical) => {
    expect(canonicalType(type)).toBe(canonical)
  })

  it('is idempotent', () => {
    fc.assert(fc.property(fc.string(), (type) => normaliseType(normaliseType(type)) === normaliseType(type)))
  })
})
