import type { Glance, SessionMeta } from '@signalbox/protocol'
import { describe, expect, it } from 'vitest'
import { boardRow, passes } from './board-row.js'
import { NO_FILTER } from './filter.js'
import { EMPTY_BOOK, type SessionBook } from './session-book.js'
import { sessionMeta } from './session-meta.fixture.js'

const glance = (more: Partial<Glance> = {}): Glance => ({
  state: 'busy',
  since: 50,
  agent: 'codex',
  origin: 'observed',
  ...more,
})
const row = (session: SessionMeta, seen?: Glance, book: SessionBook = EMPTY_BOOK) =>
  boardRow(
    session,
    { ...book, sessions: new Map([[session.id, session]]) },
    new Map(seen ? [[session.id, seen]] : []),
  )

describe('a row', () => {
  it('says what the agent does, since when and at what cost', () => {
    const session = sessionMeta('a', { name: 'Fix it', status: 'running', cwd: '/home/ada/shop' })
    expect(row(session, glance({ action: 'Edit: auth.ts', costMicroDollars: 7 }))).toMatchObject({
      lamp: 'working',
      name: 'Fix it',
      now: 'Editing auth.ts',
      agent: 'codex',
      folder: '/home/ada/shop',
      since: 50,
      costMicroDollars: 7,
    })
  })

  it('says that it is paused, unless there is something to say of what it does', () => {
    const paused = { paused: true, origin: 'driven' } as const
    expect(row(sessionMeta('a', paused)).now).toBe('Paused: no new turns start')
    const running = sessionMeta('a', { ...paused, status: 'running' })
    expect(row(running, glance({ action: 'Edit: auth.ts' })).now).toBe('Editing auth.ts')
    expect(row(sessionMeta('a', { paused: false })).now).toBe('')
  })

  it('says what is asked of a person', () => {
    const needs = new Map([
      ['a', [{ kind: 'permission' as const, message: 'npm publish\u001b[2J', since: 1 }]],
    ])
    const asked = row(sessionMeta('a', { status: 'waiting' }), glance({ action: 'Bash: npm publish' }), {
      ...EMPTY_BOOK,
      needs,
    })
    expect(asked).toMatchObject({ lamp: 'needs', now: 'npm publish' })
  })

  it.each<[string, Partial<SessionMeta>, Partial<Glance>, string, string]>([
    [
      'not heard of',
      { status: 'running' },
      { state: 'stale', action: 'Bash: make' },
      'stale',
      'Running make',
    ],
    [
      'gone',
      { status: 'inactive' },
      { state: 'ended', reason: 'process_gone', until: 9 },
      'gone',
      'Its process is gone',
    ],
    ['ended', { status: 'inactive' }, { state: 'ended', reason: 'other' }, 'off', ''],
    [
      'denied',
      { status: 'ready' },
      { state: 'idle', reason: 'denied' },
      'idle',
      'Denied; waits for what you say next',
    ],
    ['odd', { status: 'ready' }, { state: 'idle', reason: 'constructor' }, 'idle', ''],
    ['in the background', { status: 'ready' }, { background: 2 }, 'idle', '2 tasks in the background'],
  ])('of one that is %s', (_what, meta, seen, lamp, now) => {
    expect(row(sessionMeta('a', meta), glance(seen))).toMatchObject({ lamp, now })
  })

  it('says less where less is known', () => {
    expect(row(sessionMeta('a', { agentType: 'unknown', updatedAt: 7 }))).toMatchObject({
      now: '',
      agent: '',
      folder: '',
      since: 7,
      costMicroDollars: undefined,
    })
  })

  it('does not say that one works which was not heard of since the start', () => {
    expect(row(sessionMeta('a', { status: 'running', stale: true })).lamp).toBe('stale')
    expect(row(sessionMeta('a', { status: 'ready', stale: true })).lamp).toBe('idle')
  })
})

describe('a filter', () => {
  const fixing = row(
    sessionMeta('a', { name: 'Fix it', agentType: 'claude', status: 'running', cwd: '/home/ada/Shop' }),
    glance({ action: 'Bash: npm test' }),
  )

  it.each([
    [{}, true],
    [{ lamp: 'working' as const }, true],
    [{ lamp: 'idle' as const }, false],
    [{ agent: 'claude' }, true],
    [{ agent: 'codex' }, false],
    [{ origin: 'observed' as const }, true],
    [{ origin: 'driven' as const }, false],
    [{ archived: true }, false],
    [{ search: 'shop' }, true],
    [{ search: 'FIX npm claude' }, true],
    [{ search: 'fix it now' }, false],
    [{ search: '   ' }, true],
  ])('%j leaves it in: %s', (filter, isIn) => {
    expect(passes(fixing, { ...NO_FILTER, ...filter })).toBe(isIn)
  })

  it('is not asked about what is left open', () => {
    const filter = { ...NO_FILTER, lamp: 'idle' as const, agent: 'claude' }
    expect(passes(fixing, filter, 'lamp')).toBe(true)
    expect(passes(fixing, { ...filter, agent: 'codex' }, 'lamp')).toBe(false)
  })
})
