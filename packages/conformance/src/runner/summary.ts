import { type EventType, REGISTRY } from '@signalbox/protocol'
import type { CaseResult } from '../engine/run-case.js'
import type { Requirement } from '../requirement.js'

export type Outcome = CaseResult['outcome']

/** What became of one requirement, by its cases. */
export interface Verdict {
  requirement: Requirement
  outcome: Outcome
  /** What its skipped cases need. */
  needs: readonly string[]
  results: readonly CaseResult[]
}

export interface Summary {
  verdicts: Verdict[]
  results: readonly CaseResult[]
  seen: EventType[]
  unseen: EventType[]
}

const ALL_TYPES = Object.keys(REGISTRY) as EventType[]

/** Sums a run up. A requirement is kept when none of its cases failed and at least one passed. */
export function summarise(results: readonly CaseResult[], requirements: readonly Requirement[]): Summary {
  const verdicts = requirements.flatMap((requirement): Verdict[] => {
    const own = results.filter((result) => result.case.verifies.some((id) => id === requirement.id))
    if (own.length === 0) return []
    const has = (outcome: Outcome) => own.some((result) => result.outcome === outcome)
    const outcome = has('failed') ? 'failed' : has('passed') ? 'passed' : 'skipped'
    const needs = new Set(own.flatMap((result) => (result.outcome === 'skipped' ? [result.why] : [])))
    return [{ requirement, outcome, needs: [...needs], results: own }]
  })
  const skipped = results.filter(({ outcome }) => outcome === 'skipped')
  const byChance = new Set(skipped.flatMap((result) => result.case.shows ?? []))
  const types = new Set(results.flatMap((result) => result.types))
  const seen = ALL_TYPES.filter((type) => types.has(type) && !byChance.has(type))
  return { verdicts, results, seen, unseen: ALL_TYPES.filter((type) => !seen.includes(type)) }
}

export function count(items: readonly { outcome: Outcome }[], outcome: Outcome): number {
  return items.filter((item) => item.outcome === outcome).length
}
