import { neutralise } from '../harmonize/control.js'
import { ACTIVITIES, type Activity, type ActivityId } from './activities.js'
import { fillTemplate, type WriteValue } from './fill-template.js'
import type { FlowFields } from './flow-fields.js'
import { jsonWriters, quotedWriters } from './json-body.js'
import { type TemplatePart, templateParts } from './template.js'
import { webhookHeaders } from './webhook-headers.js'
import { wholeEvent } from './whole-event.js'

/** What the templates of an activity are rendered with. */
export interface RenderContext {
  fields: FlowFields
  /** The id of the event: its sender's, else the log's. */
  eventId: string
  triggerId: string
  activityId: ActivityId
  /** The end of what the session of the event printed, where that was asked for. */
  outputTail?: string
}

/** The config of an activity as it is done: defaults put in, `message_template` rendered as `message`. */
export type Rendered = Readonly<Record<string, string | boolean | number>>

const JSON_MEDIA = /^application\/(?:[\w!#$&^.+-]+\+)?json\s*(?:;|$)/i
const SUFFIX = '_template'

/** What an activity would do with an event: what is run, and what a dry run shows. Pure, in linear time. */
export function renderActivity(
  activityId: ActivityId,
  config: Readonly<Record<string, unknown>>,
  context: RenderContext,
): Rendered {
  const { fields }: Activity = ACTIVITIES[activityId]
  const rendered: Record<string, string | boolean | number> = {}
  for (const { key, default: usual } of fields) {
    const value = config[key] ?? usual
    if (typeof value !== 'string' && typeof value !== 'boolean' && typeof value !== 'number') continue
    if (!key.endsWith(SUFFIX)) rendered[key] = value
    else if (activityId !== 'post_webhook')
      rendered[key.slice(0, -SUFFIX.length)] = renderText(activityId, key, String(value), config, context)
  }
  return activityId === 'post_webhook' ? { ...rendered, ...webhookBody(config, context) } : rendered
}

/** Why this would come to nothing; undefined when nothing speaks against it. */
export function renderProblem(activityId: ActivityId, rendered: Rendered): string | undefined {
  const needsText = activityId === 'toast_notification' || activityId === 'send_to_terminal'
  return needsText && String(rendered.message ?? '').trim() === '' ? 'the message is empty' : undefined
}

/** Whether the end of what the session printed goes into what this activity says. */
export function wantsOutputTail(config: Readonly<Record<string, unknown>>): boolean {
  return config.include_terminal_output === true
}

function renderText(
  activityId: ActivityId,
  key: string,
  template: string,
  config: Readonly<Record<string, unknown>>,
  context: RenderContext,
): string {
  const oneLine = activityId === 'send_to_terminal' || key === 'title_template'
  const parts = templateParts(neutralise(template))
  const tail = wantsOutputTail(config) ? neutralise(context.outputTail ?? '').trimEnd() : ''
  if (tail !== '' && !parts.some((part) => 'token' in part && part.token.toLowerCase() === 'output_tail'))
    parts.push({ text: '\n\n' }, { token: 'output_tail' })
  // A line end in an event would send what was typed so far, and begin something of its own; a tab completes.
  const clean = (text: string) => (oneLine ? neutralise(text).replace(/[\n\t]+/g, ' ') : neutralise(text))
  const lookUp = cleanedIn(valueIn({ ...context, outputTail: tail }), clean)
  return fillTemplate(parts, { lookUp, writerOf: () => asItIs })
}

/** Cleans what stands for a name, once for each field however often and in whatever spelling it is named. */
function cleanedIn(named: ReturnType<typeof valueIn>, clean: (text: string) => string) {
  const cleaned = new Map<string, string>()
  return (token: string): string | undefined => {
    const found = named(token)
    if (found === undefined || found.name === 'output_tail') return found?.value
    const known = cleaned.get(found.name) ?? clean(found.value)
    cleaned.set(found.name, known)
    return known
  }
}

function webhookBody(config: Readonly<Record<string, unknown>>, context: RenderContext): Rendered {
  const { body_template: template, headers_json: headers } = config
  const declared = contentTypeOf(headers)
  if (typeof template !== 'string' || template.trim() === '') {
    return { body: wholeEvent(context), content_type: declared ?? 'application/json' }
  }
  const parts = templateParts(template)
  const writers = writersOf(parts, declared)
  const named = valueIn(context)
  const body = fillTemplate(parts, {
    lookUp: (token) => named(token)?.value,
    writerOf: (index) => writers?.[index] ?? asItIs,
  })
  return { body, content_type: declared ?? (writers ? 'application/json' : 'text/plain; charset=utf-8') }
}

function writersOf(
  parts: readonly TemplatePart[],
  declared: string | undefined,
): readonly WriteValue[] | undefined {
  if (declared === undefined) return jsonWriters(parts)
  return JSON_MEDIA.test(declared) ? (jsonWriters(parts) ?? quotedWriters(parts)) : undefined
}

/** Headers that are wrong are refused elsewhere. */
function contentTypeOf(headers: unknown): string | undefined {
  const read = webhookHeaders(typeof headers === 'string' ? headers : '')
  return 'headers' in read ? read.headers['content-type'] : undefined
}

const asItIs: WriteValue = (value = '') => value

/** What a name in a template stands for, and the name of that itself; the reserved ones come first. */
function valueIn({ fields, eventId, triggerId, activityId, outputTail }: RenderContext) {
  const reserved = new Map([
    ['event_id', eventId],
    ['trigger_id', triggerId],
    ['activity_id', activityId],
    ['output_tail', outputTail ?? ''],
  ])
  return (token: string): { name: string; value: string } | undefined => {
    const name = token.toLowerCase()
    const known = reserved.get(name)
    if (known !== undefined) return { name, value: known }
    for (const field of name.startsWith('event.') ? [name.slice(6), name] : [name]) {
      const value = fields.get(field)
      // The event may have a field of a reserved name: that is another.
      if (value !== undefined) return { name: `field ${field}`, value }
    }
    return undefined
  }
}
