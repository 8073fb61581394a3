import type { AgentEntry } from '@signalbox/protocol'
import { type Dispatch, type SetStateAction, useEffect, useId, useState } from 'react'
import { sessionName } from '../../board/session-name.js'
import { fetchAgents } from '../../gateway/fetch-agents.js'
import { useGateway } from '../../gateway/gateway-context.js'
import { Field } from '../../page/field.js'
import type { CatalogueActivity, EventTypes } from '../flow-api.js'
import { ActivityCard } from './activity-card.js'
import { Conditions } from './conditions.js'
import { eventGroups } from './event-groups.js'
import { type FormProblem, saidAt } from './field-place.js'
import { suggestionsOf } from './suggestions.js'
import {
  addBinding,
  addCondition,
  changeCondition,
  configure,
  moveBinding,
  removeBinding,
  removeCondition,
  type TriggerDraft,
} from './trigger-draft.js'

interface TriggerFormProps {
  draft: TriggerDraft
  eventTypes: EventTypes
  activities: readonly CatalogueActivity[]
  problems: readonly FormProblem[]
  onChange: Dispatch<SetStateAction<TriggerDraft>>
}

/** More names than anybody looks through. */
const MOST_NAMES = 100

/** Everything of a trigger: its name, the event, the conditions, and what it does. */
export function TriggerForm({ draft, eventTypes, activities, problems, onChange }: TriggerFormProps) {
  const { board } = useGateway()
  const namesId = useId()
  const agents = useAgents()
  const set = (change: Partial<TriggerDraft>) => onChange((before) => ({ ...before, ...change }))
  const { eventType, bindings } = draft
  const names = new Set([...board.book.sessions.values()].slice(0, MOST_NAMES).map(sessionName))
  const suggestions = suggestionsOf(agents, names)
  const isKnown = eventType === '' || eventTypes.event_types.includes(eventType)
  const sample = eventTypes.samples[eventType] ?? {}
  return (
    <div className="trigger-form">
      <Field label="Name" problem={saidAt(problems, { at: 'label' })}>
        {(input) => (
          <input
            {...input}
            value={draft.label}
            placeholder="Tell me when an agent makes a plan"
            autoComplete="off"
            onChange={({ target }) => set({ label: target.value })}
          />
        )}
      </Field>
      <h2>When</h2>
      <div className="trigger-event">
        <Field
          label="Event"
          problem={saidAt(problems, { at: 'event_type' })}
          hint={eventTypes.descriptions[eventType] ?? ''}
        >
          {(input) => (
            <select {...input} value={eventType} onChange={({ target }) => set({ eventType: target.value })}>
              {eventType === '' && <option value="">Choose…</option>}
              {!isKnown && <option value={eventType}>{eventType}</option>}
              {eventGroups(eventTypes.event_types).map(({ label, types }) => (
                <optgroup key={label} label={label}>
                  {types.map((type) => (
                    <option key={type} value={type} title={eventTypes.descriptions[type]}>
                      {type}
                    </option>
                  ))}
                </optgroup>
              ))}
            </select>
          )}
        </Field>
        <Field
          label="Session (optional)"
          problem={saidAt(problems, { at: 'session' })}
          hint="Empty: any. Codex means Codex 1, Codex 2 and so on."
        >
          {(input) => (
            <input
              {...input}
              value={draft.session}
              list={namesId}
              spellCheck={false}
              autoComplete="off"
              onChange={({ target }) => set({ session: target.value })}
            />
          )}
        </Field>
      </div>
      <datalist id={namesId}>
        {[...names].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Conditions
        conditions={draft.conditions}
        fields={Object.keys(sample)}
        problems={problems}
        onAdd={() => onChange(addCondition)}
        onChange={(condition) => onChange((before) => changeCondition(before, condition))}
        onRemove={(key) => onChange((before) => removeCondition(before, key))}
      />
      <h2>Then</h2>
      <ol className="activity-cards">
        {bindings.map((binding, index) => (
          <ActivityCard
            key={binding.key}
            {...{ binding, index, eventType, eventTypes, activities, suggestions, problems }}
            count={bindings.length}
            onConfigure={(name, value) => onChange((before) => configure(before, binding.key, name, value))}
            onMove={(step) => onChange((before) => moveBinding(before, binding.key, step))}
            onRemove={() => onChange((before) => removeBinding(before, binding.key))}
          />
        ))}
      </ol>
      <fieldset className="add-activity">
        <legend>{bindings.length === 0 ? 'What is to be done' : 'And'}</legend>
        {activities.map(({ id, label, description }) => (
          <button
            key={id}
            type="button"
            className="button plain"
            title={description}
            onClick={() => onChange((before) => addBinding(before, id))}
          >
            {label}
          </button>
        ))}
      </fieldset>
    </div>
  )
}

/** The declared agents; none until they are read, or where they cannot be. */
function useAgents(): readonly AgentEntry[] {
  const [agents, setAgents] = useState<readonly AgentEntry[]>([])
  useEffect(() => {
    let stopped = false
    fetchAgents().then((read = []) => stopped || setAgents(read))
    return () => {
      stopped = true
    }
  }, [])
  return agents
}
