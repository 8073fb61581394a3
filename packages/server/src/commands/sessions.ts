import { isAbsolute } from 'node:path'
import { type Draft, type SessionMeta, SignalboxError } from '@signalbox/protocol'
import type { Identity } from '../identity.js'
import type { Log, NewSession, ReplyTo } from '../log/log.js'

/** Who asks, and how the answer finds back. */
export interface Caller {
  identity: Identity
  via: string
  replyTo?: { client: string; ref?: string | number }
}

/** What people do to sessions as a whole. Every door calls these; what happens comes back as events. */
export class SessionCommands {
  readonly #log: Log

  constructor(log: Log) {
    this.#log = log
  }

  /** The uuid behind an id as any door takes it; a session of another tenant does not exist. */
  async find(identity: Identity, id: string): Promise<string> {
    const sessionId = await this.#log.reader.resolve(identity.tenantId, id)
    if (sessionId === undefined) throw new SignalboxError('sessionNotFound')
    return sessionId
  }

  async create(caller: Caller, wish: { agentType: string; name?: string; cwd?: string }): Promise<void> {
    const cwd = wish.cwd ?? null
    if (cwd !== null && (!isAbsolute(cwd) || cwd.includes('\0'))) {
      throw new SignalboxError('invalidMessage', 'cwd must be an absolute path', { field: 'cwd' })
    }
    const create: NewSession = { name: wish.name ?? null, agentType: wish.agentType, origin: 'driven', cwd }
    await this.#log.commit({
      tenantId: caller.identity.tenantId,
      session: { by: 'new', create },
      drafts: [],
      command: true,
      ...replyAs('session_created', caller),
    })
  }

  rename(caller: Caller, id: string, name: string): Promise<SessionMeta | undefined> {
    return this.#change(caller, id, 'session_updated', { name })
  }

  archive(caller: Caller, id: string): Promise<SessionMeta | undefined> {
    return this.#change(caller, id, 'session_archived', {})
  }

  unarchive(caller: Caller, id: string): Promise<SessionMeta | undefined> {
    return this.#change(caller, id, 'session_unarchived', {})
  }

  async delete(caller: Caller, id: string): Promise<void> {
    const sessionId = await this.find(caller.identity, id)
    const { replyTo } = replyAs('session_deleted', caller)
    await this.#log.deleteSession(caller.identity.tenantId, sessionId, replyTo)
  }

  /** The session, when it was so already and no event tells of it. */
  async #change(
    caller: Caller,
    id: string,
    type: Draft['type'],
    data: NonNullable<Draft['data']>,
  ): Promise<SessionMeta | undefined> {
    const sessionId = await this.find(caller.identity, id)
    const committed = await this.#log.commit({
      tenantId: caller.identity.tenantId,
      session: { by: 'id', id: sessionId },
      drafts: [
        { type, source: { agent: 'signalbox', via: caller.via, nativeId: caller.identity.userId }, data },
      ],
      command: true,
      ...replyAs(type, caller),
    })
    return committed.first ? undefined : committed.session
  }
}

function replyAs(type: Draft['type'], caller: Caller): { replyTo?: ReplyTo } {
  return caller.replyTo ? { replyTo: { type, ...caller.replyTo } } : {}
}
