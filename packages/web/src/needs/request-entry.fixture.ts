import type { JsonObject, RequestEntry } from '@signalbox/protocol'

/** A permission that waits, for tests. */
export function permissionEntry(data: JsonObject, more: Partial<RequestEntry> = {}): RequestEntry {
  return {
    requestId: 'r1',
    sessionId: 's1',
    kind: 'permission',
    turnId: null,
    since: 1000,
    status: 'pending',
    answerable: true,
    data: { requestId: 'r1', toolName: 'Bash', description: '', ...data },
    ...more,
  }
}

/** Questions that wait, for tests. */
export function questionEntry(questions: JsonObject[], more: Partial<RequestEntry> = {}): RequestEntry {
  return permissionEntry({}, { kind: 'question', data: { requestId: 'r1', questions }, ...more })
}
