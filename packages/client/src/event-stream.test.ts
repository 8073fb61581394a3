import { describe, expect, it, vi } from 'vitest'
import { EventStream, type StreamItem } from './event-stream.js'
import { localError } from './gateway-error.js'

function item(seq: number): StreamItem {
  return { type: 'turn_started', sessionId: 's', seq, ts: seq }
}

describe('EventStream', () => {
  it('yields what was queued and what comes later, in order', async () => {
    const stream = new EventStream(10, () => {})
    stream.push(item(1))
    const seen: StreamItem[] = []
    const reading = (async () => {
      for await (const next of stream) seen.push(next)
    })()
    stream.push(item(2))
    stream.end()
    await reading
    expect(seen).toEqual([item(1), item(2)])
  })

  it('says when there is no room, and throws after the last item what it is ended with', async () => {
    const stream = new EventStream(2, () => {})
    expect([1, 2, 3].map((seq) => stream.push(item(seq)))).toEqual([true, true, false])
    stream.end(localError('ReaderTooSlow', 'too slow'))
    expect((await stream.next()).value).toEqual(item(1))
    expect((await stream.next()).value).toEqual(item(2))
    await expect(stream.next()).rejects.toMatchObject({ code: 'ReaderTooSlow' })
    expect(await stream.next()).toEqual({ value: undefined, done: true })
  })

  it('throws to who waits already', async () => {
    const stream = new EventStream(2, () => {})
    const waiting = [stream.next(), stream.next()]
    stream.end(localError('ConnectionLost', 'gone'))
    await expect(waiting[0]).rejects.toMatchObject({ code: 'ConnectionLost' })
    expect(await waiting[1]).toEqual({ value: undefined, done: true })
  })

  it('says once that nobody reads any more', async () => {
    const onEnd = vi.fn()
    const stream = new EventStream(2, onEnd)
    stream.push(item(1))
    await stream.return()
    stream.push(item(2))
    stream.end()
    expect(onEnd).toHaveBeenCalledOnce()
    expect(await stream.next()).toEqual({ value: undefined, done: true })
  })
})
