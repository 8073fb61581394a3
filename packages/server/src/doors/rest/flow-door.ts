import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { type EventType, rowOf, SignalboxError } from '@signalbox/protocol'
import {
  ACTIVITIES,
  ACTIVITY_IDS,
  type Activity,
  bindingsOf,
  checkFlow,
  checkFlowConfig,
  FLOW_EVENT_TYPES,
  type FlowWarning,
  flowEventType,
  maskedConfig,
  maskedHeaders,
  type Rendered,
  sampleFields,
} from '@signalbox/protocol/flow'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type DryRunDeps, dryRun } from '../../flows/dry-run.js'
import { exportConfig, importConfig } from '../../flows/flow-file.js'
import type { FlowSnapshot } from '../../flows/flow-snapshot.js'
import type { FlowStore } from '../../flows/flow-store.js'
import { recentEvents } from '../../flows/recent-events.js'
import { type Identity, may } from '../../identity.js'
import type { LogReader } from '../../log/log.js'
import { ifMatch } from './if-match.js'
import { JSON_TYPE, takeBodies, YAML_TYPE } from './media-type.js'
import { permit } from './permit.js'
import { badParameter, integer, type ParameterReader, readQuery } from './query.js'
import { readWhole } from './read-body.js'
import { readJson } from './read-json.js'

export interface FlowDoorDeps {
  store: FlowStore
  log: DryRunDeps['log'] & { reader: Pick<LogReader, 'recentEvents'> }
  /** Whether flows look at what happens at all. */
  enabled: boolean
  harmonize: DryRunDeps['harmonize']
  problems: DryRunDeps['problems']
  now: () => number
}

interface TriggerRoute {
  Params: { id: string }
}

const MAX_BODY_BYTES = 1024 * 1024
const MAX_RECENT = 100
const USUAL_RECENT = 20

const eventType: ParameterReader<EventType | undefined> = (text, name) => {
  const type = text === undefined ? undefined : flowEventType(text)
  if (text === undefined || type !== undefined) return type
  throw badParameter(name, `${name} is not an event type`)
}
const RECENT = { event_type: eventType, limit: integer(1, MAX_RECENT) }

/** Flows: what they can do, what they are, and what they would do. */
export function addFlowDoor(app: FastifyInstance, deps: FlowDoorDeps): void {
  addCatalogue(app)
  addReading(app, deps)
  app.register(async (door) => {
    takeBodies(door, [JSON_TYPE])
    addChanging(door, deps)
  })
  app.register(async (door) => {
    takeBodies(door, [YAML_TYPE])
    addImport(door, deps)
  })
}

function addCatalogue(app: FastifyInstance): void {
  const activities = ACTIVITY_IDS.map((id) => {
    const { label, description, fields, oneOf }: Activity = ACTIVITIES[id]
    return { id, label, description, fields, ...(oneOf ? { one_of: oneOf } : {}) }
  })
  app.get('/api/flow/activities', async (request) => {
    read(request)
    return activities
  })

  const each = <T>(tell: (type: EventType) => T) =>
    Object.fromEntries(FLOW_EVENT_TYPES.map((type) => [type, tell(type)]))
  app.get('/api/flow/event-types', async (request) => {
    read(request)
    return {
      event_types: FLOW_EVENT_TYPES,
      samples: each((type) => Object.fromEntries(sampleFields(type))),
      descriptions: each((type) => rowOf(type).description),
    }
  })
}

function addReading(app: FastifyInstance, { store, log, enabled }: FlowDoorDeps): void {
  app.get('/api/flow/config', async (request, reply) => {
    const identity = read(request)
    return configAnswer(reply, seenBy(identity, readable(store)))
  })

  app.get('/api/flow/config/export', async (request, reply) => {
    const identity = read(request)
    const { config, revision } = seenBy(identity, readable(store))
    return reply
      .type('application/yaml; charset=utf-8')
      .header('content-disposition', 'attachment; filename="flows.yaml"')
      .header('etag', `"${revision}"`)
      .send(exportConfig(config))
  })

  app.get('/api/flow/files', async (request) => {
    read(request)
    const { files, warnings } = store.current
    const readState = store.state === 'ready' ? 'ready' : 'unreadable'
    const reason = store.state === 'ready' ? {} : { reason: store.state.unreadable }
    const state = enabled ? readState : 'off'
    return { storage_path: store.directory, state, ...reason, files, warnings }
  })

  app.get('/api/flow/recent-events', async (request) => {
    const { tenantId } = permit(request, 'session:read')
    const { event_type: type, limit = USUAL_RECENT } = readQuery(request.query, RECENT)
    return recentEvents(log.reader, tenantId, { type, limit })
  })
}

function addChanging(door: FastifyInstance, deps: FlowDoorDeps): void {
  const { store } = deps
  door.put('/api/flow/config', async (request, reply) => {
    change(request)
    const config = checkFlowConfig(await jsonOf(request))
    return configAnswer(reply, await store.put(config, { ifMatch: ifMatch(request) }), { warned: true })
  })

  door.put<TriggerRoute>('/api/flow/triggers/:id', async (request, reply) => {
    change(request)
    const { id } = request.params
    const { id: said = id, ...body } = await jsonOf(request)
    if (said !== id)
      throw new SignalboxError('invalidMessage', 'id is not that of the address', { field: 'id' })
    const flow = checkFlow({ id, ...body })
    const { snapshot, created } = await store.putTrigger(flow, { ifMatch: ifMatch(request) })
    const warnings = snapshot.warnings.filter((warning) => warning.trigger_id === id).map(withinTrigger)
    const bindings = bindingsOf(snapshot.config, id)
    return reply
      .code(created ? 201 : 200)
      .header('etag', `"${snapshot.revision}"`)
      .send({ trigger: { ...flow, bindings }, ...some({ warnings }) })
  })

  door.delete<TriggerRoute>('/api/flow/triggers/:id', async (request, reply) => {
    change(request)
    const { id } = request.params
    const was = await store.deleteTrigger(id, { ifMatch: ifMatch(request) })
    if (!was) throw new SignalboxError('notFound', `there is no trigger ${id.slice(0, 200)}`)
    return reply.code(204).send()
  })

  door.post('/api/flow/dry-run', async (request) => {
    const identity = read(request)
    const trying = { tenantId: identity.tenantId, asksNames: maySeeAll(identity) }
    const tried = await dryRun({ ...deps, config: () => store.current.config }, trying, await jsonOf(request))
    return maySeeAll(identity) ? tried : { ...tried, matches: tried.matches.map(withMaskedHeaders) }
  })
}

function addImport(door: FastifyInstance, { store }: FlowDoorDeps): void {
  door.post('/api/flow/config/import', async (request, reply) => {
    change(request)
    if (request.headers['content-type'] === undefined) {
      throw new SignalboxError('unsupportedMediaType', 'Say that it is YAML: Content-Type: application/yaml.')
    }
    const bytes = await bodyOf(request)
    if (!isUtf8(bytes)) throw new SignalboxError('invalidMessage', 'the body is not valid UTF-8')
    const read = importConfig(bytes.toString('utf8'))
    if (!('error' in read)) {
      return configAnswer(reply, await store.put(read.config, { ifMatch: ifMatch(request) }), {
        warned: true,
      })
    }
    const { conflict, field, message, ...place } = read.error
    throw new SignalboxError(conflict ? 'conflict' : 'invalidMessage', message, {
      ...(field === undefined ? {} : { field }),
      details: place,
    })
  })
}

function read(request: FastifyRequest) {
  const identity = permit(request, 'session:read')
  readQuery(request.query, {})
  return identity
}

/** The headers of webhooks hold secrets: their values are for those who may change them. */
function maySeeAll(identity: Identity): boolean {
  return may(identity, 'tenant:admin')
}

function seenBy(identity: Identity, snapshot: FlowSnapshot): FlowSnapshot {
  return maySeeAll(identity) ? snapshot : { ...snapshot, config: maskedConfig(snapshot.config) }
}

/** What is rendered is masked, not what it is rendered of: a content type among the headers decides how. */
function withMaskedHeaders<A extends { rendered: Rendered }, M extends { activities: A[] }>(match: M): M {
  const activities = match.activities.map((one) => ({ ...one, rendered: maskedHeaders(one.rendered) }))
  return { ...match, activities }
}

function change(request: FastifyRequest): void {
  permit(request, 'tenant:admin')
  readQuery(request.query, {})
}

function readable({ state, current }: FlowStore): FlowSnapshot {
  if (state === 'ready') return current
  throw new SignalboxError('flowsUnavailable', `flows cannot be read: ${state.unreadable}`)
}

function configAnswer(
  reply: FastifyReply,
  { config, errors, warnings, revision }: FlowSnapshot,
  { warned }: { warned?: true } = {},
) {
  reply.header('etag', `"${revision}"`)
  return { ...config, ...some({ errors }), ...(warned ? some({ warnings }) : {}) }
}

/** Lists that say something. */
function some<T extends Record<string, readonly unknown[]>>(lists: T): Partial<T> {
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)) as Partial<T>
}

/** Where it is, as who sent this one trigger sees it. */
function withinTrigger({ field, ...warning }: FlowWarning): FlowWarning {
  const inside = field.slice(`bindings_by_trigger_id.${warning.trigger_id}`.length)
  return { ...warning, field: `bindings${inside}` }
}

async function jsonOf(request: FastifyRequest) {
  return readJson(await bodyOf(request)).value
}

function bodyOf(request: FastifyRequest): Promise<Buffer> {
  return readWhole((request.body as IncomingMessage | undefined) ?? request.raw, MAX_BODY_BYTES)
}
