import { canonicalOf, type Event, type EventType, REGISTRY, rowOf, type Scope } from '@signalbox/protocol'
import { isNotification } from '@signalbox/protocol/flow'
import { isTold } from '@signalbox/protocol/telling'

export function sessionTopic(sessionId: string): string {
  return `session:${sessionId}`
}

/** The session whose topic it is; undefined for any other topic. */
export function sessionOf(topic: string): string | undefined {
  return topic.startsWith('session:') && !topic.includes('#') ? topic.slice('session:'.length) : undefined
}

export function tenantTopic(tenantId: string): string {
  return `tenant:${tenantId}`
}

/** The topic of what JSON-RPC tells: of a tenant one of its own; of one session that of everything in it. */
export function toldTopic({ tenantId, sessionId }: { tenantId: string; sessionId?: string }): string {
  return sessionId === undefined ? `${tenantTopic(tenantId)}#told` : sessionTopic(sessionId)
}

/** Whether events of this type are also on topics of that type alone: those that streams over the log are made of. */
function isStreamed(type: EventType): boolean {
  return canonicalOf(type) !== undefined || isNotification(type)
}

/**
 * The topics of these types in a tenant, or in one session. A filter by type is a choice of topics, so readers with
 * different filters still share every frame.
 */
export function typeTopics(
  { tenantId, sessionId }: { tenantId: string; sessionId?: string },
  types: readonly EventType[],
): string[] {
  const within = sessionId === undefined ? tenantTopic(tenantId) : sessionTopic(sessionId)
  return types.map((type) => {
    if (!isStreamed(type)) throw new Error(`events of type ${type} have no topic of their own`)
    return `${within}#${type}`
  })
}

type Topic = (event: Event) => string

const SCOPE_TOPICS: Readonly<Record<Scope, Topic | undefined>> = {
  connection: undefined,
  session: ({ sessionId }) => sessionTopic(sessionId),
  tenant: ({ tenantId }) => tenantTopic(tenantId),
}

/** By the scopes the registry gives a type. Made once: it is asked for every event. */
const TOPICS = Object.fromEntries(
  (Object.keys(REGISTRY) as EventType[]).map((type) => [type, topicsOfType(type)]),
) as Record<EventType, readonly Topic[]>

function topicsOfType(type: EventType): readonly Topic[] {
  const byScope = rowOf(type).scopes.flatMap((scope) => SCOPE_TOPICS[scope] ?? [])
  const ofType: Topic[] = [
    ({ sessionId }) => `session:${sessionId}#${type}`,
    ({ tenantId }) => `tenant:${tenantId}#${type}`,
  ]
  const told: Topic[] = [({ tenantId }) => toldTopic({ tenantId })]
  return [...byScope, ...(isStreamed(type) ? ofType : []), ...(isTold(type) ? told : [])]
}

/** The topics an event goes out on. */
export function topicsOf(event: Event): string[] {
  return TOPICS[event.type].map((topic) => topic(event))
}
