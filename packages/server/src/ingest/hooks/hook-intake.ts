import { type JsonObject, SignalboxError } from '@signalbox/protocol'
import type { HookedAgent } from '@signalbox/protocol/harmonize'
import type { Committed, Log } from '../../log/log.js'
import type { Journal } from '../../telemetry/journal.js'
import { hookCommit } from './hook-commit.js'
import { type HookPayload, hookPayload } from './hook-payload.js'

export interface HookIntakeDeps {
  log: Pick<Log, 'commit'>
  journal: Journal
  /** Told of every hook once it is in the log. */
  onHook?: (heard: HeardHook) => void
}

/** A hook, and the session it went to. */
export interface HeardHook {
  tenantId: string
  sessionId: string
  payload: HookPayload
}

/** Brings the hooks of agents to the log, each to the session its agent names. */
export class HookIntake {
  readonly #deps: HookIntakeDeps

  constructor(deps: HookIntakeDeps) {
    this.#deps = deps
  }

  /** `raw` is the payload as it was sent. */
  async take(tenantId: string, agent: HookedAgent, value: JsonObject, raw: string): Promise<Committed> {
    const { log, journal } = this.#deps
    const payload = hookPayload(agent, value, raw)
    if (!payload) {
      const message = 'session_id must be a text of at most 512 whole characters without NUL'
      throw new SignalboxError('invalidMessage', message, { field: 'session_id' })
    }
    const { commit, problem } = hookCommit(tenantId, payload)
    if (problem !== undefined) {
      const hook = payload.nativeType ?? ''
      journal.warn('a hook was not understood and is kept as it came', { agent, hook, problem })
    }
    const committed = await log.commit(commit)
    this.#deps.onHook?.({ tenantId, sessionId: committed.sessionId, payload })
    return committed
  }
}
