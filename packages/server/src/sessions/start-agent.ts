import type { Agent, AgentListener, DrivenSession, Driver } from '../agents/driver.js'
import { TooLate, within } from './within.js'

/** Starts an agent in time, or throws a sentence that says why not. One that comes too late is ended at once. */
export async function startAgent(
  driver: Driver,
  session: DrivenSession,
  listener: AgentListener,
  ms: number,
): Promise<Agent> {
  const starting = driver.start(session, listener)
  try {
    return await within(ms, starting)
  } catch (error) {
    if (!(error instanceof TooLate)) throw error
    starting.then((agent) => agent.close()).catch(() => undefined)
    throw new TooLate(`The agent did not start within ${ms / 1000} s.`)
  }
}
