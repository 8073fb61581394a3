import { hostname } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import type { Draft, Event, Glance, SessionState } from '@signalbox/protocol'
import { notificationDraft } from '../harmonize/notification.js'
import type { Log, Published } from '../log/log.js'
import type { Journal } from '../telemetry/journal.js'
import { EDGE_TYPES, type Edge, edgeOf } from './edge.js'
import { IdleAgents } from './idle-agents.js'
import type { Listener, Listeners } from './listeners.js'
import { enveloped } from './message.js'
import { isTypedIn, type TmuxPane, typeInto } from './tmux-pane.js'

export interface DeliveryDeps {
  log: Log
  listeners: Listeners
  journal: Journal
  tenantId: string
  now: () => number
  /** How long a message waits for the agent it is for to be idle. */
  waitMs: number
  /** Nothing is to start: what is typed to an agent begins a turn, so nothing is typed. */
  paused: () => boolean
  host?: string
}

/** Older news is none: somebody has seen to it since. */
const NEWS_MS = 10 * 60_000
/** How often it is looked whether a pane is free. */
const LOOK_MS = 1_000
/** So soon an agent tells of what was typed to it. */
const BEGINS_MS = 2_000
const source = { agent: 'signalbox', via: 'delivery' }

/**
 * Tells the sessions that listen to another when it needs somebody or is done: in their tmux pane, once their agent is
 * idle, or as a notification where they have none. What could not be told is told in their session.
 */
export class Delivery {
  readonly #deps: DeliveryDeps
  readonly #agents: IdleAgents
  /** Whom a session was told of last: what it then does is no news to that one, or two would talk for ever. */
  readonly #toldOf = new Map<string, string>()
  /** Messages of one session go one after the other. */
  readonly #queues = new Map<string, Promise<void>>()
  readonly #stopped = new AbortController()
  #closed = false

  constructor(deps: DeliveryDeps) {
    this.#deps = deps
    this.#agents = new IdleAgents(deps.log)
    deps.log.onPublish((events) => {
      for (const event of events) this.#published(event)
    })
  }

  /** What was not told when the last process ended, if it is still news. */
  async start(): Promise<void> {
    const { log, listeners, now } = this.#deps
    for (const listener of listeners.all()) {
      const page = { afterSeq: listener.edge, limit: 1000, types: [...EDGE_TYPES] }
      const { events } = await log.reader.read(listener.target, page)
      const last = events.at(-1)
      if (last && last.ts > now() - NEWS_MS) this.#tell(listener, last, edgeOf(last))
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#agents.close()
    this.#stopped.abort()
    await Promise.all(this.#queues.values())
  }

  #published(event: Published): void {
    const { listeners, tenantId } = this.#deps
    if (event.tenantId !== tenantId) return
    if (event.type === 'session_deleted') void this.#forget(event.sessionId)
    const told = listeners.of(event.sessionId)
    if (told.length === 0) return
    const edge = edgeOf(event)
    if (!edge) return
    const cause = this.#toldOf.get(event.sessionId)
    if (edge.kind === 'finished') this.#toldOf.delete(event.sessionId)
    for (const listener of told) if (listener.listener !== cause) this.#tell(listener, event, edge)
  }

  /** What the log does not take away now is found to be gone when it is to be told. */
  async #forget(sessionId: string): Promise<void> {
    const { listeners, journal } = this.#deps
    await listeners.forget(sessionId).catch((problem: unknown) => {
      journal.warn('the listeners of a session could not be removed', { problem: String(problem) })
    })
  }

  #tell(listener: Listener, event: Event, edge: Edge | undefined): void {
    if (!edge || this.#closed) return
    const before = this.#queues.get(listener.listener) ?? Promise.resolve()
    const next = before
      .then(() => this.#deliver(listener, event, edge))
      .catch((problem: unknown) => {
        this.#deps.journal.warn('a listener could not be told', {
          listener: listener.listener,
          problem: String(problem),
        })
      })
    this.#queues.set(listener.listener, next)
    void next.then(() => {
      if (this.#queues.get(listener.listener) === next) this.#queues.delete(listener.listener)
    })
  }

  async #deliver(listener: Listener, event: Event, edge: Edge): Promise<void> {
    if (this.#closed) return
    const { log, listeners } = this.#deps
    const [state, target] = await Promise.all([
      log.snapshot(listener.listener),
      log.snapshot(listener.target),
    ])
    if (!state || !target) return
    const from = target.meta.name ?? target.meta.agentType
    const pane = this.#paneOf(state)
    // Noted before it is told: rather not at all than twice.
    const claim = () => listeners.told(listener, event.seq)
    if (!pane) {
      await claim()
      return this.#notify(listener, `${from} ${edge.text}`, 'peer_message')
    }
    try {
      this.#checkPause()
      await this.#free(listener.listener, pane, state.watch)
      if (this.#closed) return
      this.#checkPause()
      await claim()
      this.#toldOf.set(listener.listener, listener.target)
      await typeInto(pane, enveloped(from, edge.text), this.#stopped.signal)
      // The next one waits for the end of what this begins.
      await this.#agents.begun(listener.listener, BEGINS_MS)
    } catch (problem) {
      if (this.#closed) return
      await claim()
      const why = problem instanceof Error ? problem.message : String(problem)
      this.#deps.journal.warn('a message did not reach its pane', { pane: pane.pane, problem: why })
      await this.#notify(
        listener,
        `Not told in pane ${pane.pane} (${why}): ${from} ${edge.text}`,
        'delivery_failed',
      )
    }
  }

  #checkPause(): void {
    if (this.#deps.paused()) throw new Error('the gateway is paused')
  }

  /** Waits until the agent is idle and nobody types in its pane: a prompt that is half written is not sent off. */
  async #free(sessionId: string, pane: TmuxPane, watch: Glance | null): Promise<void> {
    const { waitMs } = this.#deps
    const end = performance.now() + waitMs
    await this.#agents.idle(sessionId, watch, waitMs)
    while (!this.#closed && (await isTypedIn(pane, this.#stopped.signal))) {
      if (performance.now() > end) throw new Error('somebody is typing there')
      await setTimeout(LOOK_MS, undefined, { signal: this.#stopped.signal })
    }
  }

  #paneOf({ meta: { process }, watch }: SessionState): TmuxPane | undefined {
    const { host = hostname() } = this.#deps
    if (process?.tmuxPane === undefined || process.host !== host || isOver(watch)) return undefined
    return {
      pane: process.tmuxPane,
      pid: process.pid,
      ...(process.tmuxSocket === undefined ? {} : { socket: process.tmuxSocket }),
    }
  }

  async #notify(listener: Listener, message: string, notificationType: string): Promise<void> {
    const { log, tenantId } = this.#deps
    const draft: Draft = notificationDraft({ source, message, notificationType })
    await log.commit({ tenantId, session: { by: 'id', id: listener.listener }, drafts: [draft] })
  }
}

function isOver(watch: Glance | null): boolean {
  return watch?.state === 'ended'
}
