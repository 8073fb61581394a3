/** The payload types with an event of their own; every other becomes `notify_event`. */
export const NOTIFY_TYPES = {
  'new-plan': 'notify_new_plan',
  progress: 'notify_progress',
  finish: 'notify_finish',
} as const

export type NotifyEventType = (typeof NOTIFY_TYPES)[keyof typeof NOTIFY_TYPES] | 'notify_event'

/** Every event a notify can become. */
export const NOTIFY_EVENT_TYPES: readonly NotifyEventType[] = [...Object.values(NOTIFY_TYPES), 'notify_event']

/** `payload.type` as it is compared: lower-case, other runs become `-`, none at the ends. */
export function normaliseType(type: string): string {
  return type
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

/** The canonical notify event of a payload type. */
export function canonicalType(type: string): NotifyEventType {
  const normal = normaliseType(type)
  return Object.hasOwn(NOTIFY_TYPES, normal)
    ? NOTIFY_TYPES[normal as keyof typeof NOTIFY_TYPES]
    : 'notify_event'
}
