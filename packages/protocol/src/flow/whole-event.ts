import { utf8Length } from '../session/text.js'
import { MAX_RENDERED_BYTES } from './fill-template.js'
import type { RenderContext } from './render.js'

/**
 * What a webhook is sent when no body is given: the event with its fields. Fields that do not fit any more are left out,
 * and it says so.
 */
export function wholeEvent({ fields, eventId, triggerId, activityId }: RenderContext): string {
  const head = { event_id: eventId, trigger_id: triggerId, activity_id: activityId }
  const event: [string, string][] = []
  let left = MAX_RENDERED_BYTES - utf8Length(JSON.stringify({ ...head, event: {}, truncated: true }))
  for (const [name, value] of fields) {
    const bytes = value.length > left ? Number.POSITIVE_INFINITY : sizeOf(name, value)
    if (bytes > left) continue
    left -= bytes
    event.push([name, value])
  }
  const truncated = event.length < fields.size ? { truncated: true } : {}
  return JSON.stringify({ ...head, event: Object.fromEntries(event), ...truncated })
}

/** With its colon and comma. */
function sizeOf(name: string, value: string): number {
  return utf8Length(JSON.stringify(name)) + utf8Length(JSON.stringify(value)) + 2
}
