import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entry, modelWith, NOW, permission, textOf } from '../test/watch-fixture.js'
import type { Key } from './key.js'
import { told, type WatchModel } from './model.js'
import { press } from './press.js'
import type { Pressed } from './pressed.js'
import { isRead, TOP } from './reading.js'
import { viewOf } from './view.js'

const shop = entry('shop', 'permission', 5, { requestId: 'req-of-shop' })
const command = (count: number) => Array.from({ length: count }, (_, line) => `echo line ${line};`).join('\n')
const asking = (lines: number, rows = 30) =>
  modelWith([shop], { requests: [permission('shop', command(lines))], columns: 110, rows })
const view = (model: WatchModel, now: number) => textOf(viewOf(model, now, undefined))
/** Presses far enough apart for a person to have looked. */
function pressAll(model: WatchModel, keys: readonly Key[]): Pressed & { shown: string } {
  let pressed: Pressed = { model }
  let shown = view(model, NOW)
  for (const [index, key] of keys.entries()) {
    const now = NOW + (index + 1) * 1000
    pressed = press(pressed.model, key, now)
    shown += `\n${view(pressed.model, now + 999)}`
  }
  return { ...pressed, shown }
}
const text = (typed: string): Key => ({ press: 'text', text: typed })
const A = text('a')

describe('reading what is asked', () => {
  it('approves only once the last line was on the screen, and says how far one is', () => {
    const first = pressAll(asking(101), [A])
    expect(first.order).toBeUndefined()
    expect(first.shown).toContain(' 26 of 102 lines ──')
    expect(first.shown).toContain('  There is more below. a reads on.')
    expect(first.shown).toContain('  a read on   d deny')
    expect(first.shown).not.toContain('the whole of it')
    const last = pressAll(asking(101), [A, A, A, A])
    expect(last.order).toBeUndefined()
    expect(last.model.notice?.text).toBe('This is the end of it. a approves.')
    expect(last.shown).toContain(' 102 of 102 lines ──')
    expect(last.shown).toContain('  a approve   d deny')
    expect(pressAll(asking(101), [A, A, A, A, A]).order).toMatchObject({ body: { approved: true } })
  })

  it('takes two keys for what fits a screen of its own', () => {
    const first = pressAll(asking(24), [A])
    expect(first.order).toBeUndefined()
    expect(first.model.notice?.text).toBe('This is the whole of it. a approves.')
    expect(first.shown).not.toMatch(/ of \d+ lines/)
    expect(pressAll(asking(24), [A, A]).order).toMatchObject({ body: { approved: true } })
  })

  it('is the same when it was opened to look only', () => {
    expect(pressAll(asking(101), [text('v'), A]).order).toBeUndefined()
    const paged = [text('v'), ...Array.from({ length: 4 }, () => text(' ')), A]
    expect(pressAll(asking(101), paged).order).toMatchObject({ body: { approved: true } })
  })

  it('goes on where the furthest look ended', () => {
    const { mode } = pressAll(asking(101), [A, A, text('k'), text('k'), A]).model
    expect(mode).toEqual({ at: 'reading', from: 52, furthest: 52 })
  })

  it('is not rushed through by a key that is held down', () => {
    let pressed: Pressed = { model: asking(101) }
    for (let held = 0; held < 12; held++) pressed = press(pressed.model, A, NOW + held * 30)
    expect(pressed.order).toBeUndefined()
    expect(pressed.model.mode).toEqual(TOP)
  })

  it('begins again when the lines are others', () => {
    const read = pressAll(asking(101), [A, A, A, A]).model
    expect(isRead(read)).toBe(true)
    const sized = told(read, { of: 'size', columns: 40, rows: 30 }, NOW)
    expect(sized.mode).toEqual(TOP)
    const other = { ...permission('shop', command(50)), requestId: 'r2' }
    expect(told(read, { of: 'requests', requests: [other] }, NOW).mode).toEqual(TOP)
    expect(told(read, { of: 'time' }, NOW).mode).toEqual(read.mode)
  })

  it('approves nothing where nothing can be shown', () => {
    const low = pressAll(asking(3, 4), [A, A, A])
    expect(low.order).toBeUndefined()
    expect(low.model.notice?.text).toMatch(/^There is no room to show what it asks/)
  })

  it('never approves a line that was not shown', () => {
    const key = fc.oneof(
      fc.constant(A),
      fc.constantFrom('j', 'k', ' ', 'v').map(text),
      fc.constantFrom<Key>({ press: 'page down' }, { press: 'page up' }, { press: 'escape' }),
    )
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 5, max: 24 }),
        fc.array(key, { maxLength: 20 }),
        (lines, rows, keys) => {
          const until = keys.findIndex(
            (_, index) => pressAll(asking(lines, rows), keys.slice(0, index + 1)).order,
          )
          if (until < 0) return
          const { shown } = pressAll(asking(lines, rows), keys.slice(0, until))
          for (let line = 0; line < lines; line++) expect(shown).toContain(`│ echo line ${line};`)
        },
      ),
      { numRuns: 50 },
    )
  })
})
