import { Field } from '../../page/field.js'
import { visibleText } from '../../show/visible-text.js'
import { neutralise } from '../../text/neutralise.js'
import { Caution } from '../caution.js'
import type { CatalogueActivity, DryRun, FlowTrigger } from '../flow-api.js'
import { problemWords } from './field-place.js'
import { recentWords } from './recent-words.js'
import { RenderedRow } from './rendered-row.js'
import { type Trial, type TrialEvent, useDryRun } from './use-dry-run.js'
import { useTrialEvent } from './use-trial-event.js'
import './dry-run-panel.css'

interface DryRunPanelProps {
  trigger: FlowTrigger
  activities: readonly CatalogueActivity[]
}

/** What the trigger would do, as it is edited: on something that happened, or on the sample of its event. */
export function DryRunPanel({ trigger, activities }: DryRunPanelProps) {
  const type = trigger.event_type
  const { recent, chosen, choose } = useTrialEvent(trigger)
  const trial = useDryRun(trigger, type === '' ? null : trialEvent(type, chosen))
  return (
    <section className="dry-run" aria-labelledby="dry-run">
      <h2 id="dry-run">What it would do</h2>
      {type === '' ? (
        <p>Choose an event first.</p>
      ) : (
        <>
          <Field label="Tried on" hint="Nothing is sent.">
            {(input) => (
              <select {...input} value={chosen ?? ''} onChange={({ target }) => choose(target.value)}>
                {recent.map((one) => (
                  <option key={one.id} value={one.id}>
                    {recentWords(one, type, Date.now())}
                  </option>
                ))}
                <option value="">{chosen === null ? '' : `A sample of ${neutralise(type)}`}</option>
              </select>
            )}
          </Field>
          <div role="status">
            <Tried trial={trial} trigger={trigger} activities={activities} />
          </div>
        </>
      )}
    </section>
  )
}

function trialEvent(type: string, chosen: string | null): TrialEvent | null {
  if (chosen === null) return null
  return chosen === '' ? { sample: type } : { id: chosen }
}

interface TriedProps {
  trial: Trial
  trigger: FlowTrigger
  activities: readonly CatalogueActivity[]
}

function Tried({ trial, trigger, activities }: TriedProps) {
  if (trial.state === 'waiting') return null
  if (trial.state === 'wrong')
    return (
      <p className="dry-run-no foreign">
        It cannot be tried yet. {neutralise(problemWords(trial.problem, trigger.bindings, activities))}
      </p>
    )
  return <Ran run={trial.run} type={trigger.event_type} activities={activities} />
}

interface RanProps {
  run: DryRun
  /** What the trigger waits for. */
  type: string
  activities: readonly CatalogueActivity[]
}

/** What came of a dry run. */
export function Ran({ run: { event, matches, unmatched, fields }, type, activities }: RanProps) {
  const [match] = matches
  return (
    <>
      {match && <SetOffBy heard={match.event_type ?? event.type} given={event.type} waitedFor={type} />}
      {match?.problem !== undefined && <Caution says={match.problem} />}
      {match ? (
        <ol className="dry-run-activities">
          {match.activities.length === 0 && <li>It matches, and sets off nothing: add an activity.</li>}
          {match.activities.map((activity) => (
            <RenderedRow key={activity.index} activity={activity} activities={activities} />
          ))}
        </ol>
      ) : (
        <p className="dry-run-no foreign">
          It would do nothing: {neutralise(unmatched[0]?.reason ?? 'it does not match')}
        </p>
      )}
      <details>
        <summary>The {Object.keys(fields).length} fields of the event</summary>
        <dl>
          {Object.entries(fields).map(([name, value]) => (
            <div key={name}>
              <dt className="foreign">{neutralise(name)}</dt>
              <dd className="foreign">{visibleText(value)}</dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  )
}

interface SetOffByProps {
  /** What it matched, what it was tried on, and what the trigger waits for. */
  heard: string
  given: string
  waitedFor: string
}

/** Which event it was, where that is not the one the form names. */
function SetOffBy({ heard, given, waitedFor }: SetOffByProps) {
  if (heard !== given)
    return (
      <p className="foreign">
        Set off by the {neutralise(heard)} that comes with {neutralise(given)}.
      </p>
    )
  if (heard === waitedFor) return null
  return (
    <p className="foreign">
      {neutralise(waitedFor)} is another name of {neutralise(heard)}.
    </p>
  )
}
