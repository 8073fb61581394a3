import { type JsonObject, type SessionMeta, SignalboxError, sessionUuid } from '@signalbox/protocol'
import { threadId } from '@signalbox/protocol/telling'
import type { AgentCatalogue } from '../../../agents/catalogue.js'
import { findSession } from '../../../commands/find-session.js'
import type { Caller, SessionCommands } from '../../../commands/sessions.js'
import type { TurnCommands } from '../../../commands/turns.js'
import type { Log } from '../../../log/log.js'
import type { CurrentThread } from './current-thread.js'
import type { PauseNews } from './pause-news.js'
import type { Announce, MethodHandlers } from './rpc-methods.js'
import { startedAt, threadForm, threadState } from './thread-form.js'
import { threadItems } from './thread-items.js'

export interface ThreadMethodDeps {
  log: Log
  commands: SessionCommands
  turns: Pick<TurnCommands, 'end'>
  agents: Pick<AgentCatalogue, 'preferred'>
  current: CurrentThread
  announce: Announce
  pauseNews: Pick<PauseNews, 'started'>
}

type ThreadMethod =
  | 'thread/start'
  | 'thread/list'
  | 'thread/read'
  | 'thread/pause'
  | 'thread/resume'
  | 'thread/close'

const DEFAULT_LIMIT = 100
/** What a thread can be called by who starts it. */
const NAME = /^[^\p{Cc}\p{Cs}]{1,200}$/u

/** Threads: the sessions of the log under their name on this door. */
export function threadMethods(deps: ThreadMethodDeps): MethodHandlers<ThreadMethod> {
  const { log, commands, turns, current, announce, pauseNews } = deps

  async function sessionOf({ identity }: Caller, thread_id: string): Promise<SessionMeta> {
    const session = await log.reader.session(
      await findSession(log, identity, thread_id).catch(threadNotFound),
    )
    if (!session) throw notFound()
    return session
  }

  /** The thread as it is now. */
  async function stateOf(caller: Caller, id: string): Promise<JsonObject> {
    return { thread_id: threadId(id), state: await threadState(log, await sessionOf(caller, id)) }
  }

  return {
    async 'thread/start'({ thread_id, agent, cwd }, caller) {
      const name = thread_id?.trim() || undefined
      const known = name === undefined ? undefined : await knownSession(log, caller, name)
      const sessionId = known ?? (await make(deps, caller, { name, agent, cwd }))
      const session = await sessionOf(caller, sessionId)
      if (known !== undefined) {
        if (session.archived) await commands.unarchive(caller, known)
        await announce(session.tenantId, known, 'thread/started')
      }
      await pauseNews.started(sessionId)
      await current.set(sessionId)
      return {
        thread_id: threadId(sessionId),
        session_id: threadId(sessionId),
        started_at: startedAt(session),
      }
    },

    async 'thread/list'({ limit = DEFAULT_LIMIT, cursor }, { identity: { tenantId } }) {
      if (cursor !== undefined && !/^\d{1,15}$/.test(cursor)) {
        const message = 'cursor must be one that thread/list gave as next'
        throw new SignalboxError('invalidMessage', message, { field: 'cursor' })
      }
      const from = cursor === undefined ? {} : { cursor }
      const page = await log.reader.sessions({ tenantId, includeArchived: true, limit, ...from })
      const threads = page.sessions.map((session) => threadForm(log, session))
      return { threads: await Promise.all(threads), next: page.next }
    },

    async 'thread/read'({ thread_id, limit }, caller) {
      const session = await sessionOf(caller, thread_id)
      const { items, omitted, cursor } = await threadItems(log, session.id, limit)
      return { ...(await threadForm(log, session)), items: items as unknown as JsonObject[], omitted, cursor }
    },

    async 'thread/pause'({ thread_id }, caller) {
      const { id, archived } = await sessionOf(caller, thread_id)
      if (archived) throw new SignalboxError('invalidTransition', 'thread is closed')
      await commands.pause(caller, id)
      return stateOf(caller, id)
    },

    async 'thread/resume'({ thread_id }, caller) {
      const session = await sessionOf(caller, thread_id)
      if (session.archived) await commands.unarchive(caller, session.id)
      if (session.paused) await commands.resume(caller, session.id)
      await current.set(session.id)
      return stateOf(caller, session.id)
    },

    async 'thread/close'({ thread_id }, caller) {
      const { id } = await sessionOf(caller, thread_id)
      await turns.end(caller, id, 'the thread was closed')
      await commands.archive(caller, id)
      return stateOf(caller, id)
    },
  }
}

/** The session behind an id; a uuid nobody has is nobody's, any other id may become the name of a new thread. */
async function knownSession(log: Log, { identity }: Caller, id: string): Promise<string | undefined> {
  const known = await log.reader.resolve(identity.tenantId, id)
  if (known === undefined && sessionUuid(id) !== undefined) throw notFound()
  return known
}

interface ThreadWish {
  name: string | undefined
  agent: string | undefined
  cwd: string | undefined
}

function make({ commands, agents }: ThreadMethodDeps, caller: Caller, wish: ThreadWish): Promise<string> {
  const { name, agent, cwd } = wish
  if (name !== undefined && !NAME.test(name)) {
    const message = 'thread_id must have at most 200 characters, none of them a control character'
    throw new SignalboxError('invalidMessage', message, { field: 'thread_id' })
  }
  return commands.create(caller, {
    agentType: agent ?? agents.preferred,
    ...(cwd === undefined ? {} : { cwd }),
    ...(name === undefined ? {} : { name, alias: { namespace: 'rpc', id: name } }),
  })
}

/** What is said of a thread that is not there. */
export function threadNotFound(error: unknown): never {
  throw error instanceof SignalboxError && error.kind === 'sessionNotFound' ? notFound() : error
}

function notFound(): SignalboxError {
  return new SignalboxError('sessionNotFound', 'thread not found', { field: 'thread_id' })
}
