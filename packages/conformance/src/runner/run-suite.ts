import type { ConformanceCase } from '../case.js'
import type { StartGateway } from '../engine/context.js'
import { type CaseResult, runCase } from '../engine/run-case.js'
import type { Target } from '../engine/target.js'

/** How many cases that wait for agents run at a time. */
const BESIDE = 8

/**
 * Runs cases one after the other; then those that mostly wait for an agent, several at a time; and those that take half
 * a minute beside all of them. Results come in the order of the cases.
 */
export async function runSuite(
  cases: readonly ConformanceCase[],
  targets: readonly Target[],
  start: StartGateway,
): Promise<CaseResult[]> {
  const results = new Map<ConformanceCase, CaseResult>()
  const run = async (one: ConformanceCase) => void results.set(one, await runCase(one, targets, start))
  const slow = cases.filter(({ needs }) => needs?.includes('slow'))
  const others = cases.filter((one) => !slow.includes(one))
  const halfAMinute = Promise.all(slow.map(run))
  for (const one of others.filter(({ beside }) => !beside)) await run(one)
  const waiting = others.filter(({ beside }) => beside)
  const next = async (): Promise<void> => {
    for (let one = waiting.shift(); one; one = waiting.shift()) await run(one)
  }
  await Promise.all(Array.from({ length: BESIDE }, next))
  await halfAMinute
  return cases.flatMap((one) => results.get(one) ?? [])
}
