import type { EventType, JsonObject } from '@signalbox/protocol'
import type {
  Agent,
  AgentListener,
  DrivenSession,
  Driver,
  RequestEnd,
  SteerCapability,
} from '../agents/driver.js'

/** What a test can make of its agents. */
export interface Script {
  steer?: SteerCapability
  takeSteer?: (content: string) => Promise<void>
  takeMode?: (mode: string) => Promise<void>
  respond?: () => void
  start?: () => Promise<void>
  prompt?: (agent: ScriptedAgent, text: string) => Promise<void> | void
  close?: () => Promise<void> | void
  /** Without it an interrupted agent ends its turn. */
  interrupt?: (agent: ScriptedAgent) => Promise<void> | void
}

/** An agent that does what the test says, when it says so. */
export class ScriptedAgent implements Agent {
  readonly session: DrivenSession
  readonly prompts: string[] = []
  readonly steered: string[] = []
  readonly ends: [string, RequestEnd][] = []
  readonly modes: string[] = []
  closed = false
  readonly steer?: (content: string) => Promise<void>
  readonly #listener: AgentListener
  readonly #script: Script

  constructor(session: DrivenSession, listener: AgentListener, script: Script) {
    this.session = session
    this.#listener = listener
    this.#script = script
    if (script.steer === 'none') return
    this.steer = async (content) => {
      await script.takeSteer?.(content)
      this.steered.push(content)
    }
  }

  say(type: EventType, data: JsonObject = {}): Promise<void> {
    return this.#listener.say({ type, data })
  }

  text(text: string): Promise<void> {
    return this.say('text_delta', { text })
  }

  gone(why: string): void {
    this.#listener.gone(why)
  }

  /** What a script throws at once is thrown at once, as a careless driver would. */
  prompt(text: string): Promise<void> {
    this.prompts.push(text)
    return Promise.resolve(this.prompts.length > 1 ? undefined : this.#script.prompt?.(this, text))
  }

  interrupt(): Promise<void> {
    return this.#script.interrupt ? Promise.resolve(this.#script.interrupt(this)) : this.say('turn_complete')
  }

  respond(requestId: string, end: RequestEnd): void {
    this.ends.push([requestId, end])
    this.#script.respond?.()
  }

  async switchMode(mode: string): Promise<void> {
    await this.#script.takeMode?.(mode)
    this.modes.push(mode)
  }

  close(): Promise<void> {
    this.closed = true
    return Promise.resolve(this.#script.close?.())
  }
}

/** Starts scripted agents and keeps them for the test to find. */
export class ScriptedDriver implements Driver {
  readonly agents: ScriptedAgent[] = []
  readonly steer: SteerCapability
  readonly #script: Script

  constructor(script: Script = {}) {
    this.#script = script
    this.steer = script.steer ?? 'native'
  }

  async start(session: DrivenSession, listener: AgentListener): Promise<Agent> {
    await this.#script.start?.()
    const agent = new ScriptedAgent(session, listener, this.#script)
    this.agents.push(agent)
    return agent
  }

  /** The agent started last. */
  get agent(): ScriptedAgent {
    const agent = this.agents.at(-1)
    if (!agent) throw new Error('no agent was started')
    return agent
  }
}
