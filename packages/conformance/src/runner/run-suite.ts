import type { ConformanceCase } from '../case.js'
import type { StartGateway } from '../engine/context.js'
import { type CaseResult, runCase } from '../engine/run-case.js'
import type { Target } from '../engine/target.js'

/** Runs cases one after the other; those that mostly wait do so beside them. Results come in the order of the cases. */
export async function runSuite(
  cases: readonly ConformanceCase[],
  targets: readonly Target[],
  start: StartGateway,
): Promise<CaseResult[]> {
  const waiting = new Map(
    cases
      .filter(({ needs }) => needs?.includes('slow'))
      .map((one) => [one, runCase(one, targets, start)] as const),
  )
  const results: CaseResult[] = []
  for (const one of cases) results.push(await (waiting.get(one) ?? runCase(one, targets, start)))
  return results
}
