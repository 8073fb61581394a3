import { type GatewayState, type JsonObject, SignalboxError } from '@signalbox/protocol'
import type { Records } from '../log/log.js'

export interface GatewayPauseDeps {
  records: Records
  now: () => number
  tenantId: string
}

/** Hears of a change, and by whom: who made it knows it already. */
export type PauseListener = (state: GatewayState, by: string | undefined) => void | Promise<void>

const KIND = 'gateway'
const ID = 'pause'

/**
 * Whether new turns start, on every door. Kept in the log: a gateway that was paused starts paused. Events come in all the
 * same, and what runs goes on.
 */
export class GatewayPause {
  readonly #deps: GatewayPauseDeps
  readonly #listeners: PauseListener[] = []
  #state: GatewayState
  /** Changes are made one after the other. */
  #changing: Promise<unknown> = Promise.resolve()

  private constructor(deps: GatewayPauseDeps, state: GatewayState) {
    this.#deps = deps
    this.#state = state
  }

  static async load(deps: GatewayPauseDeps): Promise<GatewayPause> {
    const kept = (await deps.records.list(KIND, deps.tenantId)).find(({ id }) => id === ID)
    return new GatewayPause(deps, kept ? stateIn(kept.value) : { state: 'running' })
  }

  get state(): GatewayState {
    return this.#state
  }

  get paused(): boolean {
    return this.#state.state === 'paused'
  }

  /** Throws while nothing may start. */
  check(): void {
    if (this.paused) throw new SignalboxError('paused', 'paused')
  }

  /** Starts nothing from now on; false where it was so already. */
  pause(by?: string): Promise<boolean> {
    return this.#change('paused', by, async (before) => {
      // Before it is written: what the log was given by then is told before the answer, and nothing follows.
      this.#state = { ...before, state: 'paused', pausedAt: this.#deps.now() }
      try {
        await this.#keep(this.#state)
      } catch (error) {
        this.#state = before
        throw error
      }
    })
  }

  /** Starts turns again; false where it does already. One that cannot be kept has not happened. */
  resume(by?: string): Promise<boolean> {
    return this.#change('running', by, async (before) => {
      const after: GatewayState = { ...before, state: 'running', resumedAt: this.#deps.now() }
      await this.#keep(after)
      this.#state = after
    })
  }

  /** Called after every change that was kept. */
  onChange(listener: PauseListener): void {
    this.#listeners.push(listener)
  }

  #change(
    target: GatewayState['state'],
    by: string | undefined,
    make: (before: GatewayState) => Promise<void>,
  ): Promise<boolean> {
    const changed = this.#changing.then(async () => {
      if (this.#state.state === target) return false
      await make(this.#state)
      // It is so, whoever could not be told.
      await Promise.allSettled(this.#listeners.map(async (listener) => listener(this.#state, by)))
      return true
    })
    this.#changing = changed.catch(() => undefined)
    return changed
  }

  async #keep(state: GatewayState): Promise<void> {
    const { records, tenantId } = this.#deps
    await records.put({ kind: KIND, tenantId, id: ID, value: { ...state } })
  }
}

function stateIn({ state, pausedAt, resumedAt }: JsonObject): GatewayState {
  return {
    state: state === 'paused' ? 'paused' : 'running',
    ...(typeof pausedAt === 'number' ? { pausedAt } : {}),
    ...(typeof resumedAt === 'number' ? { resumedAt } : {}),
  }
}
