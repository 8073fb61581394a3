import type { Log } from '../../../log/log.js'
import type { GatewayPause } from '../../../pause/gateway-pause.js'
import type { CurrentThread } from './current-thread.js'
import type { Announce } from './rpc-methods.js'

export interface PauseNewsDeps {
  log: Pick<Log, 'reader'>
  pause: GatewayPause
  current: CurrentThread
  announce: Announce
}

/**
 * Tells readers of threads that the whole gateway is paused, by whichever door it was: the current thread, and those that
 * are started meanwhile. Who was told so is told when it is resumed.
 */
export class PauseNews {
  readonly #deps: PauseNewsDeps
  readonly #toldPaused = new Set<string>()

  constructor(deps: PauseNewsDeps) {
    this.#deps = deps
    deps.pause.onChange(({ state }) => (state === 'paused' ? this.#paused() : this.#resumed()))
  }

  /** A thread was started or taken up: its readers are told where it takes no turns for now. */
  async started(sessionId: string): Promise<void> {
    const { pause, log, current, announce } = this.#deps
    if (pause.paused) await this.#tellPaused(sessionId)
    else if ((await log.reader.session(sessionId))?.paused) {
      await announce(current.tenantId, sessionId, 'thread/paused')
    }
  }

  async #paused(): Promise<void> {
    const { sessionId } = this.#deps.current
    if (sessionId !== undefined) await this.#tellPaused(sessionId)
  }

  async #tellPaused(sessionId: string): Promise<void> {
    const { current, announce } = this.#deps
    this.#toldPaused.add(sessionId)
    await announce(current.tenantId, sessionId, 'thread/paused')
  }

  async #resumed(): Promise<void> {
    const { current, announce, log } = this.#deps
    if (current.sessionId !== undefined) this.#toldPaused.add(current.sessionId)
    for (const sessionId of this.#toldPaused) {
      this.#toldPaused.delete(sessionId)
      const session = await log.reader.session(sessionId)
      // One that is paused itself, or was closed, takes no turns all the same.
      if (session && !session.paused && !session.archived) {
        await announce(current.tenantId, sessionId, 'thread/resumed')
      }
    }
  }
}
