import { count, type Summary, type Verdict } from './summary.js'

const SHOWN_CASES = 2

/** The table a person reads. */
export function printed(summary: Summary, verbose: boolean): string {
  const { verdicts, results, seen, unseen } = summary
  const rows = verdicts.map((verdict) => [
    verdict.requirement.id,
    verdict.requirement.contract,
    resultOf(verdict),
    verdict.requirement.rule,
    casesOf(verdict, verbose),
  ])
  const failures = results.filter(({ outcome }) => outcome === 'failed')
  return [
    table([['requirement', 'contract', 'result', 'rule', 'cases'], ...rows]),
    ...failures.map((result) => `\nFAILED ${result.case.id}: ${result.case.title}\n  ${result.why}`),
    '',
    `requirements: ${totals(verdicts)}`,
    `cases: ${totals(results)}`,
    `registry types seen on the wire: ${seen.length} of ${seen.length + unseen.length}${hint(summary, verbose)}`,
    ...(verbose ? [`not seen: ${unseen.join(', ')}`] : []),
  ].join('\n')
}

/** The same for a program. */
export function asJson({ verdicts, results, seen, unseen }: Summary): string {
  const value = {
    requirements: verdicts.map(({ requirement, outcome, needs, results }) => ({
      ...requirement,
      outcome,
      ...(needs.length > 0 ? { needs } : {}),
      cases: results.map((result) => result.case.id),
    })),
    cases: results.map(({ case: { id, title, verifies }, outcome, why, ms }) => ({
      id,
      title,
      verifies,
      outcome,
      ...(why === '' ? {} : { why }),
      ms,
    })),
    types: { seen, unseen },
  }
  return JSON.stringify(value, null, 2)
}

function resultOf({ outcome, needs, results }: Verdict): string {
  if (outcome === 'failed') return 'FAILED'
  if (outcome === 'skipped') return `skipped: ${needs.join(', ')}`
  const skipped = count(results, 'skipped')
  return skipped === 0 ? 'passed' : `passed (${skipped} of ${results.length} skipped: ${needs.join(', ')})`
}

function casesOf({ results }: Verdict, verbose: boolean): string {
  const ids = results.map((result) => result.case.id)
  if (verbose || ids.length <= SHOWN_CASES) return ids.join(' ')
  return `${ids.slice(0, SHOWN_CASES).join(' ')} +${ids.length - SHOWN_CASES}`
}

function totals(items: Parameters<typeof count>[0]): string {
  return `${count(items, 'passed')} passed, ${count(items, 'failed')} failed, ${count(items, 'skipped')} skipped`
}

/** How to see more than this run did. */
function hint({ results, unseen }: Summary, verbose: boolean): string {
  const skipped = results.filter(({ outcome }) => outcome === 'skipped')
  const more = skipped.flatMap((result) => (result.case.shows ?? []).map((type) => `${type} ${result.why}`))
  const list = !verbose && unseen.length > 0 ? ['--verbose lists the others'] : []
  const parts = [...more, ...list]
  return parts.length === 0 ? '' : ` (${parts.join('; ')})`
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
