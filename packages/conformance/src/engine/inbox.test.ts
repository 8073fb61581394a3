import { describe, expect, it } from 'vitest'
import { Inbox } from './inbox.js'

const inbox = () => new Inbox(new AbortController().signal)

describe('Inbox', () => {
  it('finds what came before and waits for what comes', async () => {
    const box = inbox()
    box.take({ type: 'a', n: 1 })
    const later = box.frame({ type: 'a' }, 1)
    expect(await box.frame({ type: 'a' })).toEqual({ type: 'a', n: 1 })
    box.take({ type: 'b' })
    box.take({ type: 'a', n: 2 })
    expect(await later).toEqual({ type: 'a', n: 2 })
  })

  it('gives one frame to all who wait for it', async () => {
    const box = inbox()
    const both = Promise.all([box.frame({ type: 'a' }), box.frame({ n: 1 })])
    box.take({ type: 'a', n: 1 })
    expect(await both).toHaveLength(2)
  })

  it('fails who waits when nothing more comes, and who comes later', async () => {
    const box = inbox()
    const waiting = box.frame({ type: 'a' })
    box.take({ type: 'error', code: 'NotFound' })
    box.end('the connection was closed with 1006')
    await expect(waiting).rejects.toThrow(
      'until the connection was closed with 1006; heard ["error NotFound"]',
    )
    await expect(box.frame({ type: 'a' })).rejects.toThrow('the connection was closed')
  })

  it('fails who waits when the time is over', async () => {
    const deadline = new AbortController()
    const waiting = new Inbox(deadline.signal).frame({ type: 'a' })
    deadline.abort()
    await expect(waiting).rejects.toThrow('its time was over')
  })
})
