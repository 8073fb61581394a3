import { oneLine, plainText } from '../terminal/plain-text.js'
import type { Screen } from '../terminal/screen.js'
import type { DryRun } from './flow-api.js'

type Paint = Screen['paint']

/** What an event would set off, and why not more; of triggers that wait for other events only how many there are. */
export function dryRunLines(
  { event, matches, unmatched }: DryRun,
  paint: Paint,
  elsewhere: ReadonlySet<string> = new Set(),
): string[] {
  const near = unmatched.filter(({ trigger_id }) => !elsewhere.has(trigger_id))
  const what = `${oneLine(event.type)} of ${oneLine(event.session_id)}`
  return [
    matches.length === 0 ? `${what} sets off nothing.` : `${what} sets off:`,
    ...matches.flatMap((match) => matchLines(match, event.type, paint)),
    ...(near.length === 0 ? [] : ['Not set off:']),
    ...near.map(({ trigger_id, reason }) => `  ${oneLine(trigger_id)}: ${oneLine(reason)}`),
    ...elsewhereLines(unmatched.length - near.length),
  ]
}

function elsewhereLines(count: number): string[] {
  if (count === 0) return []
  return [count === 1 ? '1 trigger waits for other events.' : `${count} triggers wait for other events.`]
}

function matchLines(match: DryRun['matches'][number], given: string, paint: Paint): string[] {
  const { trigger_id, label, event_type: type = given, activities } = match
  const name = oneLine(trigger_id)
  const title = label === undefined ? name : `${name} (${oneLine(label)})`
  // An envelope may be more than one event: which of them it is.
  const by = type === given ? '' : `, by its ${oneLine(type)}`
  return [
    `  ${paint('cyan', title)}${by}`,
    ...(activities.length === 0 ? ['    nothing: it has no activities'] : []),
    ...activities.flatMap(({ activity_id, rendered, problem }) => [
      `    ${oneLine(activity_id)}`,
      ...Object.entries(rendered).flatMap(([key, value]) => fieldLines(key, value)),
      ...(problem === undefined ? [] : [`      ${paint('red', `would fail: ${oneLine(problem)}`)}`]),
    ]),
  ]
}

function fieldLines(key: string, value: unknown): string[] {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const lines = plainText(text).split('\n')
  if (lines.length === 1) return [`      ${oneLine(key)}: ${lines[0]}`]
  return [`      ${oneLine(key)}:`, ...lines.map((line) => `        ${line}`.trimEnd())]
}
