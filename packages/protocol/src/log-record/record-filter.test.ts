import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SEVERITIES, SEVERITY_TEXTS } from './log-record.js'
import { ownRecord } from './own-record.js'
import { facetsOf, mentions, passes, wantsNotify } from './record-filter.js'

const record = (severity: keyof typeof SEVERITIES, fields: Record<string, string> = {}) =>
  ownRecord({ time: 0, severity, message: 'A Plan was made', fields }, { attributes: [] })
const level = fc.constantFrom(...SEVERITY_TEXTS)

describe('a filter', () => {
  it('without wishes lets everything pass', () => {
    fc.assert(
      fc.property(level, fc.option(fc.uuid(), { nil: undefined }), (severity, session) => {
        expect(passes({}, facetsOf(record(severity), session))).toBe(true)
      }),
    )
  })

  it('by level is of what is as serious, or more', () => {
    fc.assert(
      fc.property(level, level, (wanted, severity) => {
        const serious = SEVERITIES[severity] >= SEVERITIES[wanted]
        expect(passes({ level: wanted }, facetsOf(record(severity), undefined))).toBe(serious)
        if (severity === 'info') expect(wantsNotify({ level: wanted })).toBe(serious)
      }),
    )
  })

  it('asks for all it names', () => {
    const facets = facetsOf(record('info', { type: 'notify_new_plan', 'notify.type': 'new-plan' }), 's1')
    expect(facets).toEqual({ severityNumber: 9, types: ['notify_new_plan', 'new-plan'], sessionId: 's1' })
    expect(passes({ type: 'new-plan', sessionId: 's1', level: 'info' }, facets)).toBe(true)
    expect(passes({ type: 'notify_new_plan' }, facets)).toBe(true)
    expect(passes({ type: 'plan' }, facets)).toBe(false)
    expect(passes({ type: 'new-plan', sessionId: 's2' }, facets)).toBe(false)
    expect(passes({ type: 'new-plan', level: 'error' }, facets)).toBe(false)
    expect(passes({ sessionId: 's1' }, facetsOf(record('info'), undefined))).toBe(false)
  })
})

describe('a text in a record', () => {
  it('is looked for in what it says, in whatever case', () => {
    const said = record('info', { plan_file: 'Plan.org' })
    for (const text of ['plan was', 'PLAN_FILE', 'plan.ORG', ''])
      expect(mentions(said, text), text).toBe(true)
    for (const text of ['plans', 'info', '{']) expect(mentions(said, text), text).toBe(false)
  })
})
