import { describe, expect, it } from 'vitest'
import { sessionMeta } from '../board/session-meta.fixture.js'
import { changeBoard, LOADING } from './board.js'

const ready = changeBoard(LOADING, { type: 'listed', sessions: [sessionMeta('a')], next: 'c2' })

describe('changeBoard', () => {
  it('is ready with the first list, and grows by the next', () => {
    expect(ready).toMatchObject({ phase: 'ready', next: 'c2' })
    const all = changeBoard(ready, { type: 'more', sessions: [sessionMeta('b')], next: null })
    expect([...all.book.sessions.keys()].sort()).toEqual(['a', 'b'])
    expect(all.next).toBeNull()
  })

  it('stays when the gateway is gone, and says so when there never was a board', () => {
    expect(changeBoard(ready, { type: 'unreachable' })).toBe(ready)
    expect(changeBoard(LOADING, { type: 'unreachable' }).phase).toBe('unreachable')
  })

  it('knows whether the gateway is paused, and keeps that where it cannot be read', () => {
    expect(ready.gateway).toEqual({ state: 'running' })
    const paused = changeBoard(ready, { type: 'gateway', gateway: { state: 'paused', pausedAt: 1 } })
    expect(paused.gateway).toEqual({ state: 'paused', pausedAt: 1 })
    const again = changeBoard(paused, { type: 'listed', sessions: [], next: null, gateway: undefined })
    expect(again.gateway).toBe(paused.gateway)
  })

  it('shows nothing any more once the browser is not paired', () => {
    expect(changeBoard(ready, { type: 'unpaired' })).toEqual({ ...LOADING, phase: 'unpaired' })
  })
})

it('stays the same board after an event that changes nothing of it', () => {
  const board = changeBoard(LOADING, { type: 'listed', sessions: [], next: null })
  const delta = { type: 'text_delta', sessionId: 's', seq: 1, ts: 1, turnId: 't', text: 'a' } as const
  expect(changeBoard(board, { type: 'event', event: delta })).toBe(board)
})
