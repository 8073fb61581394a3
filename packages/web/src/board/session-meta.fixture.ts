import type { SessionMeta } from '@signalbox/protocol'

/** A session for tests, with what a test does not care about filled in. */
export function sessionMeta(id: string, more: Partial<SessionMeta> = {}): SessionMeta {
  return {
    id,
    tenantId: 'local',
    name: null,
    agentType: 'codex',
    status: 'ready',
    archived: false,
    createdAt: 0,
    updatedAt: 0,
    lastActivityAt: null,
    origin: 'observed',
    cwd: null,
    aliases: [],
    ...more,
  }
}
