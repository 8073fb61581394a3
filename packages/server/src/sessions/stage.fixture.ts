import { type Frame, TestClient, type TestGateway, testGateway } from '../testing.js'
import type { Patience } from './patience.js'
import { type Script, ScriptedDriver } from './scripted-driver.fixture.js'

/** A gateway with a session whose agent does as the test says, and somebody who has joined it. */
export interface Stage {
  gateway: TestGateway
  driver: ScriptedDriver
  client: TestClient
  sessionId: string
  run(text?: string, more?: object): Promise<Frame>
  /** The events of the session so far, without who may be reading. */
  told(): Promise<Frame[]>
}

export async function stage(
  { patience, ...script }: Script & { patience?: Partial<Patience> } = {},
  { report, ...more }: { settings?: object; report?: (fault: unknown) => void } = {},
): Promise<Stage> {
  const driver = new ScriptedDriver(script)
  const overrides = {
    drivers: { scripted: driver },
    ...(patience ? { patience } : {}),
    ...(report ? { report } : {}),
  }
  const gateway = await testGateway({ overrides, ...more })
  const client = await TestClient.open(gateway)
  const { session } = (await client.ask({ type: 'create_session', agentType: 'scripted' })) as unknown as {
    session: { id: string }
  }
  await client.join({ sessionId: session.id })
  return {
    gateway,
    driver,
    client,
    sessionId: session.id,
    run: (text = 'Hello', more = {}) =>
      client.ask({ type: 'run_turn', sessionId: session.id, text, ...more }),
    async told() {
      const { events } = await client.ask({ type: 'get_events', sessionId: session.id, limit: 1000 })
      return events as Frame[]
    },
  }
}

/** Events in a few words each, without those that only tell lists. */
export const brief = (events: Frame[]) =>
  events
    .filter(({ type }) => !['session_updated', 'session_created', 'thread.name_complete'].includes(type))
    .map(({ type, state, reason, content, text, finalText, code }) =>
      [type, state, reason, content ?? text ?? finalText ?? code]
        .filter((part) => part !== undefined)
        .join(' '),
    )
