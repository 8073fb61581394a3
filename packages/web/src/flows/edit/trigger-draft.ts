import type { CatalogueActivity, FlowBinding, FlowTrigger } from '../flow-api.js'
import { SESSION_FIELD } from '../trigger-words.js'

/** One activity that is edited. What is not given is not in its config. */
export interface BindingDraft {
  key: number
  activityId: string
  config: Readonly<Record<string, unknown>>
}

export interface ConditionDraft {
  key: number
  field: string
  value: string
}

/** A trigger as it is edited: rows keep their key wherever they are moved to. */
export interface TriggerDraft {
  label: string
  eventType: string
  session: string
  conditions: readonly ConditionDraft[]
  bindings: readonly BindingDraft[]
  nextKey: number
}

export const NEW_DRAFT: TriggerDraft = {
  label: '',
  eventType: '',
  session: '',
  conditions: [],
  bindings: [],
  nextKey: 1,
}

/** A trigger, to be edited. */
export function draftOf({ label, event_type, where, bindings }: FlowTrigger): TriggerDraft {
  let nextKey = 1
  const { [SESSION_FIELD]: session = '', ...others } = where ?? {}
  return {
    label: label ?? '',
    eventType: event_type,
    session,
    conditions: Object.entries(others).map(([field, value]) => ({ key: nextKey++, field, value })),
    bindings: bindings.map(({ activity_id, config }) => ({
      key: nextKey++,
      activityId: activity_id,
      config,
    })),
    nextKey,
  }
}

/** What is edited, as a trigger. What is empty is not given. */
export function triggerOf(
  id: string,
  { label, eventType, session, conditions, bindings }: TriggerDraft,
  catalogue: readonly CatalogueActivity[],
): FlowTrigger {
  const where = Object.fromEntries([
    ...(session.trim() === '' ? [] : [[SESSION_FIELD, session.trim()] as const]),
    ...conditions.flatMap(({ field, value }) =>
      field.trim() === '' && value === '' ? [] : [[field.trim(), value] as const],
    ),
  ])
  return {
    id,
    ...(label.trim() === '' ? {} : { label: label.trim() }),
    event_type: eventType,
    ...(Object.keys(where).length === 0 ? {} : { where }),
    bindings: bindings.map((binding) => bindingOf(binding, catalogue)),
  }
}

function bindingOf(
  { activityId, config }: BindingDraft,
  catalogue: readonly CatalogueActivity[],
): FlowBinding {
  const fields = catalogue.find(({ id }) => id === activityId)?.fields ?? []
  const given = Object.entries(config).flatMap(([key, value]) => {
    if (value === undefined || value === '') return []
    const isNumber = fields.some((field) => field.key === key && field.type === 'int')
    // What is no number goes as it was typed: the gateway says what is wrong with it.
    return [[key, isNumber && /^\d{1,9}$/.test(String(value)) ? Number(value) : value] as const]
  })
  return { activity_id: activityId, config: Object.fromEntries(given) }
}

export function addBinding(draft: TriggerDraft, activityId: string): TriggerDraft {
  const binding = { key: draft.nextKey, activityId, config: {} }
  return { ...draft, bindings: [...draft.bindings, binding], nextKey: draft.nextKey + 1 }
}

export function removeBinding(draft: TriggerDraft, key: number): TriggerDraft {
  return { ...draft, bindings: draft.bindings.filter((binding) => binding.key !== key) }
}

/** One step up (-1) or down (1); nothing beyond the ends. */
export function moveBinding(draft: TriggerDraft, key: number, step: -1 | 1): TriggerDraft {
  const from = draft.bindings.findIndex((binding) => binding.key === key)
  const moved = draft.bindings[from]
  const other = draft.bindings[from + step]
  if (!moved || !other) return draft
  const bindings = [...draft.bindings]
  bindings[from] = other
  bindings[from + step] = moved
  return { ...draft, bindings }
}

export function configure(draft: TriggerDraft, key: number, name: string, value: unknown): TriggerDraft {
  const bindings = draft.bindings.map((binding) =>
    binding.key === key ? { ...binding, config: { ...binding.config, [name]: value } } : binding,
  )
  return { ...draft, bindings }
}

export function addCondition(draft: TriggerDraft): TriggerDraft {
  const condition = { key: draft.nextKey, field: '', value: '' }
  return { ...draft, conditions: [...draft.conditions, condition], nextKey: draft.nextKey + 1 }
}

export function removeCondition(draft: TriggerDraft, key: number): TriggerDraft {
  return { ...draft, conditions: draft.conditions.filter((condition) => condition.key !== key) }
}

export function changeCondition(draft: TriggerDraft, changed: ConditionDraft): TriggerDraft {
  const conditions = draft.conditions.map((one) => (one.key === changed.key ? changed : one))
  return { ...draft, conditions }
}
