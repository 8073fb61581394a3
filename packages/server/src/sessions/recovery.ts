import { type Draft, type SessionState, SignalboxError } from '@signalbox/protocol'
import type { RequestHolder } from '../commands/requests.js'
import type { LeftActive, Log } from '../log/log.js'

const source = { agent: 'signalbox', via: 'start' }
const RETRY_MS = 1000
/** How long those who wait for an answer have to come back after a restart. */
const RETURN_MS = 15_000

export interface RecoveryOptions {
  /** Knows what somebody waits for again. */
  holder?: RequestHolder
  returnMs?: number
}

/**
 * Puts right what a gateway that ended without a goodbye left behind. Its agents died with it: driven sessions become
 * inactive, an open turn ends with an error, what it asked is withdrawn. An agent in a terminal lives on and keeps its
 * state; what it asked is closed where nobody waits for the answer again within a while. A disk that takes nothing is
 * tried again until it does.
 */
export class Recovery {
  readonly #log: Log
  readonly #options: RecoveryOptions
  /** What the start found; a session that became active later is none of this. */
  #left: Promise<LeftActive[]> | undefined
  readonly #timers = new Set<NodeJS.Timeout>()
  #stopped = false

  constructor(log: Log, options: RecoveryOptions = {}) {
    this.#log = log
    this.#options = options
  }

  /** Resolves when it is done with what died, or has to wait for the disk. */
  async start(): Promise<void> {
    const { returnMs = RETURN_MS } = this.#options
    await this.#attempt('driven')
    if (returnMs === 0) await this.#attempt('observed')
    else this.#later(returnMs, 'observed')
  }

  stop(): void {
    this.#stopped = true
    for (const timer of this.#timers) clearTimeout(timer)
  }

  async #attempt(origin: LeftActive['origin']): Promise<void> {
    if (this.#stopped) return
    try {
      const left = await this.#found()
      await Promise.all(left.map((session) => session.origin === origin && this.#recover(session)))
    } catch (error) {
      if (!(error instanceof SignalboxError) || error.kind !== 'unavailable') throw error
      this.#later(RETRY_MS, origin)
    }
  }

  async #found(): Promise<LeftActive[]> {
    this.#left ??= this.#log.reader.leftActive()
    try {
      return await this.#left
    } catch (error) {
      this.#left = undefined
      throw error
    }
  }

  #later(ms: number, origin: LeftActive['origin']): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      void this.#attempt(origin)
    }, ms).unref()
    this.#timers.add(timer)
  }

  async #recover({ sessionId, tenantId, origin }: LeftActive): Promise<void> {
    const state = await this.#log.snapshot(sessionId)
    if (!state) return
    const drafts = origin === 'driven' ? ended(state) : this.#abandoned(state)
    if (drafts.length === 0) return
    // Before the start: nothing was heard of the session since, and it stays stale.
    const at = this.#log.startedAt - 1
    await this.#log
      .commit({ tenantId, session: { by: 'id', id: sessionId }, drafts, at })
      .catch(unlessDeleted)
  }

  /** The end of what an agent in a terminal asked before the start, where nobody waits for the answer any more. */
  #abandoned({ meta, requests }: SessionState): Draft[] {
    const { holder } = this.#options
    const asked = requests.filter(({ since }) => since < this.#log.startedAt)
    return closed(
      asked.filter(({ requestId }) => !holder?.holds(meta.id, requestId)),
      'gateway_restarted',
    )
  }
}

/** A session that somebody deleted in the same moment has nothing left to put right. */
function unlessDeleted(error: unknown): void {
  if (!(error instanceof SignalboxError) || error.kind !== 'sessionNotFound') throw error
}

function ended({ turn, requests, meta }: SessionState): Draft[] {
  const message = 'The gateway was restarted while the agent worked.'
  const error: Draft = { type: 'turn_error', source, data: { message, code: 'AGENT_DISCONNECTED' } }
  const data = { state: 'inactive', reason: 'gateway_restarted' }
  const inactive: Draft = { type: 'session_state', source, data }
  if (turn) return [error, inactive]
  return [...closed(requests, 'withdrawn'), ...(isActive(meta.status) ? [inactive] : [])]
}

function closed(requests: readonly { requestId: string }[], reason: string): Draft[] {
  return requests.map(({ requestId }) => ({ type: 'request_closed', source, data: { requestId, reason } }))
}

function isActive(status: SessionState['meta']['status']): boolean {
  return status !== 'inactive' && status !== 'error'
}
