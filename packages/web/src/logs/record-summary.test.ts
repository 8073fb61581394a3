import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { recordSummary } from './record-summary.js'

const summary = (body: string, said: Record<string, string>) =>
  recordSummary(
    body,
    Object.entries(said).sort(([a], [b]) => (a < b ? -1 : 1)),
  )

describe('the summary of a record', () => {
  it('says what matters first', () => {
    expect(
      summary('a delivery was given up', {
        activity: 'post_webhook',
        attempts: '1',
        delivery_id: 'e1/failed-work/0',
        error: 'the receiver answered 500',
        event_id: 'e1',
        session_id: 's1',
        trigger: 'failed-work',
      }),
    ).toBe('the receiver answered 500 · trigger failed-work · activity post_webhook · 1 attempt')
    expect(
      summary('a flow file cannot be used', {
        column: '26',
        field: 'flows[0].bindings[0].config.level',
        file: 'nightly.yaml',
        line: '7',
        problem: 'must be one of info, error',
      }),
    ).toBe(
      'must be one of info, error · file nightly.yaml · line 7 · field flows[0].bindings[0].config.level',
    )
    expect(
      summary('notify event accepted', { 'notify.type': 'new-plan', aside: 'x', summary: 'Routes' }),
    ).toBe('new-plan · Routes · aside x')
  })

  it('does not say a field twice', () => {
    const problem = 'flows[0].level must be one of info, error'
    expect(summary('a flow file cannot be used', { field: 'flows[0].level', problem })).toBe(problem)
  })

  it('has no name with nothing behind it', () => {
    expect(summary('a flow file cannot be used', { field: '', file: 'a.yaml', line: '0', column: '0' })).toBe(
      'file a.yaml',
    )
    expect(summary('x', { field: ' ', other: '\u202e' })).toBe('')
  })

  it.each([
    [{ bad: '0', triggers: '4' }, '4 triggers'],
    [{ bad: '1', triggers: '1' }, '1 trigger · 1 file cannot be used'],
    [{ bad: '3', triggers: '0' }, '0 triggers · 3 files cannot be used'],
  ])('of flows that were read, %j, is words', (said, expected) => {
    expect(summary('flows were read', said)).toBe(expected)
  })

  it('leaves what others send as they call it', () => {
    expect(summary('notify event accepted', { bad: '0', triggers: '4' })).toBe('triggers 4 · bad 0')
    expect(summary('constructor', { toString: 'x' })).toBe('toString x')
  })

  it('is bounded, and one line whatever comes', () => {
    const attributes = fc.array(fc.tuple(fc.stringMatching(/^\w{0,20}$/), fc.string({ unit: 'binary' })))
    fc.assert(
      fc.property(fc.string(), attributes, (body, said) => {
        const text = recordSummary(body, said)
        expect(text).not.toMatch(/[\r\n]/)
        expect(text.length).toBeLessThan(6 * 110)
      }),
    )
  })
})
