import { randomFillSync } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uuidv7Maker } from '@signalbox/protocol'
import { afterAll, beforeAll } from 'vitest'
import { AgentCatalogue } from '../../agents/catalogue.js'
import { SessionCommands } from '../../commands/sessions.js'
import { TurnCommands } from '../../commands/turns.js'
import { Workspaces } from '../../commands/workspaces.js'
import { Typist } from '../../delivery/typist.js'
import { OWNER } from '../../identity.js'
import type { Log } from '../../log/log.js'
import { sharedLog } from '../../log/shared-log.fixture.js'
import { LiveSessions } from '../../sessions/live-sessions.js'
import { DEFAULT_PATIENCE } from '../../sessions/patience.js'
import { type ScriptedAgent, ScriptedDriver } from '../../sessions/scripted-driver.fixture.js'
import type { SendToTerminalDeps } from './send-to-terminal.js'
import type { SpawnDeps } from './spawn-agent-session.js'

export type Crew = SpawnDeps &
  SendToTerminalDeps & {
    log: Log
    typist: Typist
    commands: SessionCommands
    turns: TurnCommands
    agentOf(sessionId: string): ScriptedAgent
    /** From now on `slow` starts. */
    begins(): void
    /** What becomes of words in a turn of `coder`. */
    takesSteer: (content: string) => Promise<void>
  }

/**
 * What runners work with, on a real log, for all tests of a file: agents that do as a test says. `deaf` takes nothing while
 * it works, `slow` starts when it is told to.
 */
export function sharedCrew(waitMs = 5_000): () => Crew {
  const shared = sharedLog()
  let crew: Crew | undefined
  let live: LiveSessions | undefined
  beforeAll(() => {
    const { log } = shared
    const newId = uuidv7Maker(Date.now, (bytes) => void randomFillSync(bytes))
    let begins = () => {}
    const begun = new Promise<void>((resolve) => {
      begins = resolve
    })
    const coder = new ScriptedDriver({ takeSteer: async (content) => crew?.takesSteer(content) })
    const deaf = new ScriptedDriver({ steer: 'none' })
    const slow = new ScriptedDriver({ steer: 'none', start: () => begun })
    const agents = new AgentCatalogue({ coder, deaf, slow }, {})
    live = new LiveSessions({
      ...{ log, agents, newId, patience: DEFAULT_PATIENCE },
      clock: () => performance.now(),
      mayBegin: () => undefined,
      report: (fault) => {
        throw fault
      },
    })
    const workspaces = join(tmpdir(), `signalbox-crew-${newId()}`)
    crew = {
      log,
      agents,
      live,
      owner: OWNER,
      commands: new SessionCommands(log, new Workspaces(workspaces, newId)),
      turns: new TurnCommands(log, live, { check: () => undefined }),
      typist: new Typist({ log, waitMs, paused: () => false, beginsMs: 50 }),
      begins,
      takesSteer: async () => {},
      agentOf(sessionId) {
        const all = [...coder.agents, ...deaf.agents, ...slow.agents]
        const agent = all.findLast(({ session }) => session.sessionId === sessionId)
        if (!agent) throw new Error('it has no agent')
        return agent
      },
    }
  })
  afterAll(async () => {
    await crew?.typist.close()
    await live?.close()
  })
  return () => {
    if (!crew) throw new Error('it is there while tests run')
    return crew
  }
}
