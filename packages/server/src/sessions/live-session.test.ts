import { emptyState, type SessionMeta, SignalboxError } from '@signalbox/protocol'
import { describe, expect, it } from 'vitest'
import type { Commit, Committed } from '../log/log.js'
import { LiveSession } from './live-session.js'
import { MaybeSteered } from './maybe-steered.js'
import { DEFAULT_PATIENCE } from './patience.js'
import { type Script, ScriptedDriver } from './scripted-driver.fixture.js'

const META = { id: 's', tenantId: 't', agentType: 'scripted', cwd: '/', origin: 'driven' } as SessionMeta

/** A live session over a log that answers as the test says: for moments a real one is never caught in. */
function over(answer: (commit: Commit) => Promise<Committed>, script: Script = {}) {
  const driver = new ScriptedDriver(script)
  const state = emptyState(META)
  const live: LiveSession = new LiveSession(state, {
    commit: answer,
    state: async () => state,
    driver,
    newId: () => '1',
    clock: () => performance.now(),
    patience: DEFAULT_PATIENCE,
    report: (fault) => {
      throw fault
    },
    ended: () => {},
  })
  return { driver, live }
}

const begins = ({ drafts }: Commit) => drafts.some(({ type }) => type === 'turn_started')
const speaker = { userId: 'ann', via: 'ws' }

it('does not prompt the agent for a turn the log knows already', async () => {
  const { driver, live } = over(async (commit) => ({
    sessionId: 's',
    duplicate: begins(commit),
    first: { id: 'e', seq: 7 },
  }))
  const wish = { text: 'Hello', clientTurnId: 'web-1' }
  expect(await live.run(wish, speaker)).toMatchObject({ duplicate: true, first: { seq: 7 } })
  expect(driver.agent.prompts).toEqual([])
  // The session is free for another.
  expect(await live.run({ text: 'Another' }, speaker)).toBeDefined()
})

it('does not prompt an agent that was ended while the turn began', async () => {
  let closed: Promise<void> | undefined
  const { driver, live } = over(async (commit) => {
    if (begins(commit)) closed = live.close('gateway_stopped', 'The gateway was stopped.')
    return { sessionId: 's', duplicate: false, first: { id: 'e', seq: 7 } }
  })
  await live.run({ text: 'Hello' }, speaker)
  await closed
  expect(driver.agent).toMatchObject({ prompts: [], closed: true })
})

it('keeps the newer settings, also when an older look at the session comes later', async () => {
  const state = emptyState({ ...META })
  let live: LiveSession | undefined
  const commits: number[] = []
  live = new LiveSession(
    { ...state, seq: 1 },
    {
      commit: async () => ({ sessionId: 's', duplicate: false, first: { id: 'e', seq: 7 } }),
      state: async () => {
        live?.settingsChanged({ idleCloseMs: 5 }, 9)
        return { ...state, seq: 8, settings: { coalesceMs: 10, idleCloseMs: 0 } }
      },
      driver: new ScriptedDriver({ prompt: (agent) => agent.say('turn_complete') }),
      newId: () => '1',
      clock: () => performance.now(),
      patience: DEFAULT_PATIENCE,
      report: () => {},
      ended: () => void commits.push(1),
    },
  )
  await live.run({ text: 'Hello' }, speaker)
  // With the older settings its agent would never be ended for want of work.
  await expect.poll(() => commits.length).toBe(1)
})

it('is free again after a turn that could not begin', async () => {
  const { live } = over(async (commit) => {
    if (begins(commit)) throw new SignalboxError('unavailable')
    return { sessionId: 's', duplicate: false, first: { id: 'e', seq: 7 } }
  })
  const begun = live.run({ text: 'Hello' }, speaker)
  const { busy } = live
  expect(busy).toBeDefined()
  await expect(begun).rejects.toMatchObject({ kind: 'unavailable' })
  await busy
  expect(live.busy).toBeUndefined()
})

describe('steering', () => {
  const taken = { sessionId: 's', duplicate: false, first: { id: 'e', seq: 7 } }
  const steers = ({ drafts }: Commit) => drafts.some(({ type }) => type === 'steer_sent')
  const steered = (live: LiveSession) =>
    live.steer({ text: 'Stop' }, speaker).catch((error: unknown) => error)

  it('says that the agent may have it where that cannot be kept', async () => {
    const { driver, live } = over(async (commit) => {
      if (steers(commit)) throw new SignalboxError('unavailable', 'the disk is full')
      return taken
    })
    await live.run({ text: 'Hello' }, speaker)
    const error = await steered(live)
    expect(error).toBeInstanceOf(MaybeSteered)
    expect(error).toMatchObject({ kind: 'unavailable', message: 'the disk is full' })
    expect(driver.agent.steered).toEqual(['Stop'])
  })

  it('says so where the turn ends first, and not where the agent was given nothing', async () => {
    const { driver, live } = over(async () => taken, { takeSteer: () => new Promise(() => {}) })
    expect(live.canBeSteered).toBe(false)
    expect(await steered(live)).not.toBeInstanceOf(MaybeSteered)
    await live.run({ text: 'Hello' }, speaker)
    expect(live.canBeSteered).toBe(true)
    const { busy } = live
    const late = steered(live)
    await driver.agent.say('turn_complete')
    expect(await late).toBeInstanceOf(MaybeSteered)
    await busy
    expect(await steered(live)).toMatchObject({ kind: 'noActiveTurn' })
    expect(await steered(live)).not.toBeInstanceOf(MaybeSteered)
  })
})
