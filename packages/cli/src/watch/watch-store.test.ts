import { describe, expect, it } from 'vitest'
import { entry, modelWith, NOW, permission } from '../test/watch-fixture.js'
import type { Order } from './pressed.js'
import { WatchStore } from './watch-store.js'

function storeWith() {
  const orders: Order[] = []
  const due: (() => void)[] = []
  const shop = entry('shop', 'permission', 5, { requestId: 'req-of-shop' })
  const store = new WatchStore(modelWith([shop], { requests: [permission('shop', 'ls')] }), {
    carryOut: (order) => void orders.push(order),
    now: () => NOW,
    soon: (run) => void due.push(run),
  })
  let shown = 0
  const leave = store.subscribe(() => void shown++)
  return { store, orders, due, leave, shown: () => shown }
}

describe('WatchStore', () => {
  it('shows what happens soon, many things at once', () => {
    const { store, due, shown } = storeWith()
    for (const name of ['a', 'b', 'c']) store.tell({ of: 'state', entry: entry(name, 'busy') })
    expect(store.model().board.size).toBe(4)
    expect([shown(), due.length]).toEqual([0, 1])
    due[0]?.()
    expect(shown()).toBe(1)
    store.tell({ of: 'time' })
    expect(due).toHaveLength(2)
  })

  it('shows what a person does at once, and has it done', () => {
    const { store, orders, shown } = storeWith()
    store.press({ press: 'text', text: 'a' })
    expect(shown()).toBe(1)
    expect(orders).toMatchObject([{ do: 'respond', body: { approved: true } }])
    store.press({ press: 'text', text: 'j' })
    expect(orders).toHaveLength(1)
  })

  it('leaves alone who left', () => {
    const { store, leave, shown } = storeWith()
    leave()
    store.press({ press: 'text', text: 'j' })
    expect(shown()).toBe(0)
  })
})
