import type { Event, Json, JsonObject } from '../event.js'
import { clean } from '../harmonize/clean.js'
import { BoundedScalars, FLOW_BOUNDS, type Scalar } from './field-bounds.js'
import { FieldMap, LazyText } from './field-map.js'
import { plainNumber } from './plain-number.js'

/** What a trigger sees of an event, and a template can put in: a flat map of texts. Names are lower-case. */
export type FlowFields = ReadonlyMap<string, string>

/** What flows need of an event; its data is parsed. */
export type FlowEvent = Pick<Event, 'id' | 'type' | 'ts' | 'turnId' | 'sessionId'> & { data: JsonObject }

/** The session of an event under the id its sender used; see `spokenId`. */
export interface SaidSession {
  spokenId: string
}

/** What `{{event_id}}` says: the id its sender gave the event, else the log's. */
export function eventIdOf({ id, data: { notify } }: Pick<FlowEvent, 'id' | 'data'>): string {
  const given = isObject(notify) ? notify.eventId : undefined
  return typeof given === 'string' ? given : id
}

/** What flows see of an event: within bounds, and each text made when it is looked at. */
export function flowFields(event: FlowEvent, { spokenId }: SaidSession): FlowFields {
  const fields = new FieldMap()
  const session = new LazyText(spokenId, asPerson)
  fields.set('type', event.type)
  fields.set('timestamp', new Date(event.ts).toISOString())
  fields.set('session_id', session)
  fields.set('session.id', session)
  const { notify } = event.data
  const scalars = new BoundedScalars(FLOW_BOUNDS)
  if (event.type.startsWith('notify_') && isObject(notify)) addNotify(fields, notify, scalars)
  else addData(fields, event, scalars)
  return fields
}

/** The payload of a notify event can stand beside what is known of it, never in its place. */
function addNotify(fields: FieldMap, notify: JsonObject, scalars: BoundedScalars): void {
  const { type, eventId, occurredAt, payload } = notify
  if (typeof occurredAt === 'string') fields.set('timestamp', occurredAt)
  fields.set('notify.type', new LazyText(String(type), asPerson))
  if (typeof eventId === 'string') fields.set('notify.event_id', new LazyText(eventId, asPerson))
  const told = isObject(payload) ? scalars.of(payload) : []
  const add = (name: string, text: string | LazyText) => {
    if (name !== 'notify.event_id' && !fields.has(name)) fields.set(name, text)
  }
  // What a key says under its own name comes before what another is taken for.
  const spelled = [...told.filter(([key]) => isLower(key)), ...told.filter(([key]) => !isLower(key))]
  const texts = spelled.map(([key, value]) => [key.trim().toLowerCase(), textOf(value)] as const)
  for (const [key, text] of texts) add(`notify.${key}`, text)
  for (const [key, text] of texts) add(key, text)
  for (const [key, text] of texts) {
    if (!key.includes('-')) continue
    const snake = key.replaceAll('-', '_')
    add(`notify.${snake}`, text)
    add(snake, text)
  }
}

/** What any other event says, one level deep. */
function addData(fields: FieldMap, { data, turnId }: FlowEvent, scalars: BoundedScalars): void {
  const add = (name: string, text: string) => {
    for (const key of [name.toLowerCase(), snakeForm(name)]) if (!fields.has(key)) fields.set(key, text)
  }
  for (const [key, value] of scalars.of(data)) add(key, scalarText(value))
  if (turnId !== undefined) add('turnId', turnId)
  for (const [key, value] of Object.entries(data)) {
    if (!isObject(value)) continue
    for (const [inner, told] of scalars.of(value)) add(`${key}.${inner}`, scalarText(told))
  }
}

/** Payloads are opaque and kept as they came: what a person sees of them is cleaned here. */
function textOf(value: Scalar): string | LazyText {
  return typeof value === 'string' ? new LazyText(value, cleanText) : scalarText(value)
}

function cleanText(text: string): string {
  return clean(text).text
}

function scalarText(value: Scalar): string {
  return typeof value === 'number' ? plainNumber(value) : String(value)
}

/** Ids and names are a person's word: only what a terminal would act on is taken out. */
function asPerson(text: string): string {
  return clean(text, { origin: { kind: 'human' } }).text
}

function snakeForm(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()
}

function isLower(key: string): boolean {
  return key === key.trim().toLowerCase()
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
