import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import type { Driver } from '../agents/driver.js'
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

interface Wishes {
  settings?: object
  report?: (fault: unknown) => void
  /** The test stops the gateway. */
  own?: true
}

/** Which agent a session of the gateway that the tests of a file share is to get. */
const cast = new Map<string, Driver>()
let shared: Promise<TestGateway> | undefined

/** To be called by a file of tests whose stages share a gateway: it ends with the file. */
export function sharesGateway(): void {
  afterAll(async () => {
    const gateway = await shared
    shared = undefined
    await gateway?.close('test')
    if (gateway) rmSync(gateway.dataDir, { recursive: true, force: true })
  })
}

function sharedGateway(): Promise<TestGateway> {
  if (shared) return shared
  const scripted: Driver = {
    steer: 'native',
    start(session, listener) {
      const driver = cast.get(session.sessionId)
      return driver ? driver.start(session, listener) : Promise.reject(new Error('no agent is cast'))
    },
  }
  // Both go with the file, not with the test that came first.
  const dataDir = mkdtempSync(join(tmpdir(), 'signalbox-test-'))
  shared = testGateway({ overrides: { drivers: { scripted } }, cleanUp: () => {}, dataDir })
  return shared
}

export async function stage(
  { patience, ...script }: Script & { patience?: Partial<Patience> } = {},
  { report, own, settings }: Wishes = {},
): Promise<Stage> {
  const driver = new ScriptedDriver(script)
  const overrides = {
    drivers: { scripted: driver },
    ...(patience ? { patience } : {}),
    ...(report ? { report } : {}),
  }
  const alone = own || patience || report || settings
  const gateway = await (alone
    ? testGateway({ overrides, ...(settings ? { settings } : {}) })
    : sharedGateway())
  const client = await TestClient.open(gateway)
  const { session } = (await client.ask({ type: 'create_session', agentType: 'scripted' })) as unknown as {
    session: { id: string }
  }
  cast.set(session.id, driver)
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
    .filter(
      ({ type }) =>
        !['session_updated', 'session_created', 'watch_state', 'thread.name_complete'].includes(type),
    )
    .map(({ type, state, reason, content, text, finalText, code }) =>
      [type, state, reason, content ?? text ?? finalText ?? code]
        .filter((part) => part !== undefined)
        .join(' '),
    )
