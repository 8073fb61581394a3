import type { Refusal } from '../../gateway/send-json.js'
import type { CatalogueActivity, FlowTrigger } from '../flow-api.js'
import { activityLabel, SESSION_FIELD } from '../trigger-words.js'

/** Where in the form a field of the gateway stands. `activity` is the place of a binding, from 0. */
export type FieldPlace =
  | { at: 'label' | 'event_type' | 'session' | 'form' }
  | { at: 'condition'; field: string }
  | { at: 'activity'; index: number; key: string }

/** What is wrong, and where. */
export interface FormProblem {
  place: FieldPlace
  says: string
}

const AROUND = /^(?:trigger|triggers\.\d+|flows\.\d+)\./
const ACTIVITY = /^bindings\.(\d+)(?:\.(?:config\.)?(.*))?$/

/** Where to show what the gateway says of a field. */
export function fieldPlace(field: string): FieldPlace {
  const path = field.replace(/\[(\d+)\]/g, '.$1').replace(AROUND, '')
  if (path === 'label' || path === 'event_type') return { at: path }
  const [, index, key = ''] = ACTIVITY.exec(path) ?? []
  if (index !== undefined) return { at: 'activity', index: Number(index), key }
  if (!path.startsWith('where.')) return { at: 'form' }
  const condition = path.slice('where.'.length)
  return condition === SESSION_FIELD ? { at: 'session' } : { at: 'condition', field: condition }
}

/** A refusal at its field; below the form where it names none. */
export function formProblem({ says, field }: Refusal): FormProblem {
  if (field === undefined) return { place: { at: 'form' }, says }
  const place = fieldPlace(field)
  // Who stands at the field needs no path to it.
  const isNamed = place.at !== 'form' && says.startsWith(`${field} `)
  return { place, says: isNamed ? `It${says.slice(field.length)}` : says }
}

/** A problem with the place it is at, for who does not look at the form. */
export function problemWords(
  { place, says }: FormProblem,
  bindings: FlowTrigger['bindings'],
  catalogue: readonly CatalogueActivity[],
): string {
  if (place.at !== 'activity') return place.at === 'form' ? says : `${PLACE_WORDS[place.at]}: ${says}`
  const id = bindings[place.index]?.activity_id ?? ''
  const field = catalogue.find((activity) => activity.id === id)?.fields.find(({ key }) => key === place.key)
  return `${activityLabel(id, catalogue)}${field ? `, ${field.label}` : ''}: ${says}`
}

const PLACE_WORDS = {
  label: 'Name',
  event_type: 'Event',
  session: 'Session',
  condition: 'Condition',
} as const

/** What is said of one place. */
export function saidAt(problems: readonly FormProblem[], place: FieldPlace): string {
  const key = JSON.stringify(place)
  return problems.find((problem) => JSON.stringify(problem.place) === key)?.says ?? ''
}

/** What is said of an activity and not of one of the fields that are shown. */
export function saidOfActivity(
  problems: readonly FormProblem[],
  index: number,
  shown: readonly string[],
): string {
  const about = problems.find(
    ({ place }) => place.at === 'activity' && place.index === index && !shown.includes(place.key),
  )
  return about?.says ?? ''
}
