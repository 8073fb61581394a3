import { ACTIVITIES } from './activities.js'
import { bindingFault } from './check-binding.js'
import { bodyProblem } from './check-webhook.js'
import { type FlowBinding, TRIGGER_ALIASES } from './config.js'
import { flowEventType } from './event-types.js'
import { bindingsOf, type Flow, type FlowConfig } from './flow.js'
import { type FlowFault, type FlowPath, faultError, pathText } from './flow-fault.js'
import { isObject, objectFault } from './object-fault.js'
import { wantsOutputTail } from './render.js'
import { templateParts } from './template.js'

export const MAX_TRIGGERS = 1000
export const MAX_BINDINGS = 50
const MAX_CONDITIONS = 50
const MAX_NAME = 200
const MAX_VALUE = 1024
/** A name that has one of these would look like another. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]/u

/** What is told along with flows that are read may come back with them: it means nothing then. */
const TOLD_ALONG = ['errors', 'warnings']
const TRIGGER_KEYS = { required: ['id', 'event_type'], optional: ['label', 'where'] }
const FLOW_KEYS = { ...TRIGGER_KEYS, optional: [...TRIGGER_KEYS.optional, 'bindings'] }

/** Checks flows as the API has them; throws the first thing wrong, with its field. */
export function checkFlowConfig(value: unknown): FlowConfig {
  const fault = flowConfigFault(value)
  if (fault) throw faultError(fault)
  const { version, triggers, bindings_by_trigger_id } = value as FlowConfig
  return { version, triggers, bindings_by_trigger_id }
}

/** Checks one trigger with its bindings, as files have it. */
export function checkFlow(value: unknown, path: FlowPath = []): Flow {
  const fault = flowFault(value, path)
  if (fault) throw faultError(fault)
  return value as Flow
}

/** The first thing wrong with flows as the API has them. */
export function flowConfigFault(value: unknown): FlowFault | undefined {
  const shape =
    objectFault(value, [], {
      required: ['version', 'triggers', 'bindings_by_trigger_id'],
      optional: TOLD_ALONG,
    }) ?? versionFault((value as FlowConfig).version)
  if (shape) return shape
  const { triggers, bindings_by_trigger_id: bound } = value as Record<string, unknown>
  const fault = listFault(triggers, ['triggers'], MAX_TRIGGERS, triggerFault)
  if (fault) return fault
  const ids = (triggers as { id: string }[]).map(({ id }) => id)
  return duplicateFault(ids, 'triggers') ?? allBindingsFault(bound, new Set(ids))
}

/** The first thing wrong with flows as files have them. */
export function flowFileFault(value: unknown): FlowFault | undefined {
  const shape =
    objectFault(value, [], { required: ['version', 'flows'] }) ?? versionFault((value as FlowConfig).version)
  if (shape) return shape
  const { flows } = value as { flows: Flow[] }
  return (
    listFault(flows, ['flows'], MAX_TRIGGERS, flowFault) ??
    duplicateFault(
      flows.map(({ id }) => id),
      'flows',
    )
  )
}

/** The first thing wrong with one trigger with its bindings. */
export function flowFault(value: unknown, path: FlowPath): FlowFault | undefined {
  const fault = objectFault(value, path, FLOW_KEYS) ?? membersFault(value as Flow, path)
  if (fault) return fault
  const { bindings } = value as { bindings?: unknown }
  return bindings === undefined
    ? undefined
    : listFault(bindings, [...path, 'bindings'], MAX_BINDINGS, bindingFault)
}

function triggerFault(value: unknown, path: FlowPath): FlowFault | undefined {
  return objectFault(value, path, TRIGGER_KEYS) ?? membersFault(value as Flow, path)
}

function versionFault(version: unknown): FlowFault | undefined {
  return version === 1 ? undefined : { path: ['version'], message: 'must be 1' }
}

function membersFault({ id, label, event_type: type, where }: Flow, path: FlowPath): FlowFault | undefined {
  const idProblem = nameProblem(id)
  if (idProblem !== undefined) return { path: [...path, 'id'], message: idProblem }
  if (label !== undefined && (typeof label !== 'string' || label.length > MAX_VALUE)) {
    return { path: [...path, 'label'], message: `must be a string of at most ${MAX_VALUE} characters` }
  }
  if (typeof type !== 'string' || flowEventType(type) === undefined) {
    return { path: [...path, 'event_type'], message: eventTypeProblem(type) }
  }
  return where === undefined ? undefined : whereFault(where, [...path, 'where'])
}

function eventTypeProblem(type: unknown): string {
  if (typeof type !== 'string') return 'must be a string'
  const known = `${Object.values(TRIGGER_ALIASES).join(', ')}, notify_event or any durable event`
  return `is not an event type: ${JSON.stringify(type.slice(0, 60))}; there are ${known}`
}

function nameProblem(name: unknown): string | undefined {
  if (typeof name !== 'string') return 'must be a string'
  if (name.trim() === '') return 'must not be empty'
  if (name.trim() !== name) return 'must not begin or end with a blank'
  if (name.length > MAX_NAME) return `must have at most ${MAX_NAME} characters`
  // In an address it would lead elsewhere.
  if (name === '.' || name === '..') return 'must be more than dots'
  if (INVISIBLE.test(name)) return 'must not hold characters that cannot be seen'
  return CONTROL.test(name) ? 'must not hold control characters' : undefined
}

function whereFault(where: unknown, path: FlowPath): FlowFault | undefined {
  if (!isObject(where)) return { path, message: 'must be an object of strings' }
  const pairs = Object.entries(where)
  if (pairs.length > MAX_CONDITIONS) return { path, message: `must have at most ${MAX_CONDITIONS} fields` }
  for (const [key, value] of pairs) {
    const message = key.trim() === '' ? 'has no name' : conditionProblem(key, value)
    if (message !== undefined) return { path: [...path, key], message }
  }
  return undefined
}

function conditionProblem(key: string, value: unknown): string | undefined {
  if (typeof value !== 'string')
    return typeof value !== 'object'
      ? `must be a string; write it in quotes: "${String(value).slice(0, 60)}"`
      : 'must be a string'
  if (value.length > MAX_VALUE || key.length > MAX_VALUE) return `must have at most ${MAX_VALUE} characters`
  const session = /^session[._]id$/i.test(key.trim())
  return session && value.trim() === '' ? 'must not be empty; leave it out to mean every session' : undefined
}

function duplicateFault(ids: readonly string[], list: string): FlowFault | undefined {
  const seen = new Set<string>()
  for (const [index, id] of ids.entries()) {
    if (seen.has(id)) return { path: [list, index, 'id'], message: `is there twice: ${id}`, conflict: true }
    seen.add(id)
  }
  return undefined
}

function allBindingsFault(bound: unknown, ids: ReadonlySet<string>): FlowFault | undefined {
  const path = ['bindings_by_trigger_id']
  if (!isObject(bound)) return { path, message: 'must be an object' }
  for (const [id, bindings] of Object.entries(bound)) {
    const here = [...path, id]
    if (!ids.has(id)) return { path: here, message: 'is for a trigger that is not there' }
    const fault = listFault(bindings, here, MAX_BINDINGS, bindingFault)
    if (fault) return fault
  }
  return undefined
}

function listFault(
  value: unknown,
  path: FlowPath,
  most: number,
  faultOf: (item: unknown, path: FlowPath) => FlowFault | undefined,
): FlowFault | undefined {
  if (!Array.isArray(value)) return { path, message: 'must be a list' }
  if (value.length > most) return { path, message: `must have at most ${most}` }
  for (const [index, item] of value.entries()) {
    const fault = faultOf(item, [...path, index])
    if (fault) return fault
  }
  return undefined
}

/** Something that is taken and will not work as it is. */
export interface FlowWarning {
  trigger_id: string
  field: string
  message: string
}

/** What of a webhook or an agent is not as a flow has it: whether it is declared, whether it may be reached. */
export interface FlowSurroundings {
  agents: readonly string[]
  /** Why nothing would be posted to a URL; undefined where nothing speaks against it. */
  urlClosed?: (url: string) => string | undefined
}

/** What a person should know of flows that are taken, and that would come to nothing as things are. */
export function flowWarnings(config: FlowConfig, around: FlowSurroundings): FlowWarning[] {
  return config.triggers.flatMap(({ id }) =>
    bindingsOf(config, id).flatMap((binding, index) =>
      bindingWarnings(binding, around).map(({ key, message }) => ({
        trigger_id: id,
        field: pathText(['bindings_by_trigger_id', id, index, 'config', key]),
        message: `${ACTIVITIES[binding.activity_id].label}: ${message}`,
      })),
    ),
  )
}

function bindingWarnings(
  { activity_id: activity, config }: FlowBinding,
  { agents, urlClosed }: FlowSurroundings,
): { key: string; message: string }[] {
  if (activity === 'spawn_agent_session' && !agents.includes(String(config.agent_id)))
    return [{ key: 'agent_id', message: `no agent ${String(config.agent_id)} is declared` }]
  if (activity === 'send_to_terminal' && !wantsOutputTail(config) && namesOutputTail(config.message_template))
    return [{ key: 'message_template', message: '{{output_tail}} is empty without include_terminal_output' }]
  if (activity !== 'post_webhook') return []
  const found: [string, string | undefined][] = [
    ['url', urlClosed?.(String(config.url))],
    ['body_template', bodyProblem(String(config.body_template ?? ''))],
  ]
  return found.flatMap(([key, message]) => (message === undefined ? [] : [{ key, message }]))
}

function namesOutputTail(template: unknown): boolean {
  return templateParts(String(template)).some(
    (part) => 'token' in part && part.token.toLowerCase() === 'output_tail',
  )
}
