import { setTimeout as sleep } from 'node:timers/promises'
import type { Draft, JsonObject } from '@signalbox/protocol'
import { answeredInSilence } from '../../ingest/codex-answered.js'
import { tellCodex } from '../../ingest/codex-app-server.js'
import { fieldOf, listIn, textIn } from '../../ingest/codex-fields.js'
import { toolOf } from '../../ingest/codex-item.js'
import { type AskedByCodex, replyTo } from '../../ingest/codex-request.js'
import { statusOf, type ThreadInfo } from '../../ingest/codex-session.js'
import { type AppServerMessage, type CodexThread, newThread, type Told } from '../../ingest/codex-thread.js'
import type { RpcSocket } from './rpc-socket.js'

export interface WatchedThreadOptions {
  info: ThreadInfo
  rpc: RpcSocket
  /** It was there before us: a short turn may be over already. */
  found?: boolean
  /** Takes what happened, in order. */
  tell: (drafts: Draft[]) => void
  /** A turn ended, and nobody said how. */
  lost: () => void
  /** What belongs to a turn comes before and after its end: so long we stay. */
  lingerMs?: number
}

/** Subscribing fails until the first turn is written down. */
const RETRIES_MS = [30, 60, 120, 250, 500, 1000, 1000, 1000]
const LINGER_MS = 1000
/** A turn that began so lately is news. */
const RECENT_MS = 60_000
/** A no that another client gave shows within this time. */
const SILENCE_MS = 250

/**
 * One thread of an app-server. It is heard of without subscribing; while a turn runs we subscribe, for the whole stream
 * and the requests, and leave when it is over: a thread with a subscriber is never unloaded.
 */
export class WatchedThread {
  readonly info: ThreadInfo
  sessionId: string | undefined
  readonly #options: WatchedThreadOptions
  #thread: CodexThread
  #active = false
  #subscribed = false
  #inTurn = false
  #leaving: NodeJS.Timeout | undefined
  #settling: NodeJS.Timeout | undefined
  #retrying: NodeJS.Timeout | undefined
  /** What comes while we ask for what was before it. */
  #held: AppServerMessage[] | undefined
  #over = false

  constructor(options: WatchedThreadOptions) {
    this.info = options.info
    this.#options = options
    this.#thread = newThread(options.info.id)
    if (options.info.active) this.#begin()
    else if (options.found) void this.#catchUp()
  }

  /** The connection it is watched through. */
  get rpc(): RpcSocket {
    return this.#options.rpc
  }

  /** Whether everything that happens in it comes to us. */
  get subscribed(): boolean {
    return this.#subscribed
  }

  /** Requests that wait for somebody, us included. */
  get waiting(): readonly AskedByCodex[] {
    return this.#thread.asked.filter(({ state }) => state === 'waiting')
  }

  take(message: AppServerMessage): void {
    // How a thread is, is true at once; what happens in it comes in order.
    if (this.#held && message.method !== 'thread/status/changed') this.#held.push(message)
    else this.#take(message)
  }

  #take(message: AppServerMessage): void {
    if (message.method === 'turn/started') this.#inTurn = true
    this.#told(tellCodex(this.#thread, message))
    if (message.method === 'turn/completed') {
      this.#inTurn = false
      this.#leave()
    }
    if (message.method === 'serverRequest/resolved') this.#settle()
    if (message.method !== 'thread/status/changed') return
    if (statusOf(message.params) === 'active') this.#begin()
    else if (statusOf(message.params) !== 'notLoaded') this.#end()
  }

  /** Passes on an answer the log has; false when it came too late. */
  answer(asked: AskedByCodex, answer: { type: Draft['type']; data: JsonObject }): boolean {
    const result = replyTo(asked, answer)
    const waits = this.#thread.asked.some(({ rpcId, state }) => rpcId === asked.rpcId && state === 'waiting')
    if (!result || !waits || !this.#options.rpc.reply(asked.rpcId, result)) return false
    this.#thread = {
      ...this.#thread,
      asked: this.#thread.asked.map((one) =>
        one.rpcId === asked.rpcId ? { ...one, state: 'answered_here' as const } : one,
      ),
    }
    return true
  }

  /** Nothing more is to be heard of it. */
  close(): void {
    this.#over = true
    for (const timer of [this.#leaving, this.#settling, this.#retrying]) clearTimeout(timer)
  }

  #told({ thread, drafts }: Told): void {
    this.#thread = thread
    if (drafts.length > 0) this.#options.tell(drafts)
  }

  #begin(): void {
    clearTimeout(this.#leaving)
    if (this.#active) return
    this.#active = true
    if (!this.#subscribed) void this.#subscribe(0)
  }

  #end(): void {
    this.#active = false
    this.#leave()
  }

  async #subscribe(attempt: number): Promise<void> {
    const { rpc } = this.#options
    const { id: threadId } = this.info
    this.#held ??= []
    const answer = await rpc.request('thread/resume', { threadId, excludeTurns: true })
    if (this.#over) return
    if (answer.ok) {
      this.#subscribed = true
      await this.#catchUp()
      this.#takeHeld()
      if (!this.#active) this.#leave()
      return
    }
    this.#takeHeld()
    const ms = RETRIES_MS[attempt]
    if (!this.#active || ms === undefined) return
    this.#retrying = setTimeout(() => void this.#subscribe(attempt + 1), ms).unref()
  }

  #takeHeld(): void {
    const held = this.#held ?? []
    this.#held = undefined
    if (!this.#over) for (const message of held) this.#take(message)
  }

  /**
   * What of the last turn was before we came: of the running one so far, of one that is over since, all of it. Told again
   * it is the same, by its keys.
   */
  async #catchUp(): Promise<void> {
    let turn = await this.#lastTurn()
    // Until the server knows of it, a turn that has only just begun reads like one that was broken off.
    if (isBrokenOff(turn) && !this.#active) {
      await sleep(SILENCE_MS, undefined, { ref: false })
      turn = await this.#lastTurn()
    }
    if (!turn) return
    if (textIn(turn, 'status') === 'inProgress' || (this.#active && isBrokenOff(turn))) {
      this.#inTurn = true
      this.#retell(turn)
      return
    }
    const startedAt = Number(fieldOf(turn, 'startedAt')) * 1000
    if (!(startedAt > Date.now() - RECENT_MS)) return
    this.#retell(turn)
    this.#told(
      tellCodex(this.#thread, { method: 'turn/completed', params: { threadId: this.info.id, turn } }),
    )
  }

  async #lastTurn(): Promise<JsonObject | undefined> {
    const params = { threadId: this.info.id, limit: 1, sortDirection: 'desc', itemsView: 'full' }
    const answer = await this.#options.rpc.request('thread/turns/list', params)
    const [turn] = answer.ok ? listIn(answer.result, 'data') : []
    return this.#over ? undefined : (turn as JsonObject | undefined)
  }

  #retell(turn: JsonObject): void {
    const at = { threadId: this.info.id, turnId: fieldOf(turn, 'id') ?? null }
    this.#told(tellCodex(this.#thread, { method: 'turn/started', params: at }))
    for (const item of listIn(turn, 'items')) {
      const running = textIn(item, 'status') === 'inProgress'
      const known = this.#thread.running.has(textIn(item, 'id') ?? '')
      const tool = toolOf(item as JsonObject) !== undefined
      // A text that is being written is told when it is whole.
      if (known || (!tool && textIn(item, 'type') !== 'userMessage')) continue
      const method = running ? 'item/started' : 'item/completed'
      this.#told(tellCodex(this.#thread, { method, params: { ...at, item } }))
    }
  }

  #settle(): void {
    clearTimeout(this.#settling)
    if (!this.#thread.asked.some(({ state }) => state === 'answered_elsewhere')) return
    this.#settling = setTimeout(() => this.#told(answeredInSilence(this.#thread)), SILENCE_MS).unref()
  }

  #leave(): void {
    clearTimeout(this.#leaving)
    this.#leaving = setTimeout(() => {
      if (this.#active) return
      if (this.#inTurn) this.#options.lost()
      this.#inTurn = false
      if (!this.#subscribed) return
      this.#subscribed = false
      void this.#options.rpc.request('thread/unsubscribe', { threadId: this.info.id })
    }, this.#options.lingerMs ?? LINGER_MS).unref()
  }
}

function isBrokenOff(turn: JsonObject | undefined): boolean {
  return turn !== undefined && textIn(turn, 'status') === 'interrupted'
}
