import type { Event } from '../event.js'
import { canonicalOf, type EventType, rowOf } from '../registry/registry.js'
import { type ActivityEvent, MAX_TOOL_PREVIEW } from './canonical-activity.js'
import { clean } from './clean.js'
import { oneLine } from './one-line.js'
import { toolSubject } from './tool-subject.js'

const MAX_SUMMARY = 280

type Data = Readonly<Record<string, unknown>>
type Details = { [Name in keyof ActivityEvent]?: ActivityEvent[Name] | undefined }

/** What an activity says beyond the fields it always has; types that are not here say no more. */
const DETAILS: { readonly [Type in EventType]?: (data: Data) => Details } = {
  tool_call: ({ toolName, args }) => ({ tool_name: textOf(toolName), tool_preview: previewOf(args) }),
  turn_complete: ({ finalText }) => ({ summary: firstParagraph(textOf(finalText) ?? '') || undefined }),
  agent_notification: ({ hook_event_type, message, raw_message, notification_type }) => ({
    hook_event_type: textOf(hook_event_type),
    message: textOf(message),
    raw_message: textOf(raw_message),
    notification_type: textOf(notification_type),
  }),
}

/** What an event of the log is as canonical activity; undefined where it is none. */
export function activityOf(
  event: Pick<Event, 'type' | 'sessionId' | 'ts' | 'data'>,
): ActivityEvent | undefined {
  const canonical = canonicalOf(event.type)
  const { hook } = rowOf(event.type)
  if (canonical === undefined || hook === undefined) return undefined
  const activity: ActivityEvent = {
    session_id: event.sessionId,
    canonical_type: canonical,
    hook_event_type: hook,
    timestamp: new Date(event.ts).toISOString(),
    message_intent: 'ctrl_activity',
    delivery_scope: 'CTRL',
  }
  // What a tool printed can be long: it is not read for nothing.
  const details = DETAILS[event.type]?.(JSON.parse(event.data) as Data)
  return details ? { ...activity, ...defined(details) } : activity
}

function defined(details: Details): Partial<ActivityEvent> {
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined))
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function previewOf(args: unknown): string | undefined {
  return oneLine(toolSubject(args)?.text ?? '', MAX_TOOL_PREVIEW) || undefined
}

function firstParagraph(text: string): string {
  // An answer can be a book; its first paragraph is within the first pages. That of an agent of ours is kept as it was
  // said: the pieces it was told in must add up.
  const beginning = clean(text.trimStart().slice(0, 16 * MAX_SUMMARY)).text.trimStart()
  const [first = ''] = beginning.split(/\n[^\S\n]*\n/u, 1)
  return oneLine(first, MAX_SUMMARY)
}
