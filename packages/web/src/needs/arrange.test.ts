import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arrange, type Card, DONE_SHOWN_MS, type Held, NOBODY_THERE } from './arrange.js'
import type { NeedItem } from './need-list.js'
import { permissionEntry } from './request-entry.fixture.js'

const item = (key: string, since = key.charCodeAt(0)): NeedItem => ({
  ...{ kind: 'request', key, since },
  entry: permissionEntry({}, { requestId: key, since }),
})
const items = (keys: string) => [...keys].map((key) => item(key))
const keysOf = (cards: readonly Card[]) =>
  cards.map(({ key, doneAt }) => (doneAt === null ? key : `(${key})`)).join('')
const start = (keys: string) => arrange([], items(keys), NOBODY_THERE, 0).cards
const on = (held: Partial<Held>): Held => ({ ...NOBODY_THERE, ...held })
const LATER = DONE_SHOWN_MS + 10

describe('the cards', () => {
  it('come longest waiting first', () => {
    expect(keysOf(start('cab'))).toBe('abc')
  })

  it('say that they are over in their place, and go after a while', () => {
    const ended = arrange(start('abc'), items('ac'), NOBODY_THERE, 10).cards
    expect(keysOf(ended)).toBe('a(b)c')
    expect(keysOf(arrange(ended, items('ac'), NOBODY_THERE, LATER - 1).cards)).toBe('a(b)c')
    expect(keysOf(arrange(ended, items('ac'), NOBODY_THERE, LATER).cards)).toBe('ac')
  })

  it('stay while the pointer is on them or below, for then something would come up under it', () => {
    const ended = arrange(start('abc'), items('ac'), NOBODY_THERE, 0).cards
    const after = (held: Held) => keysOf(arrange(ended, items('ac'), held, LATER).cards)
    expect(after(on({ pointer: 'b' }))).toBe('a(b)c')
    expect(after(on({ pointer: 'c' }))).toBe('a(b)c')
    expect(after(on({ below: true }))).toBe('a(b)c')
    expect(after(on({ pointer: 'a' }))).toBe('ac')
  })

  it('stay while they have the focus', () => {
    const ended = arrange(start('abc'), items('ac'), NOBODY_THERE, 0).cards
    expect(keysOf(arrange(ended, items('ac'), on({ focus: 'b' }), LATER).cards)).toBe('a(b)c')
    expect(keysOf(arrange(ended, items('ac'), on({ focus: 'c' }), LATER).cards)).toBe('ac')
  })

  it('wait with a count where they would move what the person is on', () => {
    const shown = start('bd')
    expect(arrange(shown, items('abd'), on({ pointer: 'b' }), 1)).toMatchObject({ waiting: 1 })
    expect(keysOf(arrange(shown, items('abd'), on({ focus: 'd' }), 1).cards)).toBe('bd')
    expect(arrange(shown, items('bdef'), on({ below: true }), 1)).toMatchObject({ waiting: 2 })
    expect(keysOf(arrange(shown, items('abd'), NOBODY_THERE, 1).cards)).toBe('abd')
  })

  it('come at once below what the person is on', () => {
    expect(arrange(start('ab'), items('abc'), on({ pointer: 'b', focus: 'a' }), 1)).toMatchObject({
      waiting: 0,
    })
  })

  it('are asked again in the place they had', () => {
    const ended = arrange(start('ab'), items('b'), NOBODY_THERE, 0).cards
    expect(keysOf(arrange(ended, items('ab'), NOBODY_THERE, 5).cards)).toBe('ab')
  })

  it('never lose or double one that waits, and never move what the pointer is on', () => {
    const step = fc.record({
      keys: fc.uniqueArray(fc.constantFrom(...'abcdef')),
      pointer: fc.option(fc.constantFrom(...'abcdef')),
      focus: fc.option(fc.constantFrom(...'abcdef')),
      below: fc.boolean(),
      pause: fc.integer({ min: 0, max: 8000 }),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        let cards: readonly Card[] = []
        let now = 0
        for (const { keys, pause, ...held } of steps) {
          now += pause
          const before = cards
          const next = arrange(before, items(keys.join('')), held, now)
          cards = next.cards
          const shown = cards.filter(({ doneAt }) => doneAt === null).map(({ key }) => key)
          expect(new Set(cards.map(({ key }) => key)).size).toBe(cards.length)
          expect(shown.length + next.waiting).toBe(keys.length)
          const at = before.findIndex(({ key }) => key === held.pointer)
          if (at >= 0 && !held.below)
            expect(cards.slice(0, at + 1).map(({ key }) => key)).toEqual(
              before.slice(0, at + 1).map(({ key }) => key),
            )
        }
      }),
    )
  })
})
