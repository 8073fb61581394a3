import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../event.js'
import { DISPATCHES } from '../flow/delivery.js'
import { flowFields } from '../flow/flow-fields.js'
import { validate } from '../validate.js'
import { attributeOf, attributeValue, LogRecordSchema, nanoseconds } from './log-record.js'
import { type NotifyRecordContext, notifyRecord } from './notify-record.js'
import { ownRecord } from './own-record.js'
import { GATEWAY_RESOURCE } from './resource.js'

const event = {
  id: '0198f3a1-0000-7000-8000-000000000001',
  type: 'notify_event' as const,
  ts: 1_709_312_400_000,
  sessionId: '01994f3a-0000-7000-8000-000000000001',
}
const resource = GATEWAY_RESOURCE

function recordOf(payload: Record<string, Json>, more: Partial<NotifyRecordContext> = {}) {
  const fields = flowFields({ ...event, data: { notify: { type: 'x', payload } } }, { spokenId: 'Codex 1' })
  return notifyRecord(event, { fields, dispatch: { dispatch: 'queued' }, resource, ...more })
}

const scalar = fc.oneof(
  fc.string(),
  fc.boolean(),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)
const payload = fc.dictionary(
  fc.string({ minLength: 1, maxLength: 12 }),
  fc.oneof(scalar, fc.constant(null)),
  { maxKeys: 8 },
)

describe('the record of a notify event', () => {
  it('is an OTLP record, whatever the payload, and the same one every time', () => {
    fc.assert(
      fc.property(payload, fc.constantFrom(...DISPATCHES), (said, dispatch) => {
        const record = recordOf(said, { dispatch: { dispatch } })
        expect(validate(LogRecordSchema, record)).toBeUndefined()
        expect(JSON.stringify(recordOf(said, { dispatch: { dispatch } }))).toBe(JSON.stringify(record))
        const keys = record.attributes.map(({ key }) => key)
        expect(new Set(keys).size).toBe(keys.length)
        expect(keys.slice(0, 4)).toEqual(['gestalt.category', 'gestalt.source', 'type', 'notify.type'])
        expect(attributeOf(record, 'notify.dispatch')).toBe(dispatch)
        expect(attributeOf(record, 'session.id')).toBe('Codex 1')
      }),
    )
  })

  it('is of the time of the event, and was seen when its id was made', () => {
    const record = recordOf({})
    expect(record.timeUnixNano).toBe('1709312400000000000')
    expect(record.observedTimeUnixNano).toBe(`${0x0198f3a10000}000000`)
  })

  it('says that it is a duplicate, and why flows have it not', () => {
    const record = recordOf(
      { error: 'mine' },
      { duplicate: true, dispatch: { dispatch: 'failed', error: 'ours' } },
    )
    expect(record.attributes).toContainEqual({ key: 'notify.duplicate', value: { boolValue: true } })
    expect([attributeOf(record, 'notify.error'), attributeOf(record, 'error')]).toEqual(['ours', 'mine'])
    expect(record.observedTimeUnixNano).toBe(record.timeUnixNano)
  })

  it('has bounds', () => {
    const many = Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`k${n}`, n]))
    expect(recordOf(many).attributes.length).toBeLessThan(600)
    const long = attributeOf(recordOf({ long: 'x'.repeat(100_000) }), 'long') ?? ''
    expect([long.length, long.at(-1)]).toEqual([16 * 1024 + 1, '…'])
    const secret = `ghp_${'a1'.repeat(20)}`
    const straddling = attributeOf(
      recordOf({ long: `${'x '.repeat(8 * 1024 - 5)} ${secret} ${'y'.repeat(50_000)}` }),
      'long',
    )
    expect(straddling).not.toContain('ghp_')
  })
})

describe('the record of something the gateway noted', () => {
  it('keeps the kinds of its fields, and no secret', () => {
    const fields = { count: 3, share: 0.5, ok: false, names: ['a', 'b'], token: 'abc' }
    const record = ownRecord({ time: 5, severity: 'warning', message: 'password=hunter2', fields }, resource)
    expect(validate(LogRecordSchema, record)).toBeUndefined()
    expect(record).toMatchObject({
      severityNumber: 13,
      severityText: 'warning',
      body: { stringValue: 'password=[redacted]' },
    })
    expect(record.attributes).toEqual([
      { key: 'count', value: { intValue: '3' } },
      { key: 'share', value: { doubleValue: 0.5 } },
      { key: 'ok', value: { boolValue: false } },
      { key: 'names', value: { stringValue: 'a, b' } },
      { key: 'token', value: { stringValue: '[redacted]' } },
    ])
  })

  it('has numbers only that JSON has', () => {
    expect(attributeValue(Number.NaN)).toEqual({ doubleValue: 0 })
    expect(attributeValue(2 ** 60)).toEqual({ doubleValue: 2 ** 60 })
    expect([nanoseconds(-1), nanoseconds(1.9)]).toEqual(['0000000', '1000000'])
  })
})
