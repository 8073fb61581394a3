import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { METHOD_NAMES } from './method-lines.js'
import { nearNames } from './near-names.js'

describe('nearNames', () => {
  it.each([
    ['thread/lst', 'thread/list'],
    ['Thread/List', 'thread/list'],
    ['threads/list', 'thread/list'],
    ['turn/strat', 'turn/start'],
    ['turn-start', 'turn/start'],
    ['interrupt', 'turn/interrupt'],
    ['status', 'holon/status'],
    ['signalbox/stauts', 'signalbox/status'],
    ['rpc.discovr', 'rpc.discover'],
  ])('%s: %s first', (typed, meant) => {
    expect(nearNames(typed, METHOD_NAMES)[0]).toBe(meant)
  })

  it.each(['', 'x', 'completely/different', 'sessions'])('%j: nothing', (typed) => {
    expect(nearNames(typed, METHOD_NAMES)).toEqual([])
  })

  it('names others only where they are about as near', () => {
    expect(nearNames('thread/lst', METHOD_NAMES)).toEqual(['thread/list'])
    expect(nearNames('turn/st', METHOD_NAMES)).toEqual([])
    expect(nearNames('resume', METHOD_NAMES)).toEqual(['holon/resume', 'signalbox/resume', 'thread/resume'])
  })

  it('names few, each of them once, and first what was typed right', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom(...METHOD_NAMES)), (typed) => {
        const near = nearNames(typed, METHOD_NAMES)
        expect(near.length).toBeLessThanOrEqual(3)
        expect(new Set(near).size).toBe(near.length)
        if (METHOD_NAMES.includes(typed)) expect(near[0]).toBe(typed)
      }),
    )
  })
})
