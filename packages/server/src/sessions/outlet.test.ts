import { type Draft, SignalboxError } from '@signalbox/protocol'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Committed } from '../log/log.js'
import { COALESCED, Outlet, type OutletDeps } from './outlet.js'

const source = { agent: 'demo', via: 'driver' }
const text = (words: string): Draft => ({ type: 'text_delta', source, data: { text: words } })
const call = (toolCallId: string): Draft => ({ type: 'tool_call', source, data: { toolCallId } })
const COMMITTED: Committed = { sessionId: 's', duplicate: false }

/** A log that takes a commit when it is told to. */
function held(deps: Partial<OutletDeps> = {}) {
  const commits: { drafts: Draft[]; take(): Promise<void>; refuse(error: Error): Promise<void> }[] = []
  const settle = async () => {
    for (let turn = 0; turn < 5; turn++) await Promise.resolve()
  }
  const broken: unknown[] = []
  const outlet = new Outlet({
    commit: ({ drafts }) =>
      new Promise((resolve, reject) => {
        commits.push({
          drafts: [...drafts],
          take() {
            resolve(COMMITTED)
            return settle()
          },
          refuse(error) {
            reject(error)
            return settle()
          },
        })
      }),
    coalesceMs: () => 10,
    clock: () => performance.now(),
    broken: (error) => void broken.push(error),
    ...deps,
  })
  const said = () =>
    commits.map(({ drafts }) => drafts.map(({ type, data }) => data?.text ?? data?.toolCallId ?? type))
  return { outlet, commits, said, broken }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

describe('streamed text', () => {
  it('goes at once after a silence, then gathers for a moment', async () => {
    const { outlet, commits, said } = held()
    outlet.say(text('a'))
    expect(said()).toEqual([['a']])
    await commits[0]?.take()
    outlet.say(text('b'))
    outlet.say(text('c'))
    expect(said()).toHaveLength(1)
    vi.advanceTimersByTime(9)
    expect(said()).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(said()).toEqual([['a'], ['bc']])
    await commits[1]?.take()
    vi.advanceTimersByTime(10)
    outlet.say(text('d'))
    expect(said()).toEqual([['a'], ['bc'], ['d']])
  })

  it('does not wait longer once much of it is there', async () => {
    const { outlet, commits, said } = held()
    outlet.say(text('a'))
    await commits[0]?.take()
    outlet.say(text('b'.repeat(COALESCED - 1)))
    expect(said()).toHaveLength(1)
    outlet.say(text('cc'))
    expect(said()).toHaveLength(2)
    expect(said()[1]?.map((piece) => String(piece).length)).toEqual([COALESCED - 1, 2])
  })

  it('goes before anything else that happens', async () => {
    const { outlet, commits, said } = held()
    outlet.say(text('a'))
    await commits[0]?.take()
    outlet.say(text('b'))
    outlet.say(call('tc-1'))
    expect(said()).toEqual([['a'], ['b', 'tc-1']])
  })

  it('goes before a command, which is a commit of its own', async () => {
    const { outlet, commits, said } = held()
    outlet.say(text('a'))
    await commits[0]?.take()
    outlet.say(text('b'))
    const stopped = outlet.commit({ drafts: [{ type: 'stop_acknowledged', source }], command: true })
    outlet.say(text('c'))
    expect(said()).toEqual([['a'], ['b']])
    await commits[1]?.take()
    expect(said()).toEqual([['a'], ['b'], ['stop_acknowledged']])
    await commits[2]?.take()
    expect(await stopped).toBe(COMMITTED)
    vi.advanceTimersByTime(10)
    expect(said().at(-1)).toEqual(['c'])
  })

  it('is not gathered where the session wants none of it', async () => {
    const { outlet, commits, said } = held({ coalesceMs: () => 0 })
    outlet.say(text('a'))
    await commits[0]?.take()
    outlet.say(text('b'))
    expect(said()).toEqual([['a'], ['b']])
    outlet.say(text('c'))
    outlet.say(text('d'))
    await commits[1]?.take()
    expect(said().at(-1)).toEqual(['c', 'd'])
  })
})

describe('a log that does not take it', () => {
  it('is asked again until it does; nothing is lost, repeated or reordered', async () => {
    const { outlet, commits, said, broken } = held()
    outlet.say(text('a'))
    outlet.say(call('tc-1'))
    await commits[0]?.refuse(new SignalboxError('unavailable'))
    outlet.say(call('tc-2'))
    await vi.advanceTimersByTimeAsync(500)
    expect(said()).toEqual([['a'], ['a']])
    await commits[1]?.refuse(new SignalboxError('unavailable'))
    await vi.advanceTimersByTimeAsync(500)
    await commits[2]?.take()
    expect(said().slice(2)).toEqual([['a'], ['tc-1', 'tc-2']])
    expect(broken).toEqual([])
  })

  it('refuses a command to the one who gave it, and the rest goes on', async () => {
    const { outlet, commits, said } = held()
    const refused = outlet.commit({ drafts: [{ type: 'steer_sent', source }], command: true })
    outlet.say(call('tc-1'))
    const failed = expect(refused).rejects.toThrow('no turn')
    await commits[0]?.refuse(new SignalboxError('noActiveTurn', 'no turn'))
    await failed
    expect(said().at(-1)).toEqual(['tc-1'])
  })

  it('keeps nobody waiting who commands something meanwhile', async () => {
    const { outlet, commits, said } = held()
    outlet.say(call('tc-1'))
    const stop = () => outlet.commit({ drafts: [{ type: 'stop_acknowledged', source }], command: true })
    const [queued] = [expect(stop()).rejects.toMatchObject({ kind: 'unavailable' })]
    await commits[0]?.refuse(new SignalboxError('unavailable'))
    await queued
    await expect(stop()).rejects.toMatchObject({ kind: 'unavailable' })
    await vi.advanceTimersByTimeAsync(500)
    await commits[1]?.take()
    const stopped = stop()
    await commits[2]?.take()
    expect(await stopped).toBe(COMMITTED)
    expect(said()).toEqual([['tc-1'], ['tc-1'], ['stop_acknowledged']])
  })

  it('ends the session when it refuses for good', async () => {
    const { outlet, commits, said, broken } = held()
    outlet.say(call('tc-1'))
    const gone = new SignalboxError('sessionNotFound')
    await commits[0]?.refuse(gone)
    expect(broken).toEqual([gone])
    outlet.say(call('tc-2'))
    expect(said()).toHaveLength(1)
    await expect(outlet.commit({ drafts: [] })).rejects.toThrow('ending')
  })
})

describe('an agent that says much', () => {
  it('finds no room until the log has taken it', async () => {
    const { outlet, commits } = held()
    outlet.say(text('a'))
    for (let n = 0; n < 20; n++) outlet.say(text('x'.repeat(16_000)))
    const room = vi.fn()
    void outlet.room().then(room)
    await Promise.resolve()
    expect(room).not.toHaveBeenCalled()
    await commits[0]?.take()
    await commits[1]?.take()
    expect(room).toHaveBeenCalledOnce()
  })

  it('and waits for no room is ended before it fills the memory', () => {
    const { outlet, broken } = held()
    const much = text('x'.repeat(1024 * 1024))
    for (let n = 0; n < 40; n++) outlet.say(much)
    expect(broken).toHaveLength(1)
    expect(String(broken[0])).toMatch(/floods/)
  })

  it('is let go when the session closes', async () => {
    const { outlet } = held()
    for (let n = 0; n < 20; n++) outlet.say(text('x'.repeat(16_000)))
    const room = outlet.room()
    outlet.close()
    await room
  })
})
