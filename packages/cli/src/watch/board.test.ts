import { describe, expect, it } from 'vitest'
import { entry, NOW } from '../test/watch-fixture.js'
import { boardOf, placed, withoutOver } from './board.js'

describe('the board', () => {
  const shop = entry('shop', 'busy')
  const api = entry('api', 'idle')
  const board = boardOf([shop, { nothing: true }, api])

  it('holds what is listed', () => {
    expect([...board.values()]).toEqual([shop, api])
    expect(boardOf('no list').size).toBe(0)
  })

  it('takes a change in the place of what it knew', () => {
    const asking = { ...shop, state: 'permission' }
    expect(placed(board, asking, NOW).get(shop.sessionId)).toEqual(asking)
    expect(placed(board, entry('new', 'idle'), NOW).size).toBe(3)
    expect(placed(board, { nothing: true }, NOW)).toBe(board)
  })

  it('lets one that said goodbye go at once, and one that did not when its time is over', () => {
    expect(placed(board, { ...shop, state: 'ended' }, NOW).has(shop.sessionId)).toBe(false)
    const gone = placed(board, { ...shop, state: 'ended', until: NOW + 10 }, NOW)
    expect(gone.has(shop.sessionId)).toBe(true)
    expect(withoutOver(gone, NOW + 9)).toBe(gone)
    expect([...withoutOver(gone, NOW + 10).keys()]).toEqual([api.sessionId])
  })
})
