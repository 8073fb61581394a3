import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NeedItem } from '../needs/need-list.js'
import { permissionEntry } from '../needs/request-entry.fixture.js'
import { firstNotices, type NoticeState, planNotices } from './notice-plan.js'

const items = (keys: string): NeedItem[] =>
  [...keys].map((key) => ({ kind: 'request', key, since: 1, entry: permissionEntry({}, { requestId: key }) }))
const AWAY = { wanted: true, looking: false }
const HERE = { wanted: true, looking: true }
const keys = (list: readonly NeedItem[]) => list.map(({ key }) => key).join('')

describe('notifications', () => {
  it('are one for each that begins to wait while nobody looks', () => {
    const first = planNotices(firstNotices(items('a')), items('ab'), AWAY)
    expect(keys(first.show)).toBe('b')
    expect(keys(planNotices(first, items('ab'), AWAY).show)).toBe('')
  })

  it('are none for what was there, or came while somebody looked', () => {
    const seen = planNotices(firstNotices([]), items('a'), HERE)
    expect(keys(seen.show)).toBe('')
    expect(keys(planNotices(seen, items('a'), AWAY).show)).toBe('')
  })

  it('are closed when it is over', () => {
    const shown = planNotices(firstNotices([]), items('ab'), AWAY)
    expect(planNotices(shown, items('b'), HERE).close).toEqual(['a'])
  })

  it('are none, and closed, when they are not wanted', () => {
    const shown = planNotices(firstNotices([]), items('a'), AWAY)
    const off = planNotices(shown, items('ab'), { wanted: false, looking: false })
    expect([keys(off.show), off.close]).toEqual(['', ['a']])
  })

  it('come again for what is asked again', () => {
    const shown = planNotices(firstNotices([]), items('a'), AWAY)
    const over = planNotices(shown, [], AWAY)
    expect(keys(planNotices(over, items('a'), AWAY).show)).toBe('a')
  })

  it('never stand for what is over, and never twice for one', () => {
    const step = fc.tuple(fc.uniqueArray(fc.constantFrom(...'abcd')), fc.boolean(), fc.boolean())
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        let state: NoticeState = firstNotices([])
        const open = new Set<string>()
        for (const [now, wanted, looking] of steps) {
          const plan = planNotices(state, items(now.join('')), { wanted, looking })
          for (const key of plan.close) open.delete(key)
          for (const { key } of plan.show) {
            expect(open.has(key)).toBe(false)
            open.add(key)
          }
          state = plan
          expect(new Set(plan.shown)).toEqual(open)
          for (const key of open) expect(now).toContain(key)
        }
      }),
    )
  })
})
