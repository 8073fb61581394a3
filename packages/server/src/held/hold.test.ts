import { describe, expect, it } from 'vitest'
import { type HeldHook, Hold } from './hold.js'

const HOOK: HeldHook = {
  request: { sessionId: 's', requestId: 'r' },
  tenantId: 'local',
  agent: 'claude',
  asked: {},
  questions: [],
}

function held() {
  const time = { now: 0 }
  return { time, hold: new Hold(HOOK, () => time.now) }
}
const caller = () => new AbortController()
const answer = { answer: { yes: true } }

describe('a hold', () => {
  it('waits a moment for the one who was told to ask again', () => {
    const { hold, time } = held()
    expect(hold.reaches).toBe(true)
    time.now = 3_000
    expect(hold.reaches).toBe(false)
  })

  it('reaches whoever waits, all of them, once', async () => {
    const { hold, time } = held()
    const waits = [hold.wait('open', caller().signal), hold.wait('poll', caller().signal)]
    time.now = 3_600_000
    expect(hold.reaches).toBe(true)
    hold.tell(() => answer)
    expect(await Promise.all(waits)).toEqual([answer, answer])
    expect(hold.reaches).toBe(false)
    expect(await hold.wait('poll', caller().signal)).toBe(answer)
  })

  it('reaches nobody when an open call is gone', async () => {
    const { hold } = held()
    const call = caller()
    const waiting = hold.wait('open', call.signal)
    call.abort()
    expect([await waiting, hold.reaches]).toEqual(['gone', false])
  })

  it('waits again for one who polls and was cut off, also before it began', async () => {
    const { hold, time } = held()
    const call = caller()
    call.abort()
    expect([await hold.wait('poll', call.signal), hold.reaches]).toEqual(['gone', true])
    time.now += 3_000
    expect(hold.reaches).toBe(false)
    const again = hold.wait('poll', caller().signal)
    expect(hold.reaches).toBe(true)
    hold.tell((wait) => (wait === 'poll' ? 'cut' : answer))
    expect(await again).toBe('cut')
  })
})
