import { describe, expect, it, vi } from 'vitest'
import { EventStream, type StreamItem } from './event-stream.js'

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

  it('throws after the last item when the reader is too slow, and leaves nothing out before', async () => {
    const stream = new EventStream(2, () => {})
    for (const seq of [1, 2, 3]) stream.push(item(seq))
    expect((await stream.next()).value).toEqual(item(1))
    expect((await stream.next()).value).toEqual(item(2))
    await expect(stream.next()).rejects.toMatchObject({ code: 'ReaderTooSlow' })
    expect(await stream.next()).toEqual({ value: undefined, done: true })
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
