import {
  type AttentionEntry,
  type By,
  type Draft,
  type RequestEntry,
  type RequestStatus,
  SignalboxError,
} from '@signalbox/protocol'
import type { Identity } from '../identity.js'
import type { Log } from '../log/log.js'
import { findSession } from './find-session.js'
import { type Caller, replyAs } from './sessions.js'

/** What a person says to a request: yes or no, or the answers to its questions. */
export type RequestAnswer =
  | { approved: boolean; message?: string; remember?: boolean }
  | { answers: Record<string, string>; dismissed?: boolean }

/** Knows who waits for the answer to a request. */
export interface RequestHolder {
  holds(sessionId: string, requestId: string): boolean
}

const DEFAULT_LIMIT = 100

/** What agents ask people, and what people answer. The log decides who was first. */
export class RequestCommands {
  readonly #log: Log
  readonly #holder: RequestHolder

  constructor(log: Log, holder: RequestHolder) {
    this.#log = log
    this.#holder = holder
  }

  async list(
    identity: Identity,
    query: { status?: RequestStatus; sessionId?: string; limit?: number },
  ): Promise<RequestEntry[]> {
    const { status, sessionId: id, limit = DEFAULT_LIMIT } = query
    const sessionId = id === undefined ? undefined : await findSession(this.#log, identity, id)
    const requests = await this.#log.reader.requests({
      tenantId: identity.tenantId,
      limit,
      ...(status === undefined ? {} : { status }),
      ...(sessionId === undefined ? {} : { sessionId }),
    })
    return requests.map((entry) => this.#withHolder(entry))
  }

  /** Whether an answer would be passed on is known here only, and only now. */
  #withHolder(entry: RequestEntry): RequestEntry {
    if (entry.status !== 'pending') return entry
    return { ...entry, answerable: this.#holder.holds(entry.sessionId, entry.requestId) }
  }

  attention(
    identity: Identity,
    { status = 'raised', limit = DEFAULT_LIMIT }: { status?: 'raised' | 'cleared'; limit?: number },
  ): Promise<AttentionEntry[]> {
    return this.#log.reader.attention({ tenantId: identity.tenantId, status, limit })
  }

  /** The first answer counts; a later one is told who gave it, when, and what it was. */
  async respond(
    caller: Caller,
    requestId: string,
    answer: RequestAnswer,
    session?: string,
  ): Promise<RequestEntry> {
    const { tenantId } = caller.identity
    const sessionId =
      session === undefined ? undefined : await findSession(this.#log, caller.identity, session)
    const asked = await this.#log.reader.request(tenantId, requestId, sessionId)
    if (!asked) throw new SignalboxError('requestNotFound')
    const draft = answerDraft(caller, asked, answer)
    if (!this.#holder.holds(asked.sessionId, requestId)) await this.#refuseWaiting(tenantId, asked)
    await this.#log.commit({
      tenantId,
      session: { by: 'id', id: asked.sessionId },
      drafts: [draft],
      command: true,
      ...replyAs(draft.type, caller),
    })
    return (await this.#log.reader.request(tenantId, requestId, asked.sessionId)) ?? asked
  }

  /** Refuses an answer nobody here would pass on. One that somebody was faster with is no such: the log says who. */
  async #refuseWaiting(tenantId: string, { sessionId, requestId }: RequestEntry): Promise<void> {
    const now = await this.#log.reader.request(tenantId, requestId, sessionId)
    if (now?.status !== 'pending') return
    const agent = (await this.#log.reader.session(sessionId))?.agentType ?? ''
    const hint = Object.hasOwn(ASKED_FIRST, agent) ? `; ${ASKED_FIRST[agent]}` : ''
    const message = `this agent asks in its own terminal and can only be answered there${hint}`
    throw new SignalboxError('agentUnavailable', message)
  }
}

/** How to be asked before the terminal is, where that depends on who is there. */
const ASKED_FIRST: Readonly<Record<string, string>> = {
  codex: 'with the dashboard or "signalbox watch" open, Codex asks here first',
}

function answerDraft(caller: Caller, { requestId, kind }: RequestEntry, answer: RequestAnswer): Draft {
  const { identity, via, from } = caller
  const by: By = { userId: identity.userId, via, ...(from === undefined ? {} : { from }) }
  const source = { agent: 'signalbox', via, nativeId: identity.userId }
  if ('approved' in answer) {
    if (kind !== 'permission') throw wrongKind('approved', 'a question, which takes answers')
    return { type: 'approval_resolved', source, data: { requestId, ...answer, by } }
  }
  if (kind !== 'question') throw wrongKind('answers', 'a permission, which takes approved')
  const { answers, dismissed = false } = answer
  return { type: 'question_resolved', source, data: { requestId, answers, dismissed, by } }
}

function wrongKind(field: string, what: string): SignalboxError {
  return new SignalboxError('invalidMessage', `${field} is no answer here: the request is ${what}`, { field })
}
