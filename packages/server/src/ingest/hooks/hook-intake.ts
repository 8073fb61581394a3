import { type Draft, type JsonObject, type NewId, SignalboxError } from '@signalbox/protocol'
import type { HookedAgent } from '@signalbox/protocol/harmonize'
import type { Commit, Committed, Log } from '../../log/log.js'
import type { Journal } from '../../telemetry/journal.js'
import { isTitleThread } from '../codex-notify.js'
import { hookCommit } from './hook-commit.js'
import type { HookContext } from './hook-context.js'
import { type HookPayload, hookPayload } from './hook-payload.js'

export interface HookIntakeDeps {
  log: Pick<Log, 'commit'>
  journal: Journal
  newId: NewId
  /** Whether an app-server runs this thread of Codex: then its hooks have the terminal of that, not of the person. */
  servedElsewhere?: (threadId: string) => boolean
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

/** A hook that is read and may go to the log. */
export interface ReadyHook {
  tell(): Promise<Committed>
  /** What it asks a person; undefined where it asks nothing, or nobody can answer any more. */
  asked?: AskedDraft
}

/** What a hook asks a person, under an id. */
export interface AskedDraft extends Draft {
  data: JsonObject & { requestId: string }
}

/** Of a thread an agent has for itself nothing is kept. */
const UNTOLD: ReadyHook = { tell: async () => ({ sessionId: '', duplicate: false }) }

const ASKS: ReadonlySet<string> = new Set(['permission_requested', 'question_requested'])

/** Brings the hooks of agents to the log, each to the session its agent names. */
export class HookIntake {
  readonly #deps: HookIntakeDeps

  constructor(deps: HookIntakeDeps) {
    this.#deps = deps
  }

  /** Reads a hook and brings it to the log. */
  take(tenantId: string, hook: Hook): Promise<Committed> {
    return this.read(tenantId, hook).tell()
  }

  #placed(agent: HookedAgent, { session_id }: JsonObject, context: HookContext): HookContext {
    const { process } = context
    if (agent !== 'codex' || !process || typeof session_id !== 'string') return context
    if (!this.#deps.servedElsewhere?.(session_id)) return context
    const { tty: _tty, tmuxPane: _pane, tmuxSocket: _socket, ...rest } = process
    return { ...context, process: rest }
  }

  /** What a hook asks of the log; throws where it names no session. */
  read(tenantId: string, { agent, value, raw, context }: Hook): ReadyHook {
    if (agent === 'codex' && isTitleThread(value)) return UNTOLD
    const payload = hookPayload(agent, value, raw, this.#placed(agent, value, context))
    if (!payload) {
      const message = 'session_id must be a text of at most 512 whole characters without NUL'
      throw new SignalboxError('invalidMessage', message, { field: 'session_id' })
    }
    const { commit, problem } = hookCommit(tenantId, payload)
    if (problem !== undefined) {
      const hook = payload.nativeType ?? ''
      this.#deps.journal.warn('a hook was not understood and is kept as it came', { agent, hook, problem })
    }
    const drafts = commit.drafts.map((draft) => this.#named(draft))
    // The client may send it again in another form, late from its spool: then it is not compared.
    const asked = context.late ? undefined : drafts.findLast(isAsked)
    const patient = asked ? {} : ({ patient: true } as const)
    const tell = () => this.#tell({ ...commit, drafts, separate: true, ...patient }, payload)
    return asked === undefined ? { tell } : { tell, asked }
  }

  async #tell(commit: Commit, payload: HookPayload): Promise<Committed> {
    const committed = await this.#deps.log.commit(commit)
    this.#deps.onHook?.({ tenantId: commit.tenantId, sessionId: committed.sessionId, payload })
    return committed
  }

  /** What an agent asks without an id gets one here: who holds it must know it before the log tells of it. */
  #named(draft: Draft): Draft {
    if (!ASKS.has(draft.type) || draft.data?.requestId !== undefined) return draft
    return { ...draft, data: { ...draft.data, requestId: `req_${this.#deps.newId()}` } }
  }
}

function isAsked(draft: Draft): draft is AskedDraft {
  return ASKS.has(draft.type) && typeof draft.data?.requestId === 'string'
}
