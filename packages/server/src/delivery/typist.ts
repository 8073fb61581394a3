import { hostname } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import type { Glance, SessionState } from '@signalbox/protocol'
import type { Log } from '../log/log.js'
import { IdleAgents } from './idle-agents.js'
import { linkedSignal } from './linked-signal.js'
import { isTypedIn, type TmuxPane, typeInto } from './tmux-pane.js'

export interface TypistDeps {
  log: Pick<Log, 'onPublish' | 'snapshot'>
  /** How long a message waits for the agent it is for to be idle. */
  waitMs: number
  /** Nothing is to start: what is typed to an agent begins a turn, so nothing is typed. */
  paused: () => boolean
  host?: string
  /** So soon an agent tells of what was typed to it. */
  beginsMs?: number
}

/** One message for a pane. */
export interface TypedMessage {
  sessionId: string
  text: string
  /** Called right before it is typed; from then on it may be there. */
  claim?: () => Promise<void> | void
  /** Not to be typed any more, where that has not begun. */
  signal?: AbortSignal
}

/** How often it is looked whether a pane is free. */
const LOOK_MS = 1_000
const BEGINS_MS = 2_000

/**
 * Types messages into the tmux panes of agents, whoever they are from: one after the other in each, once its agent is
 * idle and nobody types there.
 */
export class Typist {
  readonly #deps: TypistDeps
  readonly #agents: IdleAgents
  /** What is typed into one pane, or waits to be. */
  readonly #lanes = new Map<string, Promise<unknown>>()
  readonly #stopped = new AbortController()

  constructor(deps: TypistDeps) {
    this.#deps = deps
    this.#agents = new IdleAgents(deps.log)
  }

  /** The pane of a session on this machine, while its agent is there. */
  paneOf({ meta: { process }, watch }: SessionState): TmuxPane | undefined {
    const { host = hostname() } = this.#deps
    if (process?.tmuxPane === undefined || process.host !== host || watch?.state === 'ended') return undefined
    return {
      pane: process.tmuxPane,
      pid: process.pid,
      ...(process.tmuxSocket === undefined ? {} : { socket: process.tmuxSocket }),
    }
  }

  /** Resolves when it is typed; rejects with why it could not be. */
  type(message: TypedMessage): Promise<void> {
    const { sessionId } = message
    const before = this.#lanes.get(sessionId) ?? Promise.resolve()
    const typed = before.then(() => this.#type(message))
    // The next one waits for the end of what this begins.
    const { beginsMs = BEGINS_MS } = this.#deps
    const lane = typed.then(
      () => this.#agents.begun(sessionId, beginsMs),
      () => undefined,
    )
    this.#lanes.set(sessionId, lane)
    void lane.then(() => {
      if (this.#lanes.get(sessionId) === lane) this.#lanes.delete(sessionId)
    })
    return typed
  }

  async close(): Promise<void> {
    this.#stopped.abort()
    this.#agents.close()
    await Promise.all(this.#lanes.values())
  }

  async #type(message: TypedMessage): Promise<void> {
    const asked = message.signal ? [message.signal] : []
    const { signal, release } = linkedSignal(this.#stopped.signal, ...asked)
    await this.#typeUnless(signal, message).finally(release)
  }

  async #typeUnless(signal: AbortSignal, { sessionId, text, claim }: TypedMessage): Promise<void> {
    this.#check(signal)
    const state = await this.#deps.log.snapshot(sessionId)
    const pane = state && this.paneOf(state)
    if (!pane) throw new Error('its agent is in no tmux pane here')
    await this.#free(sessionId, pane, state.watch, signal)
    // Asked again: it may have been a long wait.
    this.#check(signal)
    await typeInto(pane, text, { signal, ...(claim ? { begin: claim } : {}) })
  }

  #check(signal: AbortSignal): void {
    if (signal.aborted) throw new Error('the gateway is stopping')
    if (this.#deps.paused()) throw new Error('the gateway is paused')
  }

  /** Waits until the agent is idle and nobody types in its pane: a prompt that is half written is not sent off. */
  async #free(sessionId: string, pane: TmuxPane, watch: Glance | null, signal: AbortSignal): Promise<void> {
    const { waitMs } = this.#deps
    const end = performance.now() + waitMs
    await this.#agents.idle(sessionId, watch, waitMs, signal)
    while (!signal.aborted && (await isTypedIn(pane, signal))) {
      if (performance.now() > end) throw new Error('somebody is typing there')
      await setTimeout(LOOK_MS, undefined, { signal })
    }
  }
}
