import type { ConnectionStatus } from '@signalbox/client'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { giveUpAfter } from './give-up.js'

let say: (status: ConnectionStatus) => void
let waits: { ms: number; run: () => void }[]
let stop: () => void
const gone = vi.fn()

beforeEach(() => {
  gone.mockReset()
  waits = []
  say = () => {}
  const on = (_kind: string, listener: typeof say) => {
    say = listener
    return () => {
      say = () => {}
    }
  }
  stop = giveUpAfter({ on } as never, 60_000, gone, (ms, run) => {
    const wait = { ms, run }
    waits.push(wait)
    return () => {
      waits = waits.filter((other) => other !== wait)
    }
  })
})
const lost = () => say({ state: 'reconnecting', retryAt: 5 })

describe('giveUpAfter', () => {
  it('waits from the first loss on, however often it is tried again', () => {
    for (let attempt = 0; attempt < 3; attempt++) lost()
    expect(waits).toMatchObject([{ ms: 60_000 }])
    expect(gone).not.toHaveBeenCalled()
    waits[0]?.run()
    expect(gone).toHaveBeenCalledOnce()
  })

  it('begins anew when the connection was back', () => {
    lost()
    say({ state: 'live' })
    expect(waits).toEqual([])
    lost()
    expect(waits).toHaveLength(1)
  })

  it('is over when it is stopped', () => {
    lost()
    stop()
    expect(waits).toEqual([])
    lost()
    expect(waits).toEqual([])
  })
})
