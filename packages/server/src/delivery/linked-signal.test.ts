import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { linkedSignal } from './linked-signal.js'

describe('linkedSignal', () => {
  it('is aborted with any of them, also with one that was before', () => {
    const [a, b] = [new AbortController(), new AbortController()]
    const { signal } = linkedSignal(a.signal, b.signal)
    expect(signal.aborted).toBe(false)
    b.abort()
    expect(signal.aborted).toBe(true)
    expect(linkedSignal(a.signal, b.signal).signal.aborted).toBe(true)
  })

  it('leaves nothing behind once it is released', () => {
    const a = new AbortController()
    const { signal, release } = linkedSignal(a.signal)
    release()
    expect(getEventListeners(a.signal, 'abort')).toEqual([])
    a.abort()
    expect(signal.aborted).toBe(false)
  })
})
