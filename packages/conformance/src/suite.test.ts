import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConformanceCase } from './case.js'
import { CASES } from './cases/all-cases.js'
import { startOwnGateway } from './engine/own-gateway.js'
import { type CaseResult, runCase } from './engine/run-case.js'
import { REQUIREMENTS } from './manifest.js'
import { type OwnTargets, startOwnTargets } from './runner/own-targets.js'
import { readmeFault } from './runner/readme.js'
import { summarise } from './runner/summary.js'

describe('this gateway', () => {
  let own: OwnTargets
  const results: CaseResult[] = []
  beforeAll(async () => {
    own = await startOwnTargets(['own'])
  })
  afterAll(() => own.stop())

  const check = async (_id: string, one: ConformanceCase) => {
    const result = await runCase(one, own.targets, startOwnGateway)
    results.push(result)
    const slow = one.needs?.includes('slow') ?? false
    expect(result.outcome, result.why).toBe(slow ? 'skipped' : 'passed')
  }
  const named = (cases: readonly ConformanceCase[]) => cases.map((one) => [one.id, one] as const)

  it.each(named(CASES.filter(({ beside }) => !beside)))('%s', check)

  it.concurrent.each(named(CASES.filter(({ beside }) => beside)))('%s', check, 30_000)

  it('is described by README.md: how many types of the registry are seen', ({ skip }) => {
    skip(results.length < CASES.length, 'only when every case ran')
    expect(readmeFault(summarise(results, REQUIREMENTS))).toBeUndefined()
  })
})
