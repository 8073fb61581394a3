import type { ConnectionStatus } from '@signalbox/client'
import { expect, it } from 'vitest'
import { tellStatus } from './tell-status.js'

it('tells once that the connection is lost, and once that it is back', () => {
  const told: string[] = []
  let say = (_status: ConnectionStatus) => {}
  const on = (_kind: string, listener: typeof say) => {
    say = listener
    return () => {}
  }
  tellStatus({ on } as never, (line) => told.push(line))
  say({ state: 'live' })
  expect(told).toEqual([])
  for (const state of ['reconnecting', 'reconnecting', 'offline'] as const) say({ state, retryAt: 5 })
  say({ state: 'live' })
  expect(told).toEqual(['the connection was lost; trying again …', 'connected again'])
  // Its own close is no loss.
  say({ state: 'offline', retryAt: null })
  expect(told).toHaveLength(2)
})
