import type { Draft, Event } from '@signalbox/protocol'
import { notificationDraft } from '../harmonize/notification.js'
import type { Log, Published } from '../log/log.js'
import type { Journal } from '../telemetry/journal.js'
import { EDGE_TYPES, type Edge, edgeOf } from './edge.js'
import type { Listener, Listeners } from './listeners.js'
import { enveloped } from './message.js'
import type { Typist } from './typist.js'

export interface DeliveryDeps {
  log: Log
  listeners: Listeners
  journal: Journal
  tenantId: string
  now: () => number
  typist: Typist
}

/** Older news is none: somebody has seen to it since. */
const NEWS_MS = 10 * 60_000
const source = { agent: 'signalbox', via: 'delivery' }

/**
 * Tells the sessions that listen to another when it needs somebody or is done: in their tmux pane, once their agent is
 * idle, or as a notification where they have none. What could not be told is told in their session.
 */
export class Delivery {
  readonly #deps: DeliveryDeps
  /** Whom a session was told of last: what it then does is no news to that one, or two would talk for ever. */
  readonly #toldOf = new Map<string, string>()
  /** Messages of one session go one after the other. */
  readonly #queues = new Map<string, Promise<void>>()
  #closed = false

  constructor(deps: DeliveryDeps) {
    this.#deps = deps
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

  /** Its typist is to be closed as well: what waits for a pane ends with that. */
  async close(): Promise<void> {
    this.#closed = true
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
    const { log, listeners, typist } = this.#deps
    const [state, target] = await Promise.all([
      log.snapshot(listener.listener),
      log.snapshot(listener.target),
    ])
    if (!state || !target) return
    const from = target.meta.name ?? target.meta.agentType
    const pane = typist.paneOf(state)
    // Noted before it is told: rather not at all than twice.
    const claim = () => listeners.told(listener, event.seq)
    if (!pane) {
      await claim()
      return this.#notify(listener, `${from} ${edge.text}`, 'peer_message')
    }
    try {
      await typist.type({
        sessionId: listener.listener,
        text: enveloped(from, edge.text),
        claim: async () => {
          await claim()
          this.#toldOf.set(listener.listener, listener.target)
        },
      })
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

  async #notify(listener: Listener, message: string, notificationType: string): Promise<void> {
    const { log, tenantId } = this.#deps
    const draft: Draft = notificationDraft({ source, message, notificationType })
    await log.commit({ tenantId, session: { by: 'id', id: listener.listener }, drafts: [draft] })
  }
}
