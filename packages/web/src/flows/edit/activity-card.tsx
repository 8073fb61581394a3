import type { CatalogueActivity, EventTypes } from '../flow-api.js'
import { activityLabel } from '../trigger-words.js'
import { ConfigField } from './config-field.js'
import { type FormProblem, saidAt, saidOfActivity } from './field-place.js'
import type { Suggestions } from './suggestions.js'
import { tokensOf } from './tokens.js'
import type { BindingDraft } from './trigger-draft.js'

interface ActivityCardProps {
  binding: BindingDraft
  index: number
  count: number
  eventType: string
  eventTypes: EventTypes
  activities: readonly CatalogueActivity[]
  suggestions: Suggestions
  problems: readonly FormProblem[]
  onConfigure: (name: string, value: unknown) => void
  onMove: (step: -1 | 1) => void
  onRemove: () => void
}

/** One thing the trigger does, by the fields the catalogue names. */
export function ActivityCard(props: ActivityCardProps) {
  const { binding, index, count, eventType, eventTypes, activities, problems } = props
  const activity = activities.find(({ id }) => id === binding.activityId)
  const label = activityLabel(binding.activityId, activities)
  const fields = activity?.fields ?? []
  const tokens = tokensOf(
    eventType,
    eventTypes,
    fields.some(({ key }) => key === 'output_tail_lines'),
  )
  const about = saidOfActivity(
    problems,
    index,
    fields.map(({ key }) => key),
  )
  return (
    <li className="activity-card">
      <fieldset>
        <legend className="unseen">{label}</legend>
        <header>
          <h3>
            <span className="activity-number">{index + 1}</span> {label}
          </h3>

          {count > 1 && (
            <>
              <button
                type="button"
                className="link"
                disabled={index === 0}
                aria-label={`Move ${label} up`}
                onClick={() => props.onMove(-1)}
              >
                Up
              </button>
              <button
                type="button"
                className="link"
                disabled={index === count - 1}
                aria-label={`Move ${label} down`}
                onClick={() => props.onMove(1)}
              >
                Down
              </button>
            </>
          )}
          <button type="button" className="link" aria-label={`Remove ${label}`} onClick={props.onRemove}>
            Remove
          </button>
        </header>
        <p className="activity-about">
          {activity?.description ??
            'This gateway knows no such activity. Remove it, or mend the file it stands in.'}
          {activity?.one_of && ` One of ${namesOf(activity.one_of, activity)} must be given.`}
        </p>
        <p className="problem" role="alert" tabIndex={-1} data-fault={about === '' ? undefined : ''}>
          {about}
        </p>
        {fields.map((field) => (
          <ConfigField
            key={field.key}
            field={field}
            value={binding.config[field.key]}
            tokens={tokens}
            suggestions={props.suggestions[field.key]}
            problem={saidAt(problems, { at: 'activity', index, key: field.key })}
            onChange={(value) => props.onConfigure(field.key, value)}
          />
        ))}
      </fieldset>
    </li>
  )
}

function namesOf(keys: readonly string[], { fields }: CatalogueActivity): string {
  return keys.map((key) => fields.find((field) => field.key === key)?.label ?? key).join(' and ')
}
