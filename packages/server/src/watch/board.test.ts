import type { Glance, WatchState } from '@signalbox/protocol'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Published, WatchedSession } from '../log/log.js'
import { type BoardChange, WatchBoard } from './board.js'

const GLANCE: Glance = { state: 'idle', since: 100, agent: 'codex', origin: 'observed' }

function boardAt(now = 1_000, maxEntries?: number) {
  const clock = { now }
  let publish: (events: Published[]) => void = () => {}
  const log = {
    onPublish: (listener: typeof publish) => {
      publish = listener
    },
  }
  const board = new WatchBoard({ log, now: () => clock.now, ...(maxEntries ? { maxEntries } : {}) })
  onTestFinished(() => board.close())
  return { board, clock, publish: (...events: Published[]) => publish(events) }
}

function seen(
  sessionId: string,
  glance: Partial<Glance> & Record<string, unknown>,
  more: Partial<Published> = {},
): Published {
  const data = JSON.stringify({ ...GLANCE, ...glance })
  return {
    v: 1,
    id: 'e',
    tenantId: 'local',
    sessionId,
    seq: 5,
    offset: 1,
    ts: 100,
    type: 'watch_state',
    source: { agent: 'x', via: 'x' },
    data,
    ...more,
  }
}

function before(sessionId: string, glance: Partial<Glance> = {}): WatchedSession {
  return { sessionId, tenantId: 'local', seq: 1, ts: 1, watch: { ...GLANCE, ...glance } }
}

const idsOf = (board: WatchBoard, tenant = 'local') => board.list(tenant).map(({ sessionId }) => sessionId)

describe('the watch board', () => {
  it('shows those that need somebody first, then the newest', () => {
    const { board, publish } = boardAt()
    const states: WatchState[] = ['ended', 'stale', 'busy', 'idle', 'waiting', 'permission']
    publish(...states.map((state) => seen(state, { state, until: 5_000 })))
    publish(seen('idle-new', { since: 200 }), seen('idle-old', { since: 50 }))
    expect(idsOf(board)).toEqual([
      'permission',
      'waiting',
      'idle-new',
      'idle',
      'idle-old',
      'busy',
      'stale',
      'ended',
    ])
  })

  it('shows each tenant its own, as it was seen last, and nothing of how it was told', () => {
    const { board, publish } = boardAt()
    publish(seen('a', {}), seen('a', { state: 'busy', action: 'Bash: ls', late: true, occurredAt: 7 }))
    publish(seen('b', {}, { tenantId: 'other' }))
    expect(board.list('local')).toEqual([{ sessionId: 'a', ...GLANCE, state: 'busy', action: 'Bash: ls' }])
    expect(idsOf(board, 'other')).toEqual(['b'])
    expect(idsOf(board, 'nobody')).toEqual([])
  })

  it('removes who left at once, who is gone at its time, and who was deleted', () => {
    const { board, clock, publish } = boardAt(1_000)
    publish(seen('left', {}), seen('gone', {}), seen('deleted', {}))
    publish(seen('left', { state: 'ended', reason: 'exit' }))
    publish(seen('gone', { state: 'ended', reason: 'process_gone', until: 2_000 }))
    publish({ ...seen('deleted', {}), type: 'session_deleted', data: '{}' })
    expect(idsOf(board)).toEqual(['gone'])
    clock.now = 2_000
    expect(idsOf(board)).toEqual([])
  })

  it('knows those that were there before, unless something newer was heard of them', () => {
    const { board, publish } = boardAt()
    publish(seen('heard', { state: 'busy' }), seen('left', { state: 'ended' }))
    publish({ ...seen('deleted', {}), type: 'session_deleted', data: '{}' })
    for (const id of ['heard', 'left', 'deleted', 'other']) board.load(before(id, { state: 'waiting' }))
    board.loaded()
    expect(board.list('local').map(({ sessionId, state }) => [sessionId, state])).toEqual([
      ['other', 'waiting'],
      ['heard', 'busy'],
    ])
  })

  it('tells of changes, those of one commit together, to each tenant', () => {
    const { board, publish } = boardAt()
    const told: [string, readonly BoardChange[]][] = []
    const stop = board.onChange((tenant, changes) => void told.push([tenant, changes]))
    const [a, b] = [seen('a', {}), seen('b', { state: 'busy' })]
    const other = seen('c', {}, { tenantId: 'other' })
    publish(a, { ...a, type: 'turn_started', data: '{}' }, other, b)
    expect(told).toEqual([
      ['local', [{ event: a }, { event: b }]],
      ['other', [{ event: other }]],
    ])
    publish({ ...a, type: 'session_deleted', data: '{}', seq: 9, ts: 200 })
    const left = {
      sessionId: 'a',
      state: 'ended',
      since: 200,
      reason: 'deleted',
      agent: 'codex',
      origin: 'observed',
    }
    expect(told.at(-1)).toEqual(['local', [{ left, seq: 9, ts: 200 }]])
    publish({ ...a, sessionId: 'unknown', type: 'session_deleted', data: '{}' })
    stop()
    publish(a)
    expect(told).toHaveLength(3)
  })

  it('holds so many and lets the last of the list go', () => {
    const { board, publish } = boardAt(1_000, 100)
    for (let n = 0; n < 200; n += 1) publish(seen(`s${n}`, { state: 'stale', since: n }))
    publish(seen('needs', { state: 'permission', since: 0 }))
    for (let n = 200; n < 300; n += 1) publish(seen(`s${n}`, { state: 'stale', since: n }))
    expect(board.size).toBeLessThanOrEqual(100)
    expect(idsOf(board)).toContain('needs')
    expect(idsOf(board)).toContain('s299')
    expect(idsOf(board)).not.toContain('s0')
  })

  it('lists ten thousand sessions', () => {
    const { board } = boardAt()
    for (let n = 0; n < 10_000; n += 1) board.load(before(`s${n}`, { since: n }))
    const list = board.list('local')
    expect(list).toHaveLength(10_000)
    expect(list[0]?.sessionId).toBe('s9999')
  })

  it('is the last that was heard of each session, in order, whatever came', () => {
    const states = fc.constantFrom<WatchState>('busy', 'idle', 'waiting', 'permission', 'ended', 'stale')
    const event = fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd'), state: states, since: fc.nat(50) })
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        const { board, publish } = boardAt()
        const last = new Map<string, WatchState>()
        for (const { id, state, since } of events) {
          publish(seen(id, { state, since }))
          if (state === 'ended') last.delete(id)
          else last.set(id, state)
        }
        const list = board.list('local')
        expect(new Map(list.map(({ sessionId, state }) => [sessionId, state]))).toEqual(last)
        const order = ['permission', 'waiting', 'idle', 'busy', 'stale']
        const ranks = list.map(({ state }) => order.indexOf(state))
        expect(ranks).toEqual([...ranks].sort((a, b) => a - b))
      }),
    )
  })
})
