import { type Event, rowOf } from '@signalbox/protocol'

export function sessionTopic(sessionId: string): string {
  return `session:${sessionId}`
}

export function tenantTopic(tenantId: string): string {
  return `tenant:${tenantId}`
}

/** The topics an event goes out on: by the scopes the registry gives its type. */
export function topicsOf(event: Event): string[] {
  const topics: string[] = []
  for (const scope of rowOf(event.type).scopes) {
    if (scope === 'session') topics.push(sessionTopic(event.sessionId))
    else if (scope === 'tenant') topics.push(tenantTopic(event.tenantId))
  }
  return topics
}
