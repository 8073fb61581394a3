import type { AgentMode, GatewayState, HistoryItem, SessionMeta } from '@signalbox/protocol'
import type { Frame, SessionEvent, SessionEventType } from './frame.js'
import type { Message, Replies, Reply, SessionFields, SessionMessageType } from './replies.js'

export interface ListOptions {
  includeArchived?: boolean
  /** How many to a page: 1 to 1000, 100 if not said. */
  limit?: number
  /** `next` of the page before. */
  cursor?: string
}

export interface NewSession {
  agentType: string
  name?: string
  /** Without it the session gets a new folder. */
  cwd?: string
  /** How the agent is to work; `implement` if not said. */
  mode?: AgentMode
}

export interface ReadOptions {
  afterSeq?: number
  /** 1 to 1000, 100 if not said. */
  limit?: number
  types?: readonly SessionEventType[]
}

/** One page; `next` asks for the one after it, and is null at the end. */
export type SessionPage = { sessions: SessionMeta[]; next: string | null }
export type EventPage = { events: SessionEvent[]; next: number | null }
export type HistoryPage = { items: HistoryItem[]; next: number | null }

/** What can be asked of a gateway, each as one message and its answer. Sessions go by uuid or any alias. */
export abstract class Commands {
  /** Sends one message and waits for what answers it. Throws a GatewayError with the gateway's code. */
  abstract request<T extends keyof Replies>(message: Message<T>): Promise<Reply<T>>

  /** The same for a message about one session. */
  protected about<T extends SessionMessageType>(
    type: T,
    sessionId: string,
    fields: SessionFields<T>,
  ): Promise<Reply<T>> {
    return this.request({ type, sessionId, ...fields } as unknown as Message<T>)
  }

  /** How late it is at the gateway. */
  ping(ts = Date.now()): Promise<Frame<'pong'>> {
    return this.request({ type: 'ping', ts })
  }

  /** One page of the sessions, newest first. */
  async listSessions(options: ListOptions = {}): Promise<SessionPage> {
    const { sessions, next } = await this.request({ type: 'list_sessions', ...options })
    return { sessions, next }
  }

  /** All sessions, page by page as they are read. */
  async *sessions(options: Omit<ListOptions, 'cursor'> = {}): AsyncGenerator<SessionMeta, void> {
    let cursor: string | null = ''
    do {
      const page = await this.listSessions({ ...options, ...(cursor && { cursor }) })
      yield* page.sessions
      cursor = page.next
    } while (cursor)
  }

  async createSession(session: NewSession): Promise<SessionMeta> {
    return (await this.request({ type: 'create_session', ...session })).session
  }

  async renameSession(sessionId: string, name: string): Promise<SessionMeta> {
    return (await this.about('rename_session', sessionId, { name })).session
  }

  async archiveSession(sessionId: string): Promise<SessionMeta> {
    return (await this.about('archive_session', sessionId, {})).session
  }

  async unarchiveSession(sessionId: string): Promise<SessionMeta> {
    return (await this.about('unarchive_session', sessionId, {})).session
  }

  /** No new turn starts in it until it is resumed; one that runs goes on. */
  async pauseSession(sessionId: string): Promise<SessionMeta> {
    return (await this.about('pause_session', sessionId, {})).session
  }

  async resumeSession(sessionId: string): Promise<SessionMeta> {
    return (await this.about('resume_session', sessionId, {})).session
  }

  /** Whether the gateway starts turns, and when that was last changed. */
  async gatewayState(): Promise<GatewayState> {
    return stateIn(await this.request({ type: 'get_gateway_state' }))
  }

  /** No new turn starts in any session until the gateway is resumed; what runs goes on. */
  async pauseGateway(): Promise<GatewayState> {
    return stateIn(await this.request({ type: 'pause_gateway' }))
  }

  async resumeGateway(): Promise<GatewayState> {
    return stateIn(await this.request({ type: 'resume_gateway' }))
  }

  /** With everything kept of it, for good. */
  async deleteSession(sessionId: string): Promise<void> {
    await this.about('delete_session', sessionId, {})
  }

  /** What was said, oldest first; `next` goes into `before`. */
  async history(sessionId: string, options: { before?: number; limit?: number } = {}): Promise<HistoryPage> {
    const { items, next } = await this.about('get_history', sessionId, options)
    return { items, next }
  }

  /** One page of the events kept after a number; `next` goes into `afterSeq`. */
  async readEvents(sessionId: string, options: ReadOptions = {}): Promise<EventPage> {
    const { events, next } = await this.about('get_events', sessionId, options as SessionFields<'get_events'>)
    return { events: events as unknown as SessionEvent[], next }
  }
}

/** What a frame says of the gateway. */
export function stateIn({ type: _type, ref: _ref, ...state }: Frame<'gateway_state'>): GatewayState {
  return state
}
