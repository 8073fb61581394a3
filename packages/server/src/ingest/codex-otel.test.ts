import type { Json, JsonObject } from '@signalbox/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { otelMeaning, otelRecords } from './codex-otel.js'

const DECISION = {
  'event.name': 'codex.tool_decision',
  tool_name: 'exec_command',
  call_id: 'call_mock_116',
  decision: 'approved',
  source: 'User',
  'event.timestamp': '2026-11-15T19:14:05.704Z',
  'conversation.id': '01a1e0a1-88e4-70e3-8805-7eaf671c3502',
}

describe('otelMeaning', () => {
  it('knows how a person decided', () => {
    expect(otelMeaning(DECISION)).toEqual({
      result: 'taken',
      thread: '01a1e0a1-88e4-70e3-8805-7eaf671c3502',
      drafts: [
        {
          type: 'approval_resolved',
          source: { agent: 'codex', via: 'otel', nativeType: 'codex.tool_decision' },
          data: { toolCallId: 'call_mock_116', approved: true, by: { userId: 'terminal', via: 'codex' } },
          occurredAt: Date.parse('2026-11-15T19:14:05.704Z'),
        },
      ],
    })
  })

  it.each([
    ['approved', true],
    ['approved_for_session', true],
    ['denied', false],
    ['abort', false],
  ])('%s', (decision, approved) => {
    const meaning = otelMeaning({ ...DECISION, decision })
    expect(meaning.result === 'taken' && meaning.drafts[0]?.data?.approved).toBe(approved)
  })

  it('leaves to others what they tell, and what nobody decided', () => {
    expect(otelMeaning({ ...DECISION, source: 'Config' })).toEqual({ result: 'ignored' })
    expect(otelMeaning({ 'event.name': 'codex.user_prompt', prompt: 'x' })).toEqual({ result: 'ignored' })
    expect(otelMeaning({ 'event.name': 'codex.new_thing' })).toEqual({ result: 'unknown' })
    expect(otelMeaning({ ...DECISION, call_id: 7.5, 'conversation.id': '' })).toEqual({ result: 'unknown' })
    expect(otelMeaning({})).toEqual({ result: 'unknown' })
  })
})

describe('otelRecords', () => {
  it('takes attributes of every kind, and the name of the event from either place', () => {
    const attributes = [
      { key: 'a', value: { stringValue: 'x' } },
      { key: 'b', value: { boolValue: false } },
      { key: 'c', value: { intValue: '7' } },
      { key: 'd', value: { arrayValue: {} } },
      { value: { stringValue: 'no key' } },
    ]
    const body = { resourceLogs: [{ scopeLogs: [{ logRecords: [{ eventName: 'e', attributes }, {}] }] }] }
    expect(otelRecords(body)).toEqual([{ 'event.name': 'e', a: 'x', b: false, c: '7', d: null }, {}])
  })

  it('is not thrown by anything', () => {
    const value = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>
    const few = <T>(one: fc.Arbitrary<T>) => fc.array(one, { maxLength: 2 })
    const attributes = few(fc.record({ key: fc.oneof(fc.constant('event.name'), value), value }))
    const record = fc.record({ attributes: fc.oneof(value, attributes), eventName: value })
    const logs = few(fc.record({ logRecords: fc.oneof(value, few(record)) }))
    const body = fc.record({
      resourceLogs: fc.oneof(value, few(fc.record({ scopeLogs: fc.oneof(value, logs) }))),
    })
    fc.assert(
      fc.property(body, (told) => {
        for (const one of otelRecords(told as JsonObject)) otelMeaning(one)
      }),
      { numRuns: 100 },
    )
  })
})
