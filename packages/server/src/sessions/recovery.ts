import { type Draft, type SessionState, SignalboxError } from '@signalbox/protocol'
import type { LeftActive, Log } from '../log/log.js'

const source = { agent: 'signalbox', via: 'start' }
const RETRY_MS = 1000

/**
 * Puts right what a gateway that ended without a goodbye left behind. Its agents died with it: driven sessions become
 * inactive, an open turn ends with an error, what it asked is withdrawn. An agent in a terminal lives on and keeps its
 * state, but nobody here holds what it asked any more. A disk that takes nothing is tried again until it does.
 */
export class Recovery {
  readonly #log: Log
  /** What the start found; a session that became active later is none of this. */
  #left: LeftActive[] | undefined
  #retry: NodeJS.Timeout | undefined
  #stopped = false

  constructor(log: Log) {
    this.#log = log
  }

  /** Resolves when it is done, or has to wait for the disk. */
  async start(): Promise<void> {
    if (this.#stopped) return
    try {
      this.#left ??= await this.#log.reader.leftActive()
      await Promise.all(this.#left.map((session) => this.#recover(session)))
    } catch (error) {
      if (!(error instanceof SignalboxError) || error.kind !== 'unavailable') throw error
      this.#retry = setTimeout(() => void this.start(), RETRY_MS).unref()
    }
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#retry)
  }

  async #recover({ sessionId, tenantId, origin }: LeftActive): Promise<void> {
    const state = await this.#log.snapshot(sessionId)
    if (!state) return
    const drafts = origin === 'driven' ? ended(state) : closed(state.requests, 'gateway_restarted')
    if (drafts.length === 0) return
    // Before the start: nothing was heard of the session since, and it stays stale.
    const at = this.#log.startedAt - 1
    await this.#log.commit({ tenantId, session: { by: 'id', id: sessionId }, drafts, at })
  }
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
