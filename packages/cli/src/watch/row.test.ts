import { describe, expect, it } from 'vitest'
import { entry, HERE, NOW, permission } from '../test/watch-fixture.js'
import { nameOf, rowOf } from './row.js'
import type { WatchEntry } from './watch-entry.js'

const row = (one: WatchEntry, requests = new Map()) =>
  rowOf(one, { now: NOW, here: HERE, muted: new Set(['id-of-quiet']), requests })

describe('rowOf', () => {
  it('says what it does, where, for how long and for how much', () => {
    const more = { action: 'Edit: main.rs', costMicroDollars: 420_000 }
    expect(row(entry('shop', 'busy', 130, more))).toEqual({
      sessionId: 'id-of-shop',
      lamp: 'working',
      muted: false,
      word: 'Working',
      name: 'shop',
      agent: 'claude',
      does: 'Edit: main.rs',
      folder: '~/shop',
      since: '2 min',
      cost: '$0.42',
    })
  })

  it('says what is asked, once that is known', () => {
    const asking = entry('shop', 'permission', 1, { requestId: 'req-of-shop', message: 'wants something' })
    expect(row(asking).does).toBe('wants something')
    const known = new Map([['req-of-shop', permission('shop', 'npm publish')]])
    expect(row(asking, known).does).toBe('Bash: npm publish')
  })

  it.each<[WatchEntry['state'], object, string]>([
    ['ended', { reason: 'process_gone', action: 'Bash: make' }, 'its process is gone'],
    ['idle', { reason: 'failed' }, 'the turn failed'],
    ['idle', { reason: 'failed', message: 'API Error: 529' }, 'API Error: 529'],
    ['idle', { reason: 'denied' }, 'you said no; it waits for a word from you'],
    ['busy', { reason: 'background' }, 'its background tasks go on'],
    ['stale', {}, 'nothing heard of it'],
    ['waiting', { message: 'Claude is waiting for your input' }, 'Claude is waiting for your input'],
    ['idle', { reason: 'some_new_reason' }, 'some new reason'],
    ['idle', {}, ''],
  ])('%s %j: %s', (state, more, does) => {
    expect(row(entry('shop', state, 1, more)).does).toBe(does)
  })

  it('prints nothing a terminal would act on', () => {
    const evil = '\u001b]0;owned\u0007\u001b[2Jx\ny'
    const all = { name: evil, agent: evil, cwd: evil, action: evil, message: evil }
    for (const state of ['permission', 'busy', 'idle', 'ended'] as const) {
      const { name, agent, does, folder } = row(entry('evil', state, 1, all))
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
      for (const cell of [name, agent, does, folder]) expect(cell).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/)
    }
    expect(row(entry('evil', 'permission', 1, all)).does).toContain('\\x1b')
  })

  it('knows who is muted', () => {
    expect(row(entry('quiet', 'busy')).muted).toBe(true)
  })
})

it('calls a session by its name, its project, or the end of its id', () => {
  const { cwd: _none, ...lost } = entry('shop', 'idle', 1, {
    sessionId: '0198c0de-0000-7000-8000-00000000abcd',
  })
  expect(nameOf({ ...lost, name: ' Fix the cart ' })).toBe('Fix the cart')
  expect(nameOf({ ...lost, cwd: '/srv/api' })).toBe('api')
  expect(nameOf(lost)).toBe('0000abcd')
})
