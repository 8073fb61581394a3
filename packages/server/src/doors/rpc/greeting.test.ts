import type { GatewayState, SessionState } from '@signalbox/protocol'
import { describe, expect, it } from 'vitest'
import { Hub } from '../../hub/hub.js'
import { published } from '../../hub/testing.js'
import { greetedThread, greetingLines, mayTellPause, pauseLines } from './greeting.js'

const ID = '01994f3a-0000-7000-8000-000000000001'
const scope = { tenantId: 'local', sessionId: ID }

function thread(seq: number, more: object = {}, meta: object = {}): SessionState {
  return {
    seq,
    ended: false,
    meta: { id: ID, origin: 'managed', archived: false, ...meta },
    ...more,
  } as never
}

/** A log whose answers come with what was published before them. */
function open(answers: (() => SessionState | undefined)[]) {
  const hub = new Hub()
  hub.close()
  const said = (seq: number) => hub.publish([published('text_delta', seq, { sessionId: ID })])
  let looks = 0
  const log = { epoch: 'e', snapshot: async () => answers[Math.min(looks++, answers.length - 1)]?.() }
  const deps = {
    log,
    hub,
    currentThread: (): string | undefined => ID,
    pause: (): GatewayState => ({ state: 'running' }),
  }
  return { deps, said, looks: () => looks }
}

describe('greetedThread', () => {
  it('is the one a stream is about, else the current one, else none', async () => {
    const { deps } = open([() => thread(7)])
    expect((await greetedThread(deps, scope))?.seq).toBe(7)
    expect((await greetedThread(deps, { tenantId: 'local' }))?.seq).toBe(7)
    const none = { ...deps, currentThread: () => undefined }
    expect(await greetedThread(none, { tenantId: 'local' })).toBeUndefined()
    expect(await greetedThread(open([() => undefined]).deps, scope)).toBeUndefined()
  })

  it('is looked at again when something was published that the look did not see', async () => {
    const { deps, said, looks } = open([
      () => {
        said(8)
        return thread(7)
      },
      () => {
        said(9)
        return thread(8)
      },
      () => thread(9),
    ])
    expect((await greetedThread(deps, scope))?.seq).toBe(9)
    expect(looks()).toBe(3)
  })

  it('does not wait for an agent that says something all the while', async () => {
    let seq = 1
    const { deps, said, looks } = open([
      () => {
        said(++seq)
        return thread(seq - 1)
      },
    ])
    expect((await greetedThread(deps, scope))?.seq).toBe(seq)
    expect(looks()).toBe(20)
  })
})

describe('greetingLines', () => {
  const { deps } = open([])
  const methods = (state: SessionState, paused = false) =>
    greetingLines({ ...deps, pause: () => ({ state: paused ? 'paused' : 'running' }) }, state, 5).map(
      ({ method }) => method,
    )

  it('say that the thread is there, and that it is paused', () => {
    expect(methods(thread(1))).toEqual(['thread/started'])
    expect(methods(thread(1, {}, { paused: true }))).toEqual(['thread/started', 'thread/paused'])
    expect(methods(thread(1), true)).toEqual(['thread/started', 'thread/paused'])
    expect(greetingLines(deps, thread(3), 5)[0]?.params).toEqual({
      ...{ thread_id: `thread_${ID}`, type: 'started', state: 'running' },
      ...{ started_at: '2025-09-15T21:13:45.216Z', seq: 3, offset: 5, epoch: 'e' },
    })
  })

  it('are none of a closed one; one that was never heard of is not closed', () => {
    expect(methods(thread(1, {}, { archived: true }))).toEqual([])
    expect(methods(thread(1, { ended: true }, { origin: 'observed' }))).toEqual([])
    expect(methods(thread(1, { ended: true }))).toEqual(['thread/started'])
    expect(methods(thread(1, {}, { origin: 'observed' }))).toEqual(['thread/started'])
  })
})

describe('pauseLines', () => {
  const { deps } = open([])
  const lines = (state: SessionState, gateway: GatewayState, since?: number) => {
    const paused = { ...deps, pause: () => gateway }
    const told = pauseLines(paused, state, 5, since)
    // Where nothing may be said, nothing is looked for.
    if (told.length > 0) expect(mayTellPause(paused, since)).toBe(true)
    return told.map(({ method, params }) => `${method} ${params.state} ${params.seq} ${params.offset}`)
  }
  const paused = { state: 'paused', pausedAt: 20 } as const
  const resumed = { state: 'running', pausedAt: 20, resumedAt: 30 } as const
  const [own, archived] = [thread(3, {}, { paused: true }), thread(3, {}, { archived: true })]
  const told = { paused: ['thread/paused paused 3 5'], resumed: ['thread/resumed running 3 5'] }

  it.each<[string, SessionState, GatewayState, number | undefined, string[]]>([
    ['paused', thread(3), paused, 10, told.paused],
    ['paused, to who heard of it', thread(3), paused, 25, told.paused],
    ['paused, to who heard nothing', thread(3), paused, undefined, told.paused],
    ['paused, as the thread is', own, paused, 10, told.paused],
    ['paused, the thread is closed', archived, paused, 10, []],
    ['never paused', thread(3), { state: 'running' }, 10, []],
    ['resumed', thread(3), resumed, 10, told.resumed],
    ['resumed before', thread(3), resumed, 30, []],
    ['resumed, to who heard nothing', thread(3), resumed, undefined, []],
    ['resumed, but the thread is paused', own, resumed, 10, []],
    ['resumed, the thread is closed', archived, resumed, 10, []],
  ])('of a gateway that is %s', (_what, state, gateway, since, expected) => {
    expect(lines(state, gateway, since)).toEqual(expected)
  })
})
