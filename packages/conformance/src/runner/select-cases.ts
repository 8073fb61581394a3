import type { ConformanceCase } from '../case.js'
import type { Requirement } from '../requirement.js'
import { UsageError } from './arguments.js'

/** The cases an id means: a case's own, a requirement's, or how one of those begins. All of them without an id. */
export function selectCases(
  cases: readonly ConformanceCase[],
  requirements: readonly Requirement[],
  only: string | undefined,
): readonly ConformanceCase[] {
  if (only === undefined) return cases
  const start = only.toLowerCase()
  const exact = cases.filter(({ id }) => id === start)
  if (exact.length > 0) return exact
  const begins = (id: string) => id.toLowerCase().startsWith(start)
  const meant = new Set(requirements.flatMap(({ id }) => (begins(id) ? [id] : [])))
  const found = cases.filter(({ id, verifies }) => begins(id) || verifies.some((cited) => meant.has(cited)))
  if (start !== '' && found.length > 0) return found
  throw new UsageError(`There is no case and no requirement "${only}". --verbose lists them all.`)
}
