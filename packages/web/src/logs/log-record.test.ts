import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { otlpRecord } from './log-record.fixture.js'
import { readRecord } from './log-record.js'

const read = (record: unknown) => readRecord('1', JSON.stringify(record))

describe('a log record', () => {
  it('is read as a line and as all it says', () => {
    expect(read(otlpRecord({ 'notify.type': 'new-plan', summary: 'Routes' }))).toMatchObject({
      key: '1',
      at: 1_700_000_000_000,
      level: 'info',
      body: 'notify event accepted',
      type: 'notify_new_plan',
      rest: 'new-plan · Routes',
      sessionId: 'Codex 1',
      attributes: [
        ['notify.dispatch', 'queued'],
        ['notify.type', 'new-plan'],
        ['session.id', 'Codex 1'],
        ['summary', 'Routes'],
        ['type', 'notify_new_plan'],
      ],
    })
  })

  it('of the gateway itself leads to the session it names', () => {
    const attributes = [{ key: 'session_id', value: { stringValue: 's1' } }]
    expect(read({ attributes })?.sessionLink).toBe('s1')
  })

  it.each([
    [1, 'debug'],
    [5, 'debug'],
    [9, 'info'],
    [12, 'info'],
    [13, 'warning'],
    [17, 'error'],
    [24, 'error'],
  ])('of severity %d is %s', (severity, level) => {
    expect(read(otlpRecord({}, severity))?.level).toBe(level)
  })

  it('takes values of every type', () => {
    const attributes = [
      { key: 'count', value: { intValue: '7' } },
      { key: 'duplicate', value: { boolValue: true } },
      { key: 'list', value: { arrayValue: { values: [{ stringValue: 'a' }] } } },
      { key: 'nothing', value: null },
      { nokey: 1 },
      null,
    ]
    expect(read({ attributes })?.attributes).toEqual([
      ['count', '7'],
      ['duplicate', 'true'],
      ['list', '{"values":[{"stringValue":"a"}]}'],
      ['nothing', ''],
    ])
  })

  it('is none when it is not one, and nothing that comes makes the page fail', () => {
    expect(readRecord('1', '{')).toBeUndefined()
    expect(readRecord('1', 'null')).toBeUndefined()
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        readRecord('1', JSON.stringify(value))
        read({ attributes: value, body: value, timeUnixNano: value, severityNumber: value })
      }),
    )
  })
})
