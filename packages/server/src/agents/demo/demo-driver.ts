import type { Agent, AgentListener, DrivenSession, Driver } from '../driver.js'
import { DemoAgent } from './demo-agent.js'
import { type Pace, realPace } from './pace.js'

/** Runs demo agents: inside the gateway, without a process. */
export class DemoDriver implements Driver {
  readonly title = 'Demo agent'
  readonly steer = 'native'
  readonly #pace: Pace

  constructor(pace: Pace = realPace) {
    this.#pace = pace
  }

  async start(session: DrivenSession, listener: AgentListener): Promise<Agent> {
    return new DemoAgent(session, listener, this.#pace)
  }
}
