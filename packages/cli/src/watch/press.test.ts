import { describe, expect, it } from 'vitest'
import { entry, modelWith, NOW, permission, question } from '../test/watch-fixture.js'
import type { Key } from './key.js'
import { selectedEntry, told, type WatchModel } from './model.js'
import { press } from './press.js'
import type { Order, Pressed } from './pressed.js'
import { nameOf } from './row.js'

type Press = Exclude<Key['press'], 'text'>
const keys: readonly Press[] = [
  'up',
  'down',
  'page up',
  'page down',
  'home',
  'end',
  'enter',
  'escape',
  'backspace',
  'clear',
  'interrupt',
]

/** What comes of keys, one after the other; those that have no name are text. */
function pressAll(model: WatchModel, ...typed: string[]): Pressed {
  let result: Pressed = { model }
  for (const one of typed) {
    const named = keys.find((key) => key === one)
    result = press(result.model, named ? { press: named } : { press: 'text', text: one }, NOW)
  }
  return result
}
const selected = ({ model }: Pressed) => nameOf(selectedEntry(model) ?? entry('none', 'idle'))
const orderOf = ({ order }: Pressed): Order | undefined => order

const shop = entry('shop', 'permission', 5, { requestId: 'req-of-shop' })
const api = entry('api', 'waiting', 6, { requestId: 'req-of-api' })
const site = entry('site', 'busy', 7)
const publish = permission('shop', 'npm publish')
const plan = question('api', [
  { id: 'how', text: 'How?', type: 'choice', options: ['incremental', 'big-bang'] },
  { id: 'when', text: 'When?', type: 'text', required: false },
])
const model = modelWith([shop, api, site], { requests: [publish, plan] })
const onApi = pressAll(model, 'j').model

describe('moving', () => {
  it('goes row by row, and stays at the ends', () => {
    expect(selected(pressAll(model, 'j'))).toBe('api')
    expect(selected(pressAll(model, 'down', 'down', 'j', 'down'))).toBe('site')
    expect(selected(pressAll(model, 'j', 'k', 'up'))).toBe('shop')
    expect(selected(pressAll(model, 'end'))).toBe('site')
    expect(selected(pressAll(model, 'page down'))).toBe('site')
    expect(selected(pressAll(model, 'end', 'home'))).toBe('shop')
  })

  it('takes several steps that come at once', () => {
    expect(selected(pressAll(model, 'jj'))).toBe('site')
    expect(selected(pressAll(model, 'jjk'))).toBe('api')
  })

  it('goes to the next that needs somebody, and round', () => {
    expect(selected(pressAll(model, 'n'))).toBe('api')
    expect(selected(pressAll(model, 'n', 'n'))).toBe('shop')
    expect(pressAll(modelWith([site]), 'n').model.notice?.text).toBe('Nobody needs you.')
  })

  it('is harmless where there is nothing', () => {
    for (const key of ['j', 'k', 'n', 'a', 'd', 'r', 'g', 'm', 'v', 'enter', 'home', 'page down', 'escape'])
      expect(pressAll(modelWith([]), key).order).toBeUndefined()
  })
})

describe('approving', () => {
  it('is one key', () => {
    const { model: after, order } = pressAll(model, 'a')
    expect(order).toEqual({
      do: 'respond',
      request: publish,
      body: { approved: true },
      done: 'Approved: Bash: npm publish',
    })
    expect(orderOf(pressAll(after, 'a'))).toBeUndefined()
  })

  it('is never done by a paste', () => {
    expect(orderOf(pressAll(model, 'approve'))).toBeUndefined()
    expect(pressAll(model, 'ja')).toEqual({ model })
    expect(orderOf(pressAll(model, 'q/a'))).toBeUndefined()
  })

  it('is not for what came up just now', () => {
    const other = { ...permission('shop', 'rm -rf /'), requestId: 'r2' }
    const swapped = told(model, { of: 'requests', requests: [other] }, NOW - 100)
    const early = pressAll(swapped, 'a')
    expect(early.order).toBeUndefined()
    expect(early.model.notice?.text).toBe('This came up just now. Look at it, then press a.')
    expect(press(swapped, { press: 'text', text: 'a' }, NOW + 400).order).toMatchObject({ request: other })
  })

  it('shows the whole first where some of it was cut', () => {
    const long = permission('shop', Array.from({ length: 60 }, (_, line) => `echo ${line}`).join('\n'))
    const cut = modelWith([shop], { requests: [long] })
    const first = pressAll(cut, 'a')
    expect(first.order).toBeUndefined()
    expect(first.model.mode).toEqual({ at: 'reading', from: 0, furthest: 0 })
    expect(pressAll(first.model, 'j', 'j').model.mode).toMatchObject({ from: 2 })
    expect(pressAll(first.model, 'j', 'k', 'k').model.mode).toMatchObject({ from: 0, furthest: 1 })
    expect(
      pressAll(first.model, 'page down', 'page down', 'page down', 'page down').model.mode,
    ).toMatchObject({ from: 42 })
    expect(pressAll(first.model, 'escape').model.mode).toEqual({ at: 'list' })
    expect(pressAll(first.model, 'd').model.mode).toMatchObject({ at: 'denying' })
  })

  it('is not for questions, nor for who asks nothing', () => {
    expect(pressAll(onApi, 'a').model.notice?.text).toBe('This is a question: r answers it.')
    expect(pressAll(onApi, 'd').model.notice?.text).toBe('This is a question: r answers it.')
    expect(pressAll(model, 'end', 'a').model.notice?.text).toBe(
      'It asks nothing just now. n goes to one that does.',
    )
    const blocked = modelWith([entry('cli', 'permission', 1, { agent: 'gemini' })])
    expect(pressAll(blocked, 'a').model.notice?.text).toBe(
      'It can only be answered in its own terminal: g goes there.',
    )
  })
})

describe('denying', () => {
  it('asks why, and takes no reason for one', () => {
    expect(pressAll(model, 'd').model.mode).toEqual({ at: 'denying', requestId: 'req-of-shop', typed: '' })
    expect(pressAll(model, 'd', 'enter').order).toMatchObject({ body: { approved: false } })
    expect(pressAll(model, 'd', 'not on', ' a Friday', 'enter').order).toEqual({
      do: 'respond',
      request: publish,
      body: { approved: false, message: 'not on a Friday' },
      done: 'Denied: Bash: npm publish',
    })
  })

  it('can be typed over and left', () => {
    const typed = pressAll(model, 'd', 'a', 'é', '👍🏽', 'backspace', 'backspace', 'a').model.mode
    expect(typed).toMatchObject({ typed: 'aa' })
    expect(pressAll(model, 'd', 'abc', 'clear', 'x').model.mode).toMatchObject({ typed: 'x' })
    expect(pressAll(model, 'd', 'a\r\u001bb').model.mode).toMatchObject({ typed: 'a b' })
    const left = pressAll(model, 'd', 'q', 'escape')
    expect(left.order).toBeUndefined()
    expect(left.model.mode).toEqual({ at: 'list' })
  })
})

describe('answering', () => {
  it('asks one question after the other', () => {
    const first = pressAll(onApi, 'r', '2', 'enter')
    expect(first.model.mode).toMatchObject({ question: 1, given: { how: 'big-bang' }, typed: '' })
    expect(pressAll(first.model, 'soon', 'enter').order).toEqual({
      do: 'respond',
      request: plan,
      body: { answers: { how: 'big-bang', when: 'soon' } },
      done: 'Answered: How? (incremental / big-bang)  +1 more',
    })
    expect(pressAll(first.model, 'enter').order).toMatchObject({ body: { answers: { how: 'big-bang' } } })
  })

  it('says what is wrong with an answer until something else is typed', () => {
    const wrong = pressAll(onApi, 'r', '7', 'enter')
    expect(wrong.model.mode).toMatchObject({ problem: 'It is one of: 1 incremental, 2 big-bang.' })
    expect(pressAll(wrong.model, 'backspace').model.mode).not.toHaveProperty('problem')
    expect(pressAll(wrong.model, 'escape').model.mode).toEqual({ at: 'list' })
  })

  it('is not for what asks for leave', () => {
    expect(pressAll(model, 'r').model.notice?.text).toBe('This asks for leave: a approves, d denies.')
    expect(pressAll(model, 'end', 'r').model.notice?.bad).toBe(true)
  })
})

describe('the rest', () => {
  it('mutes and unmutes', () => {
    const muted = pressAll(model, 'm')
    expect([...muted.model.muted]).toEqual(['id-of-shop'])
    expect(selected(muted)).toBe('shop')
    expect(pressAll(muted.model, 'm').model.muted.size).toBe(0)
  })

  it('searches while it is typed; Enter keeps it, Escape drops it', () => {
    expect(selected(pressAll(model, '/', 's', 'i'))).toBe('site')
    const kept = pressAll(model, '/', 'si', 'enter').model
    expect(kept).toMatchObject({ search: 'si', mode: { at: 'list' } })
    expect(pressAll(kept, '/', 'x', 'escape').model.search).toBe('si')
    expect(pressAll(kept, 'escape').model.search).toBe('')
    expect(selected(pressAll(model, '/', 'ada', 'down', 'down', 'up'))).toBe('api')
    expect(pressAll(model, '/', 'q').model.search).toBe('q')
    expect(pressAll(model, '/site').model).toMatchObject({ search: 'site', mode: { at: 'searching' } })
    expect(pressAll(model, 'jj/ada/a').model.search).toBe('ada/a')
  })

  it('jumps, shows help and quits', () => {
    expect(pressAll(model, 'g').order).toEqual({ do: 'jump', entry: shop })
    expect(pressAll(model, 'enter').order).toEqual({ do: 'jump', entry: shop })
    expect(pressAll(model, '?').model.mode).toEqual({ at: 'help' })
    expect(pressAll(model, '?', 'a')).toEqual({ model })
    expect(pressAll(model, '?', 'q').order).toEqual({ do: 'quit' })
    expect(pressAll(model, 'q').order).toEqual({ do: 'quit' })
    for (const mode of ['/', 'd', '?', 'v'])
      expect(pressAll(model, mode, 'interrupt').order).toEqual({ do: 'quit' })
  })

  it('forgets what was said with the next key', () => {
    const said = told(model, { of: 'notice', notice: { text: 'Done', bad: false } }, NOW)
    expect(pressAll(said, 'j').model.notice).toBeUndefined()
  })

  it('knows no other keys', () => {
    for (const key of ['x', 'A', 'Q', '__proto__', 'constructor', ' ', 'backspace', 'clear'])
      expect(pressAll(model, key)).toEqual({ model })
  })
})
