import { type Alias, MAX_CWD, type Moment, type SessionMeta } from '@signalbox/protocol'
import type { NewSession } from './log.js'

/** A session before anything happened in it. */
export function newMeta(moment: Moment, tenantId: string, create: NewSession, aliases: Alias[]): SessionMeta {
  return {
    id: moment.newId(),
    tenantId,
    name: create.name,
    agentType: create.agentType,
    status: 'inactive',
    archived: false,
    createdAt: moment.now,
    updatedAt: moment.now,
    lastActivityAt: null,
    origin: create.origin,
    cwd: create.cwd?.slice(0, MAX_CWD) ?? null,
    aliases,
  }
}
