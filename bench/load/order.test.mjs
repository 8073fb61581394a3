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

  it('is broken when the first does not follow what a snapshot told', () => {
    const order = new Order()
    order.startAt('a', 3)
    expect(() => follow([['a', 5]], order)).toThrow('seq 5 of a came after 3')
  })
})
