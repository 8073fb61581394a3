import { describe, expect, it } from 'vitest'
import { entry } from '../test/watch-fixture.js'
import { ARC_MS, LAMPS, type LampName, lampOf, shapeOf } from './lamp.js'
import type { WatchEntry } from './watch-entry.js'

describe('lampOf', () => {
  it.each<[WatchEntry['state'], object, LampName]>([
    ['permission', {}, 'needs'],
    ['waiting', { requestId: 'r' }, 'needs'],
    ['waiting', {}, 'waiting'],
    ['busy', {}, 'working'],
    ['busy', { reason: 'background' }, 'working'],
    ['idle', {}, 'idle'],
    ['idle', { reason: 'denied' }, 'idle'],
    ['idle', { reason: 'failed' }, 'failed'],
    ['ended', { reason: 'process_gone' }, 'gone'],
    ['stale', {}, 'stale'],
  ])('%s %j lights %s', (state, more, lamp) => {
    expect(lampOf(entry('shop', state, 1, more))).toBe(lamp)
  })
})

describe('the lamps', () => {
  it('are told apart by shape and word alone', () => {
    const said = Object.values(LAMPS).map(({ shape, word }) => `${shape} ${word}`)
    expect(said).toEqual([
      '■ Needs you',
      '▲ Waiting',
      '✕ Failed',
      '○ Idle',
      '● Working',
      '◌ No news',
      '✕ Gone',
    ])
  })

  it('move only where something is at work, and only when time goes on', () => {
    const names = Object.keys(LAMPS) as LampName[]
    for (const name of names) expect(shapeOf(name, undefined)).toBe(LAMPS[name].shape)
    for (const name of names.filter((one) => one !== 'working'))
      expect(shapeOf(name, 3 * ARC_MS)).toBe(LAMPS[name].shape)
    const round = [0, 1, 2, 3, 4].map((step) => shapeOf('working', step * ARC_MS))
    expect(round).toEqual(['◐', '◓', '◑', '◒', '◐'])
  })
})
