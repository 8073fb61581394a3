/** What is decided about holding hooks that run before their agent asks in its own terminal. */
export interface HoldSettings {
  /** The longest such a hook is held, in ms; 0: not at all. */
  codexHook: number
  /** Also while nobody is connected who could answer. */
  codexAlways: boolean
}

export interface HoldPolicyDeps {
  settings: HoldSettings
  /** Whether somebody is connected who could answer. */
  approversConnected(): boolean
  /** Whether a thread of Codex is also heard through its app-server, where its requests are answered better. */
  attachedElsewhere(threadId: string): boolean
}

/** What matters of a hook for holding it. */
export interface HoldCase {
  agent: string
  /** The agent's own id of its session. */
  nativeSession: string
  /** It is a subagent that asks. */
  subagent: boolean
  /** Nobody sits in front of the agent. */
  alone: boolean
}

/** How long a hook is held; `approver`: only while somebody is connected who could answer. */
export interface HoldTerm {
  longestMs: number
  approver: boolean
}

const AS_LONG_AS_IT_TAKES: HoldTerm = { longestMs: Number.POSITIVE_INFINITY, approver: false }

/**
 * Whether and how long the hook of a request is held. Claude Code and opencode show their dialog all the while, so
 * theirs may wait. Codex, and the subagents of Claude Code, run the hook first and show nothing before it is answered;
 * an agent that runs without anybody in front of it would have gone on at once.
 */
export class HoldPolicy {
  readonly #deps: HoldPolicyDeps

  constructor(deps: HoldPolicyDeps) {
    this.#deps = deps
  }

  /** Undefined: not at all. */
  termOf({ agent, nativeSession, subagent, alone }: HoldCase): HoldTerm | undefined {
    const waits = agent === 'codex' || (agent === 'claude' && subagent) || alone
    if (!waits) return AS_LONG_AS_IT_TAKES
    const { codexHook, codexAlways } = this.#deps.settings
    if (codexHook === 0) return undefined
    if (agent === 'codex' && this.#deps.attachedElsewhere(nativeSession)) return undefined
    const term = { longestMs: codexHook, approver: !codexAlways }
    return this.mayGoOn(term) ? term : undefined
  }

  /** Whether there is still a reason to hold. */
  mayGoOn({ approver }: HoldTerm): boolean {
    return !approver || this.#deps.approversConnected()
  }
}
