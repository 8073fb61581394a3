import { useId } from 'react'
import { neutralise } from '../../text/neutralise.js'
import { type FormProblem, saidAt } from './field-place.js'
import type { ConditionDraft } from './trigger-draft.js'

interface ConditionsProps {
  conditions: readonly ConditionDraft[]
  /** The fields the event has, to choose from. */
  fields: readonly string[]
  problems: readonly FormProblem[]
  onAdd: () => void
  onChange: (condition: ConditionDraft) => void
  onRemove: (key: number) => void
}

/** What must hold beside the type of the event: all of it. */
export function Conditions({ conditions, fields, problems, onAdd, onChange, onRemove }: ConditionsProps) {
  const listId = useId()
  return (
    <div className="conditions">
      <datalist id={listId}>
        {fields.map((field) => (
          <option key={field} value={field} />
        ))}
      </datalist>
      {conditions.map((condition) => {
        const problem = saidAt(problems, { at: 'condition', field: condition.field })
        return (
          <div key={condition.key} className="condition" data-wrong={problem !== ''}>
            <input
              aria-label="Field"
              aria-invalid={problem !== ''}
              placeholder="field"
              list={listId}
              spellCheck={false}
              autoComplete="off"
              value={condition.field}
              onChange={({ target }) => onChange({ ...condition, field: target.value })}
            />
            <span>is</span>
            <input
              aria-label={`Value of ${condition.field || 'the field'}`}
              placeholder="value, or * if it is there"
              spellCheck={false}
              autoComplete="off"
              value={condition.value}
              onChange={({ target }) => onChange({ ...condition, value: target.value })}
            />
            <button
              type="button"
              className="link"
              aria-label={`Remove the condition ${condition.field}`}
              onClick={() => onRemove(condition.key)}
            >
              Remove
            </button>
            <p className="problem" role="alert">
              {neutralise(problem)}
            </p>
          </div>
        )
      })}
      <button type="button" className="link add-condition" onClick={onAdd}>
        Add a condition
      </button>
    </div>
  )
}
