import type { AttentionEntry } from '@signalbox/protocol'
import { describe, expect, it } from 'vitest'
import { cleared, dropped, type Need, needsOf, raised } from './needs.js'

const publish: Need = { kind: 'permission', since: 1, message: 'npm publish', requestId: 'r1' }
const remove: Need = { kind: 'permission', since: 1, message: 'rm -r dist', requestId: 'r2' }
const input: Need = { kind: 'input', since: 1, message: 'Claude is waiting for your input' }
const entry = (sessionId: string, need: Need): AttentionEntry => ({ sessionId, ...need })

describe('the reasons why a session needs a person', () => {
  it('are those the gateway lists, the newest last', () => {
    const needs = needsOf([entry('a', publish), entry('b', input), entry('a', remove)])
    expect(needs.get('a')).toEqual([publish, remove])
    expect(needs.get('b')).toEqual([input])
  })

  it('go one by one', () => {
    const both = raised(raised(new Map(), 'a', publish), 'a', remove)
    const one = cleared(both, 'a', remove)
    expect(one.get('a')).toEqual([publish])
    expect(cleared(one, 'a', publish).has('a')).toBe(false)
    expect(cleared(one, 'a', remove)).toEqual(one)
  })

  it('are told twice and there once', () => {
    const twice = raised(raised(new Map(), 'a', input), 'a', { ...input, message: 'Still waiting' })
    expect(twice.get('a')).toEqual([{ ...input, message: 'Still waiting' }])
    expect(cleared(twice, 'a', input).size).toBe(0)
  })

  it('of one kind are not those of another', () => {
    const both = raised(raised(new Map(), 'a', { kind: 'permission', since: 1, message: 'Bash' }), 'a', input)
    expect(cleared(both, 'a', input).get('a')).toEqual([{ kind: 'permission', since: 1, message: 'Bash' }])
  })

  it('leave with their session, and nothing is changed in place', () => {
    const needs = needsOf([entry('a', publish), entry('b', input)])
    expect([...dropped(needs, 'a').keys()]).toEqual(['b'])
    expect([...cleared(needs, 'c', input).keys()]).toEqual(['a', 'b'])
    expect(needs.size).toBe(2)
  })
})
