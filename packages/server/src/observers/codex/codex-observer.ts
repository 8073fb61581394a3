import type { Draft, JsonObject, SessionProcess } from '@signalbox/protocol'
import type { RequestHolder } from '../../commands/requests.js'
import { fieldOf, listIn } from '../../ingest/codex-fields.js'
import type { AskedByCodex } from '../../ingest/codex-request.js'
import {
  endDraft,
  statusOf,
  type ThreadInfo,
  threadDrafts,
  threadEnd,
  threadInfo,
  threadOf,
} from '../../ingest/codex-session.js'
import type { AppServerMessage } from '../../ingest/codex-thread.js'
import type { Log, Published } from '../../log/log.js'
import type { Journal } from '../../telemetry/journal.js'
import { ControlSocket, type Pace } from './control-socket.js'
import { PieceBuffer } from './piece-buffer.js'
import type { RpcSocket } from './rpc-socket.js'
import { WatchedThread } from './watched-thread.js'

export interface CodexObserverOptions {
  log: Log
  journal: Journal
  tenantId: string
  home: string
  /** A turn of this thread ended unseen: its rollout file says how. */
  lostTurn?: (thread: ThreadInfo) => void
  pace?: Partial<Pace>
  lingerMs?: number
}

interface Held {
  thread: WatchedThread
  asked: AskedByCodex
}

interface Watched {
  thread: WatchedThread
  pieces: PieceBuffer
}

/** Threads there can be in one app-server; more are not looked after. */
const MAX_THREADS = 1000

/**
 * Watches the threads of the app-server that terminals of Codex share, as a second client, and passes on the answers to
 * what they ask.
 */
export class CodexObserver implements RequestHolder {
  readonly #options: CodexObserverOptions
  readonly #socket: ControlSocket
  readonly #threads = new Map<string, Watched>()
  /** Threads Codex has for itself, and those that are being asked about. */
  readonly #ignored = new Set<string>()
  /** Requests by session and id, in the words of the log. */
  readonly #held = new Map<string, Held>()
  #rpc: RpcSocket | undefined
  #server: SessionProcess | undefined
  #failing = false

  constructor(options: CodexObserverOptions) {
    this.#options = options
    const { home, journal, pace } = options
    options.log.onPublish((events) => {
      if (this.#threads.size > 0) for (const event of events) this.#published(event)
    })
    this.#socket = new ControlSocket({
      home,
      journal,
      connected: (rpc, server) => void this.#connected(rpc, server),
      gone: () => this.#gone(),
      ...(pace ? { pace } : {}),
    })
  }

  /** Whether everything that happens in a thread comes from its app-server, its requests included. */
  attached(threadId: string): boolean {
    return this.#threads.get(threadId)?.thread.subscribed ?? false
  }

  holds(sessionId: string, requestId: string): boolean {
    return this.#held.has(keyOf(sessionId, requestId))
  }

  close(): void {
    this.#socket.close()
    for (const { thread, pieces } of this.#threads.values()) {
      thread.close()
      pieces.flush()
    }
  }

  async #connected(rpc: RpcSocket, server: SessionProcess | undefined): Promise<void> {
    this.#rpc = rpc
    this.#server = server
    const before = new Set(this.#threads.keys())
    for (const { thread } of this.#threads.values()) thread.close()
    this.#held.clear()
    this.#ignored.clear()
    rpc.onMessage = (message) => this.#take(message)
    const loaded = await rpc.request('thread/loaded/list', {})
    if (!loaded.ok || this.#rpc !== rpc) return
    const ids = listIn(loaded.result, 'data').filter((id) => typeof id === 'string')
    for (const id of before) if (!ids.includes(id)) this.#end(id, 'app_server_gone', 'closed')
    await Promise.all(ids.slice(0, MAX_THREADS).map((id) => this.#learn(id)))
  }

  #gone(): void {
    this.#rpc = undefined
    for (const id of [...this.#threads.keys()]) this.#end(id, 'app_server_gone', 'closed')
  }

  #take(message: AppServerMessage): void {
    const id = threadOf(message)
    if (id === undefined) return
    if (message.method === 'thread/started') {
      this.#adopt(threadInfo(fieldOf(message.params, 'thread')))
      return
    }
    const reason = threadEnd(message)
    if (reason !== undefined) {
      this.#ignored.delete(id)
      this.#end(id, reason, message.method)
      return
    }
    const watched = this.#threads.get(id)
    if (watched) {
      watched.thread.take(message)
      this.#letGo(watched.thread)
    } else if (message.method === 'thread/status/changed' && statusOf(message.params) !== 'notLoaded') {
      void this.#learn(id)
    }
  }

  /** A thread that was there before us. */
  async #learn(id: string): Promise<void> {
    const rpc = this.#rpc
    if (!rpc || this.#ignored.has(id)) return
    this.#ignored.add(id)
    const answer = await rpc.request('thread/read', { threadId: id, includeTurns: false })
    this.#ignored.delete(id)
    if (answer.ok && this.#rpc === rpc) this.#adopt(threadInfo(fieldOf(answer.result, 'thread')), true)
  }

  #adopt(info: ThreadInfo | undefined, found = false): void {
    const rpc = this.#rpc
    if (!info || !rpc) return
    if (info.hidden || this.#threads.size >= MAX_THREADS) {
      this.#ignored.add(info.id)
      return
    }
    const known = this.#threads.get(info.id)?.thread
    if (known?.rpc === rpc) return
    known?.close()
    const pieces = new PieceBuffer((drafts) => void this.#commit(info, drafts))
    const server = this.#server as unknown as JsonObject | undefined
    pieces.take(threadDrafts(info, server))
    const { lingerMs } = this.#options
    const thread = new WatchedThread({
      ...(lingerMs === undefined ? {} : { lingerMs }),
      ...{ info, rpc, found },
      tell: (drafts) => pieces.take(drafts),
      lost: () => this.#options.lostTurn?.(info),
    })
    this.#threads.set(info.id, { thread, pieces })
  }

  #end(id: string, reason: string, method: string): void {
    const watched = this.#threads.get(id)
    if (!watched) return
    this.#threads.delete(id)
    watched.thread.close()
    watched.pieces.take([endDraft(reason, method)])
    for (const [key, held] of this.#held) if (held.thread === watched.thread) this.#held.delete(key)
  }

  async #commit({ id, cwd }: ThreadInfo, drafts: Draft[]): Promise<void> {
    const { log, tenantId, journal } = this.#options
    const create = { name: null, agentType: 'codex', origin: 'observed', cwd: cwd ?? null } as const
    const alias = { namespace: 'codex', id }
    try {
      const session = { by: 'alias', alias, create } as const
      const { sessionId } = await log.commit({ tenantId, session, drafts, separate: true })
      this.#failing = false
      const thread = this.#threads.get(id)?.thread
      if (!thread) return
      thread.sessionId = sessionId
      if (drafts.some(({ type }) => REQUESTED.has(type))) await this.#bindAsked(thread, sessionId)
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error)
      // Once, not for every piece of a stream: the rollout file has it all for the next start.
      if (!this.#failing) journal.warn('what Codex does could not be kept', { problem })
      this.#failing = true
    }
  }

  /** A hook may have asked first: then the request has the name it gave. */
  async #bindAsked(thread: WatchedThread, sessionId: string): Promise<void> {
    const state = await this.#options.log.snapshot(sessionId)
    for (const { requestId, data } of state?.requests ?? []) this.#bind(thread, sessionId, requestId, data)
  }

  #bind(thread: WatchedThread, sessionId: string, requestId: string, data: JsonObject): void {
    const asked = thread.waiting.find(({ known }) =>
      'requestId' in known ? known.requestId === requestId : known.toolCallId === data.toolCallId,
    )
    if (asked) this.#held.set(keyOf(sessionId, requestId), { thread, asked })
  }

  /** What was answered elsewhere is held no longer. */
  #letGo(thread: WatchedThread): void {
    if (this.#held.size === 0) return
    const waiting = new Set(thread.waiting.map(({ rpcId }) => rpcId))
    for (const [key, held] of this.#held) {
      if (held.thread === thread && !waiting.has(held.asked.rpcId)) this.#held.delete(key)
    }
  }

  #published({ type, sessionId, data: text }: Published): void {
    if (REQUESTED.has(type)) {
      const thread = this.#threadIn(sessionId)
      if (!thread) return
      const data = JSON.parse(text) as JsonObject
      this.#bind(thread, sessionId, String(data.requestId), data)
      return
    }
    if (!ENDED.has(type) || this.#held.size === 0) return
    const data = JSON.parse(text) as JsonObject
    const key = keyOf(sessionId, String(data.requestId))
    const held = this.#held.get(key)
    if (!held) return
    this.#held.delete(key)
    // Who answered in the terminal has told Codex already.
    if (type === 'request_closed' || fieldOf(data.by, 'userId') === 'terminal') return
    held.thread.answer(held.asked, { type, data })
  }

  #threadIn(sessionId: string): WatchedThread | undefined {
    for (const { thread } of this.#threads.values()) if (thread.sessionId === sessionId) return thread
    return undefined
  }
}

const REQUESTED: ReadonlySet<string> = new Set(['permission_requested', 'question_requested'])
const ENDED: ReadonlySet<string> = new Set(['approval_resolved', 'question_resolved', 'request_closed'])

function keyOf(sessionId: string, requestId: string): string {
  return `${sessionId} ${requestId}`
}
