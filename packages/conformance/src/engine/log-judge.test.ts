import { describe, expect, it } from 'vitest'
import { isMark, notificationFault, recordFault } from './log-judge.js'

const RECORD = {
  timeUnixNano: '1709312400000000000',
  observedTimeUnixNano: '1709312400000000000',
  severityNumber: 9,
  severityText: 'info',
  body: { stringValue: 'notify event accepted' },
  attributes: [
    { key: 'type', value: { stringValue: 'notify_event' } },
    { key: 'notify.duplicate', value: { boolValue: true } },
    { key: 'n', value: { intValue: '7' } },
    { key: 'x', value: { doubleValue: 0.5 } },
  ],
  resource: { attributes: [] },
  scope: { name: 'signalbox/notify' },
}
const NOTICE = {
  type: 'toast',
  level: 'info',
  message: 'A plan',
  timestamp: '2024-03-01T17:00:00.000Z',
  session_id: 's',
}
const [first] = RECORD.attributes

describe('recordFault', () => {
  it('finds nothing wrong with a record, alone and in a list', () => {
    expect(recordFault(RECORD)).toBeUndefined()
    expect(recordFault({ cursor: 'x@1.0', ...RECORD })).toBeUndefined()
  })

  it.each([
    ['no object', [], /must be a JSON object/],
    ['a member too many', { ...RECORD, type: 'log' }, /^type does not belong/],
    ['a number as time', { ...RECORD, timeUnixNano: 1709312400000 }, /^timeUnixNano must be/],
    ['no body', { ...RECORD, body: 'accepted' }, /^body must be/],
    ['a word nobody has', { ...RECORD, severityText: 'INFO' }, /^severityText must be/],
    ['a severity that is two', { ...RECORD, severityNumber: 13 }, /severity is one as a text/],
    ['attributes as an object', { ...RECORD, attributes: {} }, /^attributes must be/],
    ['an attribute twice', { ...RECORD, attributes: [first, first] }, /^attributes must be/],
    [
      'a value without its kind',
      { ...RECORD, attributes: [{ key: 'a', value: 'b' }] },
      /^attributes must be/,
    ],
    [
      'a value of two kinds',
      { ...RECORD, attributes: [{ key: 'a', value: { stringValue: 'b', intValue: '1' } }] },
      /^attributes must be/,
    ],
    [
      'a whole number as one',
      { ...RECORD, attributes: [{ key: 'a', value: { intValue: 1 } }] },
      /^attributes/,
    ],
    ['a kind nobody has', { ...RECORD, attributes: [{ key: 'a', value: { toString: 'x' } }] }, /^attributes/],
  ])('finds %s', (_what, record, fault) => {
    expect(recordFault(record)).toMatch(fault)
  })
})

describe('notificationFault', () => {
  it('finds nothing wrong with a notice', () => {
    expect(notificationFault(NOTICE)).toBeUndefined()
    expect(notificationFault({ ...NOTICE, type: 'attention_cleared' })).toBeUndefined()
  })

  it.each([
    ['another type', { ...NOTICE, type: 'notify_event' }, /^type must be/],
    ['another level', { ...NOTICE, level: 'warn' }, /^level must be/],
    ['no text', { ...NOTICE, message: '' }, /^message must be/],
    ['a time in ms', { ...NOTICE, timestamp: 1 }, /^timestamp must be/],
    ['no session', { ...NOTICE, session_id: undefined }, /^session_id must be/],
    ['a member too many', { ...NOTICE, seq: 1 }, /^seq does not belong/],
  ])('finds %s', (_what, notice, fault) => {
    expect(notificationFault(notice)).toMatch(fault)
  })
})

describe('isMark', () => {
  it.each([
    [{ type: 'gap' }, true],
    [{ type: 'replay_complete' }, true],
    [{ type: 'toast' }, false],
    [null, false],
  ])('%j: %s', (frame, is) => {
    expect(isMark(frame)).toBe(is)
  })
})
