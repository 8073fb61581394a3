const CANONICAL = {
  'new-plan': 'notify_new_plan',
  progress: 'notify_progress',
  finish: 'notify_finish',
} as const

export type NotifyEventType = (typeof CANONICAL)[keyof typeof CANONICAL] | 'notify_event'

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
  return Object.hasOwn(CANONICAL, normal) ? CANONICAL[normal as keyof typeof CANONICAL] : 'notify_event'
}
