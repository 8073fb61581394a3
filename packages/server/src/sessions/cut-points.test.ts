import {
  type Folded,
  fold,
  isDurable,
  type SessionState,
  stateSnapshot,
  streamSnapshot,
} from '@signalbox/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DemoDriver } from '../agents/demo/demo-driver.js'
import type { Happening } from '../agents/driver.js'
import { type Frame, TestClient, testGateway } from '../testing.js'
import { ScriptedDriver } from './scripted-driver.fixture.js'

/** A turn in which everything happens, as the demo agent plays it when nobody makes it wait. */
async function recordedTurn(cwd: string): Promise<Happening[]> {
  const happenings: Happening[] = []
  const pace = { sleep: async () => {}, breathe: async () => {} }
  const over = new Promise<void>((resolve, reject) => {
    const listener = {
      async say(happening: Happening) {
        happenings.push(happening)
        const requestId = String(happening.data.requestId)
        const end =
          happening.type === 'permission_requested'
            ? ({ kind: 'permission', approved: true } as const)
            : ({ kind: 'question', answers: {}, dismissed: true } as const)
        if (/_requested$/.test(happening.type)) void agent.then((it) => it.respond(requestId, end))
        if (happening.type === 'turn_complete') resolve()
      },
      gone: reject,
    }
    const agent = new DemoDriver(pace).start({ sessionId: 's', cwd, mode: 'implement' }, listener)
    agent.then((it) => it.prompt('demo:all')).catch(reject)
  })
  await over
  return happenings
}

/** Where somebody joins: after how many happenings, and from which number on. */
interface Cut {
  after: number
  from: 'now' | 'start' | number
}

const HEAD = new Set(['type', 'sessionId', 'seq', 'ts', 'turnId', 'ref'])
const isEvent = (frame: Frame) => typeof frame.seq === 'number'
const unasked = ({ ref: _, ...frame }: Frame) => frame

function folded(frame: Frame): Folded {
  const data = Object.fromEntries(Object.entries(frame).filter(([name]) => !HEAD.has(name)))
  const { type, seq, ts, turnId } = frame as unknown as Folded
  return {
    type,
    seq,
    ts,
    ...(turnId === undefined ? {} : { turnId }),
    data: data as NonNullable<Folded['data']>,
  }
}

describe('wherever somebody joins a turn', () => {
  it('snapshot, replay and what follows are the whole, but for what was never kept', async () => {
    const driver = new ScriptedDriver()
    const gateway = await testGateway({ overrides: { drivers: { scripted: driver } } })
    const owner = await TestClient.open(gateway)
    const { session } = (await owner.ask({ type: 'create_session', agentType: 'scripted' })) as unknown as {
      session: { id: string; cwd: string }
    }
    const sessionId = session.id
    const happenings = await recordedTurn(session.cwd)
    expect(happenings.length).toBeGreaterThan(150)
    await owner.ask({ type: 'set_autonomy_profile', sessionId, profile: 'never_ask' })
    await owner.ask({ type: 'update_session_settings', sessionId, settings: { coalesceMs: 0 } })
    const [snapshot] = await owner.join({ sessionId })
    await owner.ask({ type: 'run_turn', sessionId, text: 'Everything' })

    const someCuts = fc.sample(
      fc.record({
        after: fc.nat(happenings.length - 1),
        from: fc.oneof(fc.constant('now' as const), fc.nat(600)),
      }),
      { numRuns: process.env.SIGNALBOX_THOROUGH === '1' ? 60 : 20, seed: Date.now() & 0xffff },
    )
    const everyOne = happenings.map((_, after): Cut => ({ after, from: after % 6 === 0 ? 'now' : 'start' }))
    const tried =
      process.env.SIGNALBOX_THOROUGH === '1' ? everyOne : everyOne.filter(({ after }) => after % 4 < 1)
    const cuts: Cut[] = [...tried, ...someCuts]

    const joined: { cut: Cut; client: TestClient; begun: number; from: number | undefined }[] = []
    for (const [index, { type, data }] of happenings.entries()) {
      for (const cut of cuts.filter(({ after }) => after === index)) {
        const client = await TestClient.open(gateway)
        const head = owner.frames.filter(isEvent).at(-1)?.seq as number
        const from = cut.from === 'now' ? undefined : cut.from === 'start' ? 0 : Math.min(cut.from, head)
        const begun = client.frames.length
        await client.join({ sessionId, ...(from === undefined ? {} : { afterSeq: from }) })
        joined.push({ cut, client, begun, from })
      }
      await driver.agent.say(type, data)
    }
    const last = await owner.next('thread.name_complete')
    const joinedAt = snapshot?.lastSeq as number
    const whole = owner.frames
      .filter((frame) => isEvent(frame) && (frame.seq as number) > joinedAt)
      .map(unasked)
    const kept = (await owner.ask({ type: 'get_events', sessionId, limit: 1000 })).events as Frame[]
    const before = kept.filter(({ seq }) => (seq as number) <= joinedAt)

    for (const { cut, client, begun, from } of joined) {
      await client.next(({ seq }) => seq === last.seq)
      // What the tenant hears before it joins is not part of it.
      const start = client.frames.findIndex(({ type }, index) => index >= begun && type === 'state_snapshot')
      const frames = client.frames.slice(start)
      const told = frames.find(({ type }) => type === 'state_snapshot') as Frame
      const mark = told.lastSeq as number
      const expected = [...before, ...whole].filter(({ type, seq }) => {
        const number = seq as number
        if (number > (last.seq as number)) return false
        return number > mark || (from !== undefined && number > from && isDurable(type as never))
      })
      const got = frames.filter((frame) => isEvent(frame) && (frame.seq as number) <= (last.seq as number))
      expect({ cut, events: got }).toEqual({ cut, events: expected })
      expect({ cut, missing: missing(frames, from, mark) }).toEqual({ cut, missing: [] })
      expect({ cut, picture: picture(frames) }).toEqual({
        cut,
        picture: pictureAt(mark, snapshot as Frame, whole),
      })
    }
  }, 60_000)
})

/** The numbers up to the mark that were neither replayed nor named by a gap. */
function missing(frames: Frame[], from: number | undefined, mark: number): number[] {
  if (from === undefined) return []
  const told = new Set(frames.filter(isEvent).map(({ seq }) => seq as number))
  for (const gap of frames.filter(({ type }) => type === 'gap')) {
    for (let seq = (gap.fromSeq as number) + 1; seq <= (gap.toSeq as number); seq++) told.add(seq)
  }
  return Array.from({ length: mark - from }, (_, index) => from + 1 + index).filter((seq) => !told.has(seq))
}

/** What a joiner is shown at once. */
function picture(frames: Frame[]) {
  const [state, stream] = ['state_snapshot', 'stream_snapshot'].map((name) =>
    frames.find(({ type }) => type === name),
  )
  const { recentHistory: _, subscriberCount: _count, epoch: _epoch, ref: _ref, ...rest } = state as Frame
  return { ...rest, stream }
}

/** The same, folded from the events one heard who was there all the time. */
function pictureAt(mark: number, first: Frame, events: Frame[]) {
  const start = {
    meta: first.session,
    seq: first.lastSeq,
    ts: 0,
    turn: null,
    pastTurns: [],
    settled: [],
    requests: first.pendingRequests,
    attention: first.attention,
    watch: first.watch,
    plan: first.plan,
    usage: first.usage,
    mode: first.mode,
    autonomyProfile: first.autonomyProfile,
    settings: first.settings,
    remembered: [],
    firstPrompt: null,
    namedBy: null,
  } as unknown as SessionState
  const state = events
    .filter(({ seq }) => (seq as number) <= mark)
    .reduce((so, event) => fold(so, folded(event)), start)
  const {
    recentHistory: _,
    subscriberCount: _count,
    epoch: _epoch,
    ...rest
  } = stateSnapshot(state, {
    epoch: '',
    recentHistory: [],
    subscriberCount: 0,
  })
  return { ...JSON.parse(JSON.stringify(rest)), stream: streamSnapshot(state) }
}
