import type { AgentMode } from '@signalbox/protocol'
import type { Agent, AgentListener, Driver, RequestEnd } from '../agents/driver.js'
import type { Patience } from './patience.js'
import { TooLate, within } from './within.js'

export interface RunningAgentDeps {
  driver: Driver
  patience: Patience
  report(fault: unknown): void
}

/** The agent of a live session: what it does wrong is a rejection and nothing else, and it works in the session's mode. */
export class RunningAgent {
  readonly #deps: RunningAgentDeps
  #agent: Agent | undefined
  #mode: AgentMode
  #modeSince = 0

  constructor(mode: AgentMode, deps: RunningAgentDeps) {
    this.#mode = mode
    this.#deps = deps
  }

  get started(): boolean {
    return this.#agent !== undefined
  }

  get canBeSteered(): boolean {
    return this.#agent?.steer !== undefined
  }

  /** Starts it in time, or throws a sentence that says why not. One that comes too late is ended at once. */
  async start(session: { sessionId: string; cwd: string }, listener: AgentListener): Promise<void> {
    const { driver, patience } = this.#deps
    const mode = this.#mode
    const starting = (async () => driver.start({ ...session, mode }, listener))()
    try {
      this.#agent = await within(patience.startMs, starting)
    } catch (error) {
      if (!(error instanceof TooLate)) throw error
      starting.then((agent) => agent.close()).catch(() => undefined)
      throw new TooLate(`The agent did not start within ${patience.startMs / 1000} s.`)
    }
    if (this.#mode !== mode) await this.#pass(this.#mode)
  }

  async prompt(text: string): Promise<void> {
    await this.#agent?.prompt(text)
  }

  async steer(content: string): Promise<void> {
    await this.#agent?.steer?.(content)
  }

  async interrupt(): Promise<void> {
    await this.#agent?.interrupt()
  }

  respond(requestId: string, end: RequestEnd): void {
    try {
      this.#agent?.respond(requestId, end)
    } catch (error) {
      this.#deps.report(error)
    }
  }

  async close(): Promise<void> {
    try {
      await this.#agent?.close()
    } catch (error) {
      this.#deps.report(error)
    }
  }

  /** Another mode, which the agent may refuse. One that takes modes only when it starts has it from then on. */
  async switchMode(mode: AgentMode): Promise<void> {
    if (this.#agent) await this.#pass(mode)
    this.#mode = mode
  }

  /** The session is in this mode from its event `seq` on, whatever an older look at it says. */
  sessionMode(mode: AgentMode, seq: number): void {
    if (seq < this.#modeSince) return
    this.#modeSince = seq
    if (mode !== this.#mode) this.switchMode(mode).catch((error: unknown) => this.#deps.report(error))
  }

  async #pass(mode: AgentMode): Promise<void> {
    const agent = this.#agent
    if (agent?.switchMode) await within(this.#deps.patience.stopMs, agent.switchMode(mode))
  }
}

/** What went wrong, as a person can read it. */
export function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
