import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../event.js'
import { itemsOf } from './items-of.js'
import type { RpcLine } from './line.js'

const item = (
  what: 'created' | 'updated' | 'deleted',
  item_id: string,
  status: string,
  more: JsonObject = {},
): RpcLine => ({
  method: `item/${what}`,
  params: { item_id, type: what, status, timestamp: `at ${status}`, seq: 1, offset: 1, epoch: 'e', ...more },
})
const says = (text: string) => ({ content: { type: 'reasoning', text } })

describe('items', () => {
  it('are as their last lines say, in the order they came', () => {
    const lines = [
      item('created', 'a', 'pending', { ...says('a'), thread_id: 't', turn_id: 'u' }),
      item('created', 'b', 'active', says('b')),
      item('updated', 'a', 'completed'),
      item('updated', 'b', 'completed', says('bb')),
    ]
    expect(itemsOf(lines)).toEqual([
      {
        item_id: 'a',
        status: 'completed',
        timestamp: 'at pending',
        thread_id: 't',
        turn_id: 'u',
        ...says('a'),
      },
      { item_id: 'b', status: 'completed', timestamp: 'at active', ...says('bb') },
    ])
  })

  it('that were withdrawn are gone', () => {
    expect(itemsOf([item('created', 'a', 'pending', says('')), item('deleted', 'a', 'deleted')])).toEqual([])
  })

  it('whose beginning was not told are there as far as they are known', () => {
    expect(itemsOf([item('updated', 'a', 'active', says('so far'))])).toHaveLength(1)
    expect(itemsOf([item('updated', 'a', 'completed')])).toEqual([])
  })

  it('are what lines about items say, and no others', () => {
    expect(itemsOf([{ method: 'turn/started', params: { item_id: 'a', content: {} } }])).toEqual([])
  })
})
