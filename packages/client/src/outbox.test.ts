import { beforeEach, describe, expect, it } from 'vitest'
import { Outbox, type Outgoing } from './outbox.js'
import { manualClock } from './test/manual-clock.js'

type Sent = Outgoing & { joins?: { sessionId: string; ref: string }[] }

let clock: ReturnType<typeof manualClock>
let sent: Sent[]
let outbox: Outbox

beforeEach(() => {
  clock = manualClock()
  sent = []
  outbox = new Outbox(clock, (message) => sent.push(message as Sent))
})

const join = (n: number) =>
  outbox.put({ type: 'join_session', sessionId: `s${n}`, afterSeq: n, ref: `j${n}` })
const ping = (n: number) => outbox.put({ type: 'ping', ts: n, ref: `c${n}` })
const times = (count: number, act: (n: number) => void) => {
  for (let n = 1; n <= count; n++) act(n)
}
const turn = () => Promise.resolve()

describe('Outbox', () => {
  it('sends joins that wait together as few messages, each with its cursor and ref', async () => {
    times(250, join)
    await turn()
    expect(sent.map(({ type, joins }) => [type, joins?.length])).toEqual([
      ['join_session', 100],
      ['join_session', 100],
      ['join_session', 50],
    ])
    expect(sent[1]?.joins?.[0]).toEqual({ sessionId: 's101', afterSeq: 101, ref: 'j101' })
  })

  it('sends a single join as it is', async () => {
    join(1)
    await turn()
    expect(sent).toEqual([{ type: 'join_session', sessionId: 's1', afterSeq: 1, ref: 'j1' }])
  })

  it('keeps the order of everything', async () => {
    join(1)
    join(2)
    outbox.put({ type: 'leave_session', sessionId: 's1', ref: 'leave:s1' })
    join(3)
    await turn()
    expect(sent.map(({ type, joins }) => [type, joins?.length ?? 1])).toEqual([
      ['join_session', 2],
      ['leave_session', 1],
      ['join_session', 1],
    ])
  })

  it('sends no more than the gateway takes, the rest when there is room again', async () => {
    times(120, ping)
    await turn()
    expect(sent).toHaveLength(50)
    clock.pass(9_999)
    expect(sent).toHaveLength(50)
    clock.pass(1)
    expect(sent).toHaveLength(100)
    clock.pass(10_000)
    expect(sent.map(({ ref }) => ref)).toEqual(Array.from({ length: 120 }, (_, n) => `c${n + 1}`))
  })

  it('lets what changes something overtake reads that wait, and reads in order when there is room again', async () => {
    times(60, (n) => outbox.put({ type: 'get_events', sessionId: 's1', ref: `r${n}` }))
    await turn()
    expect(sent).toHaveLength(35)
    outbox.put({ type: 'permission_response', ref: 'answer' })
    await turn()
    expect(sent.slice(35).map(({ ref }) => ref)).toEqual(['answer'])
    clock.pass(10_000)
    expect(sent.slice(36).map(({ ref }) => ref)).toEqual(Array.from({ length: 25 }, (_, n) => `r${n + 36}`))
  })

  it('keeps to the pace of the gateway also while reads wait', async () => {
    times(40, (n) => outbox.put({ type: 'get_history', sessionId: 's1', ref: `r${n}` }))
    times(20, ping)
    await turn()
    expect(sent).toHaveLength(50)
    clock.pass(10_000)
    expect(sent.slice(50).map(({ ref }) => ref)).toEqual([
      ...Array.from({ length: 5 }, (_, n) => `r${n + 36}`),
      ...Array.from({ length: 5 }, (_, n) => `c${n + 16}`),
    ])
  })

  it('sends again what came too early, once the window is over', async () => {
    times(3, join)
    ping(1)
    await turn()
    const [batch] = sent
    expect(outbox.again(String(batch?.ref))).toBe(true)
    expect(outbox.again('c1')).toBe(true)
    ping(2)
    await turn()
    expect(sent).toHaveLength(2)
    clock.pass(10_000)
    expect(sent.slice(2).map(({ ref, joins }) => joins?.map((one) => one.ref) ?? ref)).toEqual([
      ['j1', 'j2', 'j3'],
      'c1',
      'c2',
    ])
  })

  it('does not send again what was answered, or is not its own', async () => {
    times(2, join)
    await turn()
    outbox.settled('j2')
    expect(outbox.again(String(sent[0]?.ref))).toBe(false)
    expect(outbox.again('c9')).toBe(false)
  })

  it('asks for each by itself when joins were refused as one', async () => {
    times(3, join)
    await turn()
    expect(outbox.split(String(sent[0]?.ref))).toBe(true)
    await turn()
    expect(sent.slice(1).map(({ ref, joins }) => [ref, joins])).toEqual([
      ['j1', undefined],
      ['j2', undefined],
      ['j3', undefined],
    ])
    expect(outbox.split('j1')).toBe(false)
  })

  it('never sends what nobody waits for any longer', async () => {
    times(51, ping)
    await turn()
    outbox.withdraw('c51')
    clock.pass(10_000)
    expect(sent).toHaveLength(50)
  })

  it('is silent once its connection is gone', async () => {
    times(51, ping)
    await turn()
    join(1)
    outbox.close()
    await turn()
    clock.pass(10_000)
    expect(sent).toHaveLength(50)
  })
})
