import { afterEach, describe, expect, it, vi } from 'vitest'
import { Interrupts } from './interrupts.js'

const stop = vi.fn(async () => {})
const leave = vi.fn()
const tell = vi.fn()
let interrupts: Interrupts

afterEach(() => interrupts.close())

function begin(): Interrupts {
  for (const mock of [stop, leave, tell]) mock.mockClear()
  interrupts = new Interrupts({ stop, leave, tell })
  return interrupts
}

describe('Interrupts', () => {
  it('stop the turn first, then leave', () => {
    const one = begin()
    one.interrupt()
    expect([stop.mock.calls.length, leave.mock.calls.length, one.left]).toEqual([1, 0, false])
    one.interrupt()
    expect([stop.mock.calls.length, leave.mock.calls.length, one.left]).toEqual([1, 1, true])
  })

  it('come as signals too, until it is closed', () => {
    const one = begin()
    process.emit('SIGINT')
    expect(stop).toHaveBeenCalledOnce()
    one.close()
    expect(process.listenerCount('SIGINT')).toBe(0)
  })

  it('say nothing of the turn to who has left it', async () => {
    let reject = (_error: Error) => {}
    stop.mockReturnValueOnce(
      new Promise((_resolve, no) => {
        reject = no
      }),
    )
    const one = begin()
    one.interrupt()
    one.interrupt()
    reject(new Error('the client was closed'))
    await new Promise((resolve) => setImmediate(resolve))
    expect(leave).toHaveBeenCalledOnce()
    expect(tell).not.toHaveBeenCalled()
  })

  it('say what to do when the turn cannot be stopped', async () => {
    stop.mockRejectedValueOnce(new Error('not connected'))
    begin().interrupt()
    await vi.waitFor(
      () => expect(tell).toHaveBeenCalledWith(expect.stringMatching(/not connected.*Ctrl-C once more/)),
      10_000,
    )
  })
})
