import { describe, expect, it } from 'vitest'
import { Heard } from './heard.js'
import { DEFAULT_BUDGET } from './subscriber.js'
import { published } from './testing.js'

const event = (seq: number, data = '{}') => published('message_complete', seq, { data })
const seqs = (heard: Heard) => heard.events.map(({ seq }) => seq)

describe('Heard', () => {
  it.each([
    ['items', { items: 3, bytes: 1000 }],
    ['bytes', { items: 1000, bytes: 6 }],
  ])('holds as many %s as it may, and lets go of everything beyond', (_of, budget) => {
    const heard = new Heard(budget)
    for (const seq of [1, 2, 3]) heard.take(event(seq))
    expect([heard.overflowed, seqs(heard)]).toEqual([false, [1, 2, 3]])
    heard.take(event(4))
    expect([heard.overflowed, seqs(heard)]).toEqual([true, []])
    // What comes then would have a hole before it.
    heard.take(event(5))
    expect([heard.overflowed, seqs(heard)]).toEqual([true, []])
  })

  it('holds as much again after a restart', () => {
    const heard = new Heard({ items: 2, bytes: 4 })
    for (const seq of [1, 2, 3]) heard.take(event(seq))
    heard.restart()
    for (const seq of [4, 5]) heard.take(event(seq))
    expect([heard.overflowed, seqs(heard)]).toEqual([false, [4, 5]])
    heard.restart()
    for (const seq of [6, 7]) heard.take(event(seq))
    expect([heard.overflowed, seqs(heard)]).toEqual([false, [6, 7]])
  })

  it('lets go of one event that is larger than everything it may hold', () => {
    const heard = new Heard()
    heard.take(event(1, 'x'.repeat(DEFAULT_BUDGET.bytes + 1)))
    expect([heard.overflowed, seqs(heard)]).toEqual([true, []])
  })
})
