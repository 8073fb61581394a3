import { askedAgain } from '../engine/asked-again.js'
import type { Context } from '../engine/context.js'
import { Failure } from '../engine/failure.js'
import type { Answer } from '../engine/http-call.js'
import { triggerPath } from '../engine/remove-triggers.js'

/** One activity of a trigger. */
export interface Binding {
  activity_id: string
  config: Record<string, unknown>
}

/** A trigger with what it sets off. */
export interface Trigger {
  label?: string
  event_type: string
  where?: Record<string, string>
  bindings: readonly Binding[]
}

/** What a dry run tells. */
export interface DryRun {
  event: Record<string, unknown>
  fields: Record<string, string>
  matches: {
    trigger_id: string
    label?: string
    activities: { activity_id: string; index: number; rendered: Record<string, unknown>; problem?: string }[]
  }[]
  unmatched: { trigger_id: string; reason: string }[]
}

export interface Delivery {
  id: string
  event_id: string
  trigger_id: string
  status: string
  attempts: number
  error?: string
  response?: Record<string, unknown>
  chain: string[]
  [field: string]: unknown
}

export const JSON_TYPE = { 'content-type': 'application/json' }
export const YAML_TYPE = { 'content-type': 'application/yaml' }

export const toast = (message_template: string, level = 'info'): Binding => ({
  activity_id: 'toast_notification',
  config: { level, message_template },
})

export const webhook = (url: string, config: Record<string, unknown> = {}): Binding => ({
  activity_id: 'post_webhook',
  config: { url, ...config },
})

/** A trigger of the events of one session. */
export function of(session: string, ...bindings: Binding[]): Trigger {
  return { event_type: 'notify_event', where: { 'session.id': session }, bindings }
}

/** Saves a trigger under a fresh id, which it tells; fails unless it is taken. */
export async function saved(context: Context, trigger: Trigger): Promise<string> {
  const id = context.triggerName()
  const { status, text } = await putTrigger(context, id, trigger)
  if (status !== 201) throw new Failure(`a trigger was answered by ${status} ${text}`)
  return id
}

export function putTrigger(
  context: Context,
  id: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return context.http({ method: 'PUT', path: triggerPath(id), headers: { ...JSON_TYPE, ...headers }, body })
}

export function callDryRun(context: Context, body: object): Promise<Answer> {
  return context.http({ method: 'POST', path: '/api/flow/dry-run', headers: JSON_TYPE, body })
}

/** Tries an event out; fails unless that is answered. */
export async function dryRun(context: Context, event: object, trigger?: unknown): Promise<DryRun> {
  const { status, text, json } = await callDryRun(
    context,
    trigger === undefined ? { event } : { event, trigger },
  )
  if (status !== 200) throw new Failure(`a dry run was answered by ${status} ${text}`)
  return json as DryRun
}

/** What activities of a trigger that is not saved would do with an envelope. */
export async function rendered(
  context: Context,
  event: object,
  ...bindings: Binding[]
): Promise<Record<string, unknown>[]> {
  const trigger = { id: 'tried', event_type: 'notify_event', bindings }
  const { matches } = await dryRun(context, event, trigger)
  const [match] = matches
  if (!match) throw new Failure('a trigger of every event did not match')
  return match.activities.map((activity) => activity.rendered)
}

/** What a toast with this message would say of an envelope. */
export async function message(context: Context, event: object, template: string): Promise<unknown> {
  const [shown] = await rendered(context, event, toast(template))
  return shown?.message
}

export async function deliveries(context: Context, query: string): Promise<Delivery[]> {
  const { status, text, json } = await context.http({ path: `/api/flow/deliveries?${query}` })
  if (status !== 200) throw new Failure(`deliveries were answered by ${status} ${text}`)
  return (json as { deliveries: Delivery[] }).deliveries
}

/** The deliveries of a trigger, once they are what is waited for. */
export function settled(
  context: Context,
  trigger: string,
  are: (rows: readonly Delivery[]) => boolean,
): Promise<Delivery[]> {
  const ask = () => deliveries(context, `trigger=${encodeURIComponent(trigger)}`)
  return askedAgain(context, `deliveries of ${trigger}`, ask, are)
}

/** So many, none of which is to be tried any more. */
export const over =
  (count: number) =>
  (rows: readonly Delivery[]): boolean =>
    rows.length === count && rows.every(({ status }) => !['pending', 'running'].includes(status))

export async function uuidOf(context: Context, session: string): Promise<string> {
  const { json } = await context.http({ path: `/api/sessions/${encodeURIComponent(session)}` })
  return String((json as { id?: unknown } | undefined)?.id)
}
