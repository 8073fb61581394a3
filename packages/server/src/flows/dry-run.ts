import {
  checkEnvelope,
  type Event,
  type EventType,
  type JsonObject,
  SignalboxError,
} from '@signalbox/protocol'
import {
  checkFlow,
  eventIdOf,
  type Flow,
  type FlowConfig,
  type FlowEvent,
  type FlowFields,
  flowEventType,
  flowFields,
  flowsOf,
  type Rendered,
  renderActivity,
  type SessionNames,
  sampleFields,
  sessionNames,
  spokenId,
  whyNot,
} from '@signalbox/protocol/flow'
import type { LogReader } from '../log/log.js'
import { linesWanted } from './activities/output-tail.js'
import { envelope } from './activities/send-to-terminal.js'
import type { ActivityProblems, Trying } from './activity-problems.js'
import { type ForeseeDeps, foreseenEvents } from './foreseen-events.js'

export interface DryRunDeps extends ForeseeDeps {
  log: ForeseeDeps['log'] & { reader: Pick<LogReader, 'eventById' | 'session' | 'resolve'> }
  /** The flows as they are. */
  config: () => FlowConfig
  problems: Pick<ActivityProblems, 'during'>
}

/** An event to try flows on: as flows see it. */
interface TriedEvent {
  /** Of an event of the log. */
  id?: string
  type: EventType
  sessionId: string
  /** What `{{event_id}}` says. */
  eventId: string
  fields: FlowFields
  names: SessionNames
}

/** The event that was given, and all that would come with it, in their order. */
interface Tried {
  event: TriedEvent
  all: readonly TriedEvent[]
}

/** What flows would make of an event, with nothing done. `event` and `trigger` are as a client sent them. */
export async function dryRun(deps: DryRunDeps, trying: Trying, body: JsonObject) {
  const unknown = Object.keys(body).find((key) => key !== 'event' && key !== 'trigger')
  if (unknown !== undefined) throw invalid(unknown.slice(0, 100), 'is not a known field')
  const flows = triggersIn(body.trigger, deps.config())
  const { event, all } = await eventIn(deps, trying.tenantId, body.event)
  const { id, type, sessionId, fields } = event
  const found = all.flatMap((one) =>
    flows
      .filter((flow) => whyNot(flow, one.fields, one.names) === undefined)
      .map((flow) => ({ flow, event: one })),
  )
  const problemOf = deps.problems.during(trying)
  const matched = new Set(found.map(({ flow }) => flow))
  return {
    event: { ...(id === undefined ? {} : { id }), type, session_id: sessionId },
    fields: Object.fromEntries(fields),
    matches: await Promise.all(found.map((one) => match(problemOf, one.flow, one.event))),
    unmatched: flows
      .filter((flow) => !matched.has(flow))
      .map((flow) => ({ trigger_id: flow.id, reason: reasonOf(flow, event, all) })),
  }
}

/** Why none of the events matches: told of the one it waits for, where there is one. */
function reasonOf(flow: Flow, event: TriedEvent, all: readonly TriedEvent[]): string {
  const waitsFor = flowEventType(flow.event_type)
  const nearest = all.find(({ type }) => type === waitsFor) ?? event
  return whyNot(flow, nearest.fields, nearest.names) ?? ''
}

type ProblemOf = ReturnType<ActivityProblems['during']>

/** What one matching trigger would do. */
async function match(problemOf: ProblemOf, flow: Flow, event: TriedEvent) {
  const { id, label, bindings = [] } = flow
  const activities = bindings.map(async (binding, index) => {
    const { activity_id: activityId, config } = binding
    const { fields, eventId } = event
    const tail = tailOf(config)
    const context = { fields, eventId, triggerId: id, activityId, ...(tail ? { outputTail: tail } : {}) }
    const rendered = renderActivity(activityId, config, context)
    const problem = await problemOf({ ...binding, rendered })
    const shown = activityId === 'send_to_terminal' ? { ...rendered, typed: typed(id, rendered) } : rendered
    return { activity_id: activityId, index, rendered: shown, ...(problem === undefined ? {} : { problem }) }
  })
  return {
    trigger_id: id,
    ...(label === undefined ? {} : { label }),
    event_type: event.type,
    activities: await Promise.all(activities),
  }
}

/** Stands for what the session shows when it is done. */
function tailOf(config: Readonly<Record<string, unknown>>): string | undefined {
  const lines = linesWanted(config)
  return lines === 0 ? undefined : `…the last ${lines} lines of the session…`
}

/** What the agent is given: it must not take it for a person's words. */
function typed(triggerId: string, { message }: Rendered): string {
  return envelope({ triggerId }, String(message ?? ''))
}

/** All triggers, one of them by its id, or one that need not be saved. */
function triggersIn(trigger: unknown, config: FlowConfig): Flow[] {
  const flows = flowsOf(config)
  if (trigger === undefined || trigger === null) return flows
  if (typeof trigger !== 'string') return [checkFlow(trigger, ['trigger'])]
  const known = flows.filter(({ id }) => id === trigger)
  if (known.length > 0) return known
  throw new SignalboxError('notFound', `there is no trigger ${trigger.slice(0, 200)}`, { field: 'trigger' })
}

type EventReader = (deps: DryRunDeps, tenantId: string, said: JsonObject) => Promise<Tried>

/** An event is a recorded one, the sample of a type, or a notify envelope. */
async function eventIn(deps: DryRunDeps, tenantId: string, said: unknown): Promise<Tried> {
  if (said === undefined) throw invalid('event', 'is required')
  if (typeof said !== 'object' || said === null || Array.isArray(said))
    throw invalid('event', 'must be an object')
  const read = Object.hasOwn(said, 'id') ? recorded : Object.hasOwn(said, 'sample') ? sample : sent
  return read(deps, tenantId, said as JsonObject)
}

const recorded: EventReader = async ({ log: { reader } }, tenantId, said) => {
  const { id } = only(said, 'id')
  const event = await reader.eventById(tenantId, id)
  if (!event) throw new SignalboxError('notFound', 'there is no such event', { field: 'event.id' })
  const session = (await reader.session(event.sessionId)) ?? { id: event.sessionId, aliases: [], name: null }
  return alone({ id: event.id, ...triedEvent(flowEventOf(event), session) })
}

const sample: EventReader = async (_deps, _tenantId, said) => {
  const type = flowEventType(only(said, 'sample').sample)
  if (type === undefined) throw invalid('event.sample', 'is not an event type')
  const fields = sampleFields(type)
  const sessionId = fields.get('session_id') ?? ''
  const eventId = fields.get('notify.event_id') ?? SAMPLE_ID
  return alone({ type, sessionId, eventId, fields, names: [sessionId] })
}

/** One that was never recorded makes all that a real one would make. */
const sent: EventReader = async (deps, tenantId, said) => {
  const { own, events, session } = await foreseenEvents(deps, tenantId, envelopeIn(said))
  const all = new Map(events.map((event) => [event, triedEvent(event, session)]))
  const event = all.get(own)
  if (!event) throw new Error('the event of an envelope is among its events')
  return { event, all: [...all.values()] }
}

function alone(event: TriedEvent): Tried {
  return { event, all: [event] }
}

function triedEvent(event: FlowEvent, session: Parameters<typeof sessionNames>[0]): TriedEvent {
  const spoken = spokenId(event, session)
  return {
    type: event.type,
    sessionId: spoken,
    eventId: eventIdOf(event),
    fields: flowFields(event, { spokenId: spoken }),
    names: sessionNames(session),
  }
}

/** Stands for the id of an event that was never recorded. */
const SAMPLE_ID = '00000000-0000-7000-8000-000000000000'

/** An event of the log as flows see it. */
export function flowEventOf(event: Event): FlowEvent {
  return { ...event, data: JSON.parse(event.data) as JsonObject }
}

function envelopeIn(said: JsonObject) {
  try {
    return checkEnvelope(said, { strict: false })
  } catch (error) {
    if (!(error instanceof SignalboxError)) throw error
    throw new SignalboxError(error.kind, error.message, { field: `event.${error.field ?? ''}` })
  }
}

function only<K extends string>(said: JsonObject, key: K): Record<K, string> {
  const other = Object.keys(said).find((name) => name !== key)
  if (other !== undefined) throw invalid(`event.${other.slice(0, 100)}`, `does not go with ${key}`)
  const value = said[key]
  if (typeof value !== 'string') throw invalid(`event.${key}`, 'must be a string')
  return { [key]: value } as Record<K, string>
}

function invalid(field: string, problem: string): SignalboxError {
  return new SignalboxError('invalidMessage', `${field} ${problem}`, { field })
}
