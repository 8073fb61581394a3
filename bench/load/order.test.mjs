import { describe, expect, it } from 'vitest'
import { Order } from './order.mjs'

/** @param {[string, number][]} events */
function follow(events, order = new Order()) {
  for (const [sessionId, seq] of events) order.take({ sessionId, seq })
  return order
}

describe('Order', () => {
  it('takes sessions as they come, each in its order', () => {
    const events = /** @type {[string, number][]} */ ([
      ['a', 5],
      ['b', 1],
      ['a', 6],
      ['b', 2],
      ['a', 7],
    ])
    expect(follow(events).events).toBe(5)
  })

  it.each([
    ['is missing', 7],
    ['comes twice', 5],
    ['is late', 4],
  ])('is broken when one %s', (_, seq) => {
    expect(() =>
      follow([
        ['a', 5],
        ['a', seq],
      ]),
    ).toThrow(`seq ${seq} of a came after 5`)
  })

  it('goes on behind a gap that is told in its place', () => {
    const order = follow([['a', 5]])
    order.skip({ sessionId: 'a', fromSeq: 5, toSeq: 9 })
    expect(follow([['a', 10]], order).events).toBe(2)
    expect(() => follow([['a', 9]], order)).toThrow('seq 9 of a came after 10')
  })

  it.each([
    [4, 9],
    [6, 9],
    [5, 5],
  ])('is broken by a gap from %i to %i after 5', (fromSeq, toSeq) => {
    const order = follow([['a', 5]])
    expect(() => order.skip({ sessionId: 'a', fromSeq, toSeq })).toThrow(
      `a gap of a from ${fromSeq} to ${toSeq} came after 5`,
    )
  })

  it('is broken when the first does not follow what a snapshot told', () => {
    const order = new Order()
    order.startAt('a', 3)
    expect(() => follow([['a', 5]], order)).toThrow('seq 5 of a came after 3')
  })
})
