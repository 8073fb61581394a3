import { type Draft, type JsonObject, SignalboxError } from '@signalbox/protocol'
import type { HookedAgent } from '@signalbox/protocol/harmonize'
import type { Committed, Log } from '../../log/log.js'
import type { Journal } from '../../telemetry/journal.js'
import { hookCommit } from './hook-commit.js'
import type { HookContext } from './hook-context.js'
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

/** One hook: its payload, as it is and as it was sent, and what is known beside it. */
export interface Hook {
  agent: HookedAgent
  value: JsonObject
  raw: string
  context: HookContext
}

/** What became of a hook. */
export interface TakenHook extends Committed {
  /** What it asks a person; undefined where it asks nothing, or nobody can answer any more. */
  asked?: Draft
}

const ASKS: ReadonlySet<string> = new Set(['permission_requested', 'question_requested'])

/** Brings the hooks of agents to the log, each to the session its agent names. */
export class HookIntake {
  readonly #deps: HookIntakeDeps

  constructor(deps: HookIntakeDeps) {
    this.#deps = deps
  }

  async take(tenantId: string, { agent, value, raw, context }: Hook): Promise<TakenHook> {
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
    const { eventId, late } = context
    // The client may send it again, in another form: late, from its spool.
    const sent = eventId === undefined ? {} : ({ eventId, separate: true } as const)
    const committed = await log.commit({ ...commit, ...sent })
    this.#deps.onHook?.({ tenantId, sessionId: committed.sessionId, payload })
    const asked = late ? undefined : commit.drafts.findLast(({ type }) => ASKS.has(type))
    return { ...committed, ...(asked === undefined ? {} : { asked }) }
  }
}
