import { stat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { type AgentMode, type Alias, type Draft, type SessionMeta, SignalboxError } from '@signalbox/protocol'
import type { Identity } from '../identity.js'
import type { Log, NewSession, ReplyTo } from '../log/log.js'
import { watchedOnly } from '../sessions/live-sessions.js'
import { findSession } from './find-session.js'
import type { Workspaces } from './workspaces.js'

/** Who asks, and how the answer finds back. */
export interface Caller {
  identity: Identity
  via: string
  /** The address it comes from. */
  from?: string
  replyTo?: { client: string; ref?: string | number }
}

/** What a new session should be. */
export interface SessionWish {
  agentType: string
  name?: string
  cwd?: string
  mode?: AgentMode
  projectId?: string
  /** A name it is known by from then on; the session that has it already is not made again. */
  alias?: Alias
}

/** A part of the contract whose door opens with a later release. */
export function notYet(field: string): SignalboxError {
  return new SignalboxError('notImplemented', `${field} is not available yet`, { field })
}

/** What people do to sessions as a whole. Every door calls these; what happens comes back as events. */
export class SessionCommands {
  readonly #log: Log
  readonly #workspaces: Workspaces

  constructor(log: Log, workspaces: Workspaces) {
    this.#log = log
    this.#workspaces = workspaces
  }

  /** Tells the id of the session. */
  async create(caller: Caller, wish: SessionWish): Promise<string> {
    if (wish.projectId !== undefined) throw notYet('projectId')
    if (wish.cwd !== undefined && (!isAbsolute(wish.cwd) || wish.cwd.includes('\0'))) {
      throw new SignalboxError('invalidMessage', 'cwd must be an absolute path', { field: 'cwd' })
    }
    if (wish.cwd !== undefined && !(await isDirectory(wish.cwd))) {
      throw new SignalboxError('invalidMessage', 'cwd must be a folder that exists', { field: 'cwd' })
    }
    const cwd = wish.cwd ?? (await this.#workspaces.create())
    const create: NewSession = {
      name: wish.name ?? null,
      agentType: wish.agentType,
      origin: 'driven',
      cwd,
      ...(wish.mode === undefined ? {} : { mode: wish.mode }),
    }
    const { alias } = wish
    const { sessionId } = await this.#log.commit({
      tenantId: caller.identity.tenantId,
      session: alias ? { by: 'alias', alias, create } : { by: 'new', create },
      drafts: [],
      command: true,
      ...replyAs('session_created', caller),
    })
    return sessionId
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

  /** No new turn starts in it. An agent in somebody's own terminal starts its turns itself, so it cannot be paused. */
  async pause(caller: Caller, id: string): Promise<SessionMeta | undefined> {
    const sessionId = await findSession(this.#log, caller.identity, id)
    const session = await this.#log.reader.session(sessionId)
    if (session?.origin === 'observed') throw watchedOnly()
    return this.#change(caller, sessionId, 'session_paused', {})
  }

  resume(caller: Caller, id: string): Promise<SessionMeta | undefined> {
    return this.#change(caller, id, 'session_resumed', {})
  }

  async delete(caller: Caller, id: string): Promise<void> {
    const sessionId = await findSession(this.#log, caller.identity, id)
    const { replyTo } = replyAs('session_deleted', caller)
    const session = await this.#log.reader.session(sessionId)
    await this.#log.deleteSession(caller.identity.tenantId, sessionId, replyTo)
    await this.#workspaces.remove(session?.cwd ?? null)
  }

  /** The session, when it was so already and no event tells of it. */
  async #change(
    caller: Caller,
    id: string,
    type: Draft['type'],
    data: NonNullable<Draft['data']>,
  ): Promise<SessionMeta | undefined> {
    const sessionId = await findSession(this.#log, caller.identity, id)
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

async function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}

/** The event of this type is the answer to the caller. */
export function replyAs(type: Draft['type'], caller: Caller): { replyTo?: ReplyTo } {
  return caller.replyTo ? { replyTo: { type, ...caller.replyTo } } : {}
}
