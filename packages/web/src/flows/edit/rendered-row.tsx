import { indentJson } from '../../show/indent-json.js'
import { visibleText } from '../../show/visible-text.js'
import { neutralise } from '../../text/neutralise.js'
import { Caution } from '../caution.js'
import type { CatalogueActivity, RenderedActivity } from '../flow-api.js'
import { activityLabel } from '../trigger-words.js'

interface RenderedRowProps {
  activity: RenderedActivity
  activities: readonly CatalogueActivity[]
}

/** An activity with its templates filled in, under the words of the catalogue. */
export function RenderedRow({ activity: { activity_id, rendered, problem }, activities }: RenderedRowProps) {
  const known = activities.find(({ id }) => id === activity_id)
  return (
    <li>
      <h3>{activityLabel(activity_id, activities)}</h3>
      {problem !== undefined && <Caution says={problem} />}
      <dl>
        {Object.entries(rendered).map(([name, value]) => {
          const text = saidValue(value)
          const asJson = isJson(text)
          return (
            <div key={name} className={asJson ? 'rendered-json' : undefined}>
              <dt className="foreign">{labelOf(name, known)}</dt>
              <dd className="foreign">{visibleText(asJson ? indentJson(text) : text)}</dd>
            </div>
          )
        })}
      </dl>
    </li>
  )
}

/** What a form calls it; what is in no form has its own name in words. */
function labelOf(name: string, activity: CatalogueActivity | undefined): string {
  const field = activity?.fields.find(({ key }) => key === name || key === `${name}_template`)
  if (field) return field.label
  const words = neutralise(name).replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function saidValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Whether it is an object or a list, which is read by its signs. */
function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
