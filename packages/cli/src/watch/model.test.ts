import { describe, expect, it } from 'vitest'
import { entry, modelWith, NOW, permission, question } from '../test/watch-fixture.js'
import {
  searched,
  selectedEntry,
  selectedRequest,
  shownEntries,
  told,
  type WatchModel,
  wasSeen,
} from './model.js'
import { nameOf } from './row.js'

const names = (model: WatchModel) => shownEntries(model).map(nameOf)
const a = entry('a', 'idle', 10)
const b = entry('b', 'idle', 20)
const c = entry('c', 'idle', 30)

describe('the selection', () => {
  const model = modelWith([a, b, c])
  const onB = { ...model, selected: b.sessionId }

  it('begins at the top', () => {
    expect(model.selected).toBe(a.sessionId)
    expect(selectedEntry(modelWith([]))).toBeUndefined()
  })

  it('stays on its session, wherever the row goes', () => {
    const moved = told(onB, { of: 'state', entry: { ...c, state: 'permission' } }, NOW)
    expect(names(moved)).toEqual(['c', 'a', 'b'])
    expect(moved.selected).toBe(b.sessionId)
    const listed = told(onB, { of: 'list', entries: [c, b] }, NOW)
    expect(listed.selected).toBe(b.sessionId)
  })

  it('goes to what took its place when the session leaves', () => {
    const without = told(onB, { of: 'state', entry: { ...b, state: 'ended' } }, NOW)
    expect(without.selected).toBe(c.sessionId)
    expect(told({ ...model, selected: c.sessionId }, { of: 'list', entries: [a, b] }, NOW).selected).toBe(
      b.sessionId,
    )
    expect(told(onB, { of: 'list', entries: [] }, NOW).selected).toBeUndefined()
  })

  it('goes to something that fits a search', () => {
    expect(searched(onB, 'ada/c').selected).toBe(c.sessionId)
    expect(searched(onB, 'nothing').selected).toBeUndefined()
    expect(searched(searched(onB, 'nothing'), '').selected).toBe(a.sessionId)
  })
})

describe('the search', () => {
  const model = modelWith([
    entry('shop', 'busy', 1, { action: 'Bash: npm test' }),
    entry('api', 'idle', 2, { agent: 'codex' }),
  ])

  it.each([
    ['', ['api', 'shop']],
    ['NPM', ['shop']],
    ['codex', ['api']],
    ['ada shop', ['shop']],
    ['shop codex', []],
  ])('%j finds %j', (search, found) => {
    expect(names({ ...model, search })).toEqual(found)
  })
})

describe('what is asked', () => {
  const asking = entry('shop', 'permission', 1, { requestId: 'req-of-shop' })
  const model = modelWith([asking], { requests: [permission('shop', 'npm publish')] })

  it('is the request its state names, else one of the session', () => {
    expect(selectedRequest(model)?.requestId).toBe('req-of-shop')
    const { requestId: _unnamed, ...unnamed } = asking
    expect(selectedRequest(told(model, { of: 'state', entry: unnamed }, NOW))?.requestId).toBe('req-of-shop')
    expect(selectedRequest(modelWith([asking], { requests: [permission('other', 'make')] }))).toBeUndefined()
  })

  it('has to be there for a moment before a key means it', () => {
    expect(wasSeen(model, NOW)).toBe(true)
    const swapped = told(
      model,
      { of: 'requests', requests: [{ ...permission('shop', 'rm -rf /'), requestId: 'r2' }] },
      NOW,
    )
    expect(wasSeen(swapped, NOW + 399)).toBe(false)
    expect(wasSeen(swapped, NOW + 400)).toBe(true)
    expect(wasSeen(told(swapped, { of: 'time' }, NOW + 10), NOW + 400)).toBe(true)
  })

  it('closes what was being typed when it is answered elsewhere', () => {
    const typing: WatchModel = { ...model, mode: { at: 'denying', requestId: 'req-of-shop', typed: 'no' } }
    const still = told(
      typing,
      { of: 'requests', requests: [...model.requests.values(), question('x', [])] },
      NOW,
    )
    expect(still.mode).toEqual(typing.mode)
    const over = told(typing, { of: 'requests', requests: [] }, NOW)
    expect(over.mode).toEqual({ at: 'list' })
    expect(over.notice?.text).toBe('This was answered elsewhere, or is over.')
  })
})

it('takes the size, the link, the time and what is to be said', () => {
  const gone = entry('gone', 'ended', 1, { until: NOW + 5 })
  const model = modelWith([gone])
  expect(told(model, { of: 'size', columns: 40, rows: 10 }, NOW)).toMatchObject({ columns: 40, rows: 10 })
  const link = { state: 'reconnecting', retryAt: NOW + 2000 } as const
  expect(told(model, { of: 'link', link }, NOW).link).toBe(link)
  expect(told(model, { of: 'notice', notice: { text: 'Done', bad: false } }, NOW).notice?.text).toBe('Done')
  expect(told(model, { of: 'time' }, NOW + 4).board.size).toBe(1)
  expect(told(model, { of: 'time' }, NOW + 5).board.size).toBe(0)
})
