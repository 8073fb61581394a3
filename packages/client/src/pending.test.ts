import { describe, expect, it } from 'vitest'
import { localError } from './gateway-error.js'
import { Pending } from './pending.js'
import { manualClock } from './test/manual-clock.js'

describe('Pending', () => {
  it('gives each message its own answer, in any order', async () => {
    const pending = new Pending(manualClock())
    const first = pending.open()
    const second = pending.open()
    expect(pending.settle({ type: 'pong', ref: second.ref })).toBe(true)
    expect(pending.settle({ type: 'events', ref: first.ref })).toBe(true)
    expect(await first.answer).toMatchObject({ type: 'events' })
    expect(await second.answer).toMatchObject({ type: 'pong' })
  })

  it('turns an error frame into an error with its code and details', async () => {
    const pending = new Pending(manualClock())
    const { ref, answer } = pending.open()
    pending.settle({ type: 'error', code: 'RequestAlreadyResolved', message: 'late', by: 'ann', ref })
    await expect(answer).rejects.toMatchObject({ code: 'RequestAlreadyResolved', details: { by: 'ann' } })
  })

  it('leaves frames alone that answer nothing, and answers only once', async () => {
    const pending = new Pending(manualClock())
    const { ref, answer } = pending.open()
    expect(pending.settle({ type: 'pong' })).toBe(false)
    expect(pending.settle({ type: 'pong', ref: 'of somebody else' })).toBe(false)
    expect(pending.settle({ type: 'pong', ref })).toBe(true)
    expect(pending.settle({ type: 'pong', ref })).toBe(false)
    await answer
  })

  it('gives up after thirty seconds', async () => {
    const clock = manualClock()
    const { answer } = new Pending(clock).open()
    clock.pass(30_000)
    await expect(answer).rejects.toMatchObject({ code: 'RequestTimeout' })
  })

  it('fails all when the connection is lost', async () => {
    const pending = new Pending(manualClock())
    const answers = [pending.open().answer, pending.open().answer]
    pending.failAll(localError('ConnectionLost', 'gone'))
    for (const answer of answers) await expect(answer).rejects.toMatchObject({ code: 'ConnectionLost' })
  })
})
