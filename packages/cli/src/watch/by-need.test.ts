import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entry } from '../test/watch-fixture.js'
import { byNeed } from './by-need.js'
import { nameOf } from './row.js'

const nobody: ReadonlySet<string> = new Set()

describe('byNeed', () => {
  it('puts who needs a person first, and the newest of a state on top', () => {
    const entries = [
      entry('gone', 'ended'),
      entry('works', 'busy'),
      entry('stale', 'stale'),
      entry('idle', 'idle', 20),
      entry('fresh', 'idle', 5),
      entry('failed', 'idle', 60, { reason: 'failed' }),
      entry('waits', 'waiting'),
      entry('asks', 'waiting', 50, { requestId: 'r' }),
      entry('leave', 'permission', 10),
    ]
    expect(entries.sort(byNeed(nobody)).map(nameOf)).toEqual([
      'leave',
      'asks',
      'waits',
      'failed',
      'fresh',
      'idle',
      'works',
      'stale',
      'gone',
    ])
  })

  it('puts those that are muted last, in the same order', () => {
    const entries = [entry('a', 'permission'), entry('b', 'idle'), entry('c', 'busy')]
    expect(entries.sort(byNeed(new Set(['id-of-a', 'id-of-b']))).map(nameOf)).toEqual(['c', 'a', 'b'])
  })

  it('is one order, however they come', () => {
    const states = fc.constantFrom('permission', 'idle', 'busy', 'stale' as const)
    const some = fc.uniqueArray(fc.tuple(fc.string({ minLength: 1 }), states, fc.nat(3)), {
      selector: ([name]) => name,
    })
    fc.assert(
      fc.property(some, (made) => {
        const entries = made.map(([name, state, seconds]) => entry(name, state as 'idle', seconds))
        const sorted = [...entries].sort(byNeed(nobody))
        expect([...entries].reverse().sort(byNeed(nobody))).toEqual(sorted)
      }),
    )
  })
})
