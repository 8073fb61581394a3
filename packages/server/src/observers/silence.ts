import type { Draft, Glance, WatchState } from '@signalbox/protocol'
import type { Log, Published, WatchedSession } from '../log/log.js'

const SOURCE = { agent: 'signalbox', via: 'silence' }
/** An agent that waits for an answer is silent for good reason. */
const SAYS_SOMETHING: ReadonlySet<WatchState> = new Set(['busy', 'idle'])
const OFTEN_MS = 50
const SELDOM_MS = 60_000

export interface SilenceDeps {
  log: Pick<Log, 'commit' | 'onPublish'>
  /** The name of this machine: processes here are looked for, which tells more. */
  host: string
  now: () => number
  staleAfterMs: number
  report: (fault: unknown) => void
}

interface Heard {
  tenantId: string
  at: number
}

/** Tells which observed sessions nothing was heard of for long, and whose process cannot be looked for: they are stale. */
export class Silence {
  readonly #deps: SilenceDeps
  readonly #heard = new Map<string, Heard>()
  readonly #timer: NodeJS.Timeout
  #closed = false

  constructor(deps: SilenceDeps) {
    this.#deps = deps
    deps.log.onPublish((events) => {
      if (!this.#closed) for (const event of events) this.#hear(event)
    })
    const interval = Math.min(Math.max(deps.staleAfterMs / 4, OFTEN_MS), SELDOM_MS)
    this.#timer = setInterval(() => this.check(), interval).unref()
  }

  /** A session that was there before the gateway started. */
  load({ sessionId, tenantId, ts, watch }: WatchedSession): void {
    if (!this.#heard.has(sessionId)) this.#see(sessionId, tenantId, ts, watch)
  }

  /** Looks once. */
  check(): void {
    const { now, staleAfterMs } = this.#deps
    const before = now() - staleAfterMs
    for (const [sessionId, { tenantId, at }] of this.#heard) {
      if (at > before) continue
      this.#heard.delete(sessionId)
      void this.#tell(sessionId, tenantId)
    }
  }

  close(): void {
    this.#closed = true
    clearInterval(this.#timer)
    this.#heard.clear()
  }

  #hear({ type, sessionId, tenantId, ts, data }: Published): void {
    if (type === 'watch_state') {
      this.#see(sessionId, tenantId, ts, JSON.parse(data) as Glance)
      return
    }
    if (type === 'session_deleted') this.#heard.delete(sessionId)
    const heard = this.#heard.get(sessionId)
    if (heard) heard.at = ts
  }

  #see(sessionId: string, tenantId: string, at: number, { state, origin, pid, host }: Glance): void {
    const looked = pid !== undefined && host === this.#deps.host
    if (origin !== 'observed' || looked || !SAYS_SOMETHING.has(state)) this.#heard.delete(sessionId)
    else this.#heard.set(sessionId, { tenantId, at })
  }

  async #tell(sessionId: string, tenantId: string): Promise<void> {
    const stale: Draft = { type: 'watch_state', source: SOURCE, data: { state: 'stale' } }
    try {
      await this.#deps.log.commit({ tenantId, session: { by: 'id', id: sessionId }, drafts: [stale] })
    } catch (error) {
      const { kind } = error as { kind?: unknown }
      // A disk that takes nothing now is asked again after as long a silence.
      if (kind === 'unavailable') this.#heard.set(sessionId, { tenantId, at: this.#deps.now() })
      else if (kind !== 'sessionNotFound') this.#deps.report(error)
    }
  }
}
