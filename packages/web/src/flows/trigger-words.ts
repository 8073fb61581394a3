import { neutralise } from '../text/neutralise.js'
import type { CatalogueActivity, FlowTrigger } from './flow-api.js'

/** The field that says of which session an event is. */
export const SESSION_FIELD = 'session.id'

/** What a trigger is called: its label, else its id. */
export function triggerName({ id, label }: Pick<FlowTrigger, 'id' | 'label'>): string {
  return neutralise(label ?? '') || neutralise(id)
}

/** The id of a trigger where its name does not say it already; empty else. */
export function quietId(trigger: Pick<FlowTrigger, 'id' | 'label'>): string {
  const id = neutralise(trigger.id)
  return triggerName(trigger) === id ? '' : id
}

/** What must hold beside the type of the event: "of Codex 1 where task_state is done and plan_file is there". */
export function conditionWords(where: FlowTrigger['where']): string {
  const pairs = Object.entries(where ?? {}).map(
    ([field, value]) => [neutralise(field), neutralise(value)] as const,
  )
  const session = pairs.find(([field]) => field === SESSION_FIELD)?.[1]
  const others = pairs
    .filter(([field]) => field !== SESSION_FIELD)
    .map(([field, value]) => (value === '*' ? `${field} is there` : `${field} is ${value || 'empty'}`))
  const of = session === undefined || session === '*' ? '' : `of ${session}`
  const and = others.length === 0 ? '' : `where ${others.join(' and ')}`
  return [of, and].filter(Boolean).join(' ')
}

/** What a trigger sets off: "show a toast, start an agent, 2 × call a webhook". */
export function activityWords(
  bindings: FlowTrigger['bindings'],
  catalogue: readonly CatalogueActivity[],
): string {
  const counts = new Map<string, number>()
  for (const { activity_id: id } of bindings) counts.set(id, (counts.get(id) ?? 0) + 1)
  const words = [...counts].map(([id, count]) => {
    const word = lowered(activityLabel(id, catalogue))
    return count === 1 ? word : `${count} × ${word}`
  })
  return words.length === 0 ? 'nothing yet' : words.join(', ')
}

/** What the catalogue calls an activity; its id where it is not in it. */
export function activityLabel(id: string, catalogue: readonly CatalogueActivity[]): string {
  return catalogue.find((activity) => activity.id === id)?.label ?? neutralise(id)
}

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
