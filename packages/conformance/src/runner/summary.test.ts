import { REGISTRY } from '@signalbox/protocol'
import { describe, expect, it } from 'vitest'
import type { CaseResult } from '../engine/run-case.js'
import { REQUIREMENTS } from '../manifest.js'
import { readmeFault } from './readme.js'
import { asJson, printed } from './report.js'
import { count, summarise } from './summary.js'

const result = (
  id: string,
  verifies: CaseResult['case']['verifies'],
  outcome: CaseResult['outcome'],
  more: Partial<CaseResult> & Pick<Partial<CaseResult['case']>, 'shows'> = {},
): CaseResult => {
  const { shows = [], ...rest } = more
  const one = { id, verifies, title: `the ${id}`, shows, run: async () => undefined }
  return { case: one, outcome, why: '', ms: 1, types: [], ...rest }
}

const RESULTS = [
  result('one', ['NOTIFY-001', 'NOTIFY-002'], 'passed', { types: ['pong', 'welcome', 'heartbeat'] }),
  result('two', ['NOTIFY-002', 'NOTIFY-003'], 'failed', { why: 'seq 1 after 2', types: ['pong', 'error'] }),
  result('three', ['NOTIFY-001', 'NOTIFY-010'], 'skipped', { why: 'needs --strict' }),
  result('four', ['GATEWAY-014'], 'skipped', { why: 'needs --slow', shows: ['heartbeat'] }),
  result('five', ['NOTIFY-001'], 'passed'),
]
const summary = summarise(RESULTS, REQUIREMENTS)
const all = Object.keys(REGISTRY).length

describe('summarise', () => {
  it('judges a requirement by all of its cases', () => {
    expect(summary.verdicts.map(({ requirement, outcome }) => [requirement.id, outcome])).toEqual([
      ['NOTIFY-001', 'passed'],
      ['NOTIFY-002', 'failed'],
      ['NOTIFY-003', 'failed'],
      ['NOTIFY-010', 'skipped'],
      ['GATEWAY-014', 'skipped'],
    ])
    expect(count(summary.results, 'skipped')).toBe(2)
  })

  it('counts a type once, and none that was seen by chance', () => {
    expect([...summary.seen].sort()).toEqual(['error', 'pong', 'welcome'])
    expect(summary.unseen).toHaveLength(all - 3)
    expect(summary.unseen).toContain('heartbeat')
  })
})

describe('printed', () => {
  it('shows a row for each requirement, what failed and why, and the totals', () => {
    const lines = printed(summary, false).split('\n')
    expect(lines[1]).toMatch(/^NOTIFY-001 +000 +passed \(1 of 3 skipped: needs --strict\) .+ one three \+1$/)
    expect(lines[2]).toMatch(/^NOTIFY-002 +000 +FAILED /)
    expect(lines[4]).toMatch(/^NOTIFY-010 +000 +skipped: needs --strict /)
    expect(lines).toContain('FAILED two: the two')
    expect(lines).toContain('  seq 1 after 2')
    expect(lines.slice(-3)).toEqual([
      'requirements: 1 passed, 2 failed, 2 skipped',
      'cases: 2 passed, 1 failed, 2 skipped',
      `registry types seen on the wire: 3 of ${all} (heartbeat needs --slow; --verbose lists the others)`,
    ])
  })

  it('lists with --verbose what was not seen', () => {
    expect(printed(summary, true).split('\n').at(-1)).toBe(`not seen: ${summary.unseen.join(', ')}`)
  })
})

describe('asJson', () => {
  it('is for programs', () => {
    expect(JSON.parse(asJson(summary))).toMatchObject({
      requirements: [
        { id: 'NOTIFY-001', contract: '000', outcome: 'passed', cases: ['one', 'three', 'five'] },
        {},
        {},
        {},
        {},
      ],
      cases: [{ id: 'one', outcome: 'passed' }, { id: 'two', why: 'seq 1 after 2' }, {}, {}, {}],
      types: { seen: summary.seen, unseen: summary.unseen },
    })
  })
})

describe('readmeFault', () => {
  it('compares the number in README.md with the run', () => {
    expect(readmeFault(summary, `sees 3 of the registry's ${all} event types`)).toBeUndefined()
    expect(readmeFault(summary, `sees 4 of the registry's ${all} event types`)).toMatch(/this run saw 3 of/)
    expect(readmeFault(summary, "sees 3 of the registry's 7 event types")).toMatch(/3 of 7/)
    expect(readmeFault(summary, '')).toMatch(/does not say/)
  })
})
