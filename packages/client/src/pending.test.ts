import { describe, expect, it } from 'vitest'
import { localError } from './gateway-error.js'
import { Pending } from './pending.js'
import { manualClock } from './test/manual-clock.js'

const ping = { type: 'ping' }
const list = { type: 'list_requests' }

describe('Pending', () => {
  it('gives each message its own answer, in any order', async () => {
    const pending = new Pending(manualClock())
    const first = pending.open({ type: 'get_events' })
    const second = pending.open(ping)
    expect(pending.settle({ type: 'pong', ref: second.message.ref })).toBe(true)
    expect(pending.settle({ type: 'events', ref: first.message.ref })).toBe(true)
    expect(await first.answer).toMatchObject({ type: 'events' })
    expect(await second.answer).toMatchObject({ type: 'pong' })
  })

  it('turns an error frame into an error with its code and details', async () => {
    const pending = new Pending(manualClock())
    const { message, answer } = pending.open(ping)
    const { ref } = message
    pending.settle({ type: 'error', code: 'RequestAlreadyResolved', message: 'late', by: 'ann', ref })
    await expect(answer).rejects.toMatchObject({ code: 'RequestAlreadyResolved', details: { by: 'ann' } })
  })

  it('leaves frames alone that answer nothing, and answers only once', async () => {
    const pending = new Pending(manualClock())
    const { message, answer } = pending.open(ping)
    const { ref } = message
    expect(pending.settle({ type: 'pong' })).toBe(false)
    expect(pending.settle({ type: 'pong', ref: 'of somebody else' })).toBe(false)
    expect(pending.settle({ type: 'pong', ref })).toBe(true)
    expect(pending.settle({ type: 'pong', ref })).toBe(false)
    await answer
  })

  it('gives up after thirty seconds', async () => {
    const clock = manualClock()
    const { answer } = new Pending(clock).open(ping)
    clock.pass(30_000)
    await expect(answer).rejects.toMatchObject({ code: 'RequestTimeout' })
  })

  it('fails all when there will be no other connection', async () => {
    const pending = new Pending(manualClock())
    const answers = [pending.open(ping).answer, pending.open(list).answer]
    pending.failAll(localError('ConnectionLost', 'gone'))
    for (const answer of answers) await expect(answer).rejects.toMatchObject({ code: 'ConnectionLost' })
  })

  it('keeps, over a lost connection, what may be sent again, in order and under its ref', async () => {
    const pending = new Pending(manualClock())
    const turn = pending.open({ type: 'run_turn', clientTurnId: 't' } as { type: string })
    const stop = pending.open({ type: 'stop_turn' })
    const requests = pending.open(list)
    pending.failAll(localError('ConnectionLost', 'gone'), true)
    await expect(stop.answer).rejects.toMatchObject({ code: 'ConnectionLost' })
    expect(pending.unanswered()).toEqual([turn.message, requests.message])
    expect(pending.settle({ type: 'turn_started', ref: turn.message.ref })).toBe(true)
    expect(await turn.answer).toMatchObject({ type: 'turn_started' })
    expect(pending.unanswered()).toEqual([requests.message])
  })

  it('waits no longer for one that is sent again', async () => {
    const clock = manualClock()
    const pending = new Pending(clock)
    const givenUp: string[] = []
    const { message, answer } = pending.open(list, (ref) => givenUp.push(ref))
    clock.pass(20_000)
    pending.failAll(localError('ConnectionLost', 'gone'), true)
    clock.pass(10_000)
    await expect(answer).rejects.toMatchObject({ code: 'RequestTimeout' })
    expect(givenUp).toEqual([message.ref])
    expect(pending.unanswered()).toEqual([])
  })
})
