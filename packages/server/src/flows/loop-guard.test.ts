import type { Alias, Event, JsonObject } from '@signalbox/protocol'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Published } from '../log/log.js'
import type { CauseQuery } from '../log/outbox.js'
import { LoopGuard } from './loop-guard.js'

let publish: (events: Published[]) => void
let asked: CauseQuery[]
let stored: Map<string, string[]>
let guard: LoopGuard
let now: number
let offset: number

beforeEach(() => {
  asked = []
  stored = new Map()
  now = 10_000
  offset = 0
  const reader = {
    async chainOf(query: CauseQuery) {
      asked.push(query)
      return stored.get('turnId' in query ? query.turnId : query.deliveryId)
    },
  }
  guard = new LoopGuard(
    {
      get head() {
        return offset
      },
      reader: reader as never,
      onPublish(listener) {
        publish = listener
      },
    },
    () => now,
  )
})

const event = (type: string, more: Partial<Event> = {}, data: JsonObject = {}): Event =>
  ({
    ...{ type, tenantId: 'local', sessionId: 's', ts: now, offset: ++offset },
    ...{ source: { agent: 'coder', via: 'ws' }, data: JSON.stringify(data), ...more },
  }) as Event
const causes = (one: Event, aliases?: Alias[]) =>
  guard.causes(one, JSON.parse(one.data) as JsonObject, aliases)
const DELIVERY = { id: 'e/t/0', chain: ['a', 't'] }

describe('what a flow has set off', () => {
  it('is the toast it shows', async () => {
    guard.began(DELIVERY)
    expect(await causes(event('toast', {}, { deliveryId: 'e/t/0' }))).toEqual(['a', 't'])
    stored.set('before/t/0', ['t'])
    expect(await causes(event('toast', {}, { deliveryId: 'before/t/0' }))).toEqual(['t'])
    expect(await causes(event('toast', {}, { deliveryId: 'nobody/t/0' }))).toBeUndefined()
  })

  it('is the turn it begins, everything in it, and what the session says meanwhile', async () => {
    guard.began(DELIVERY)
    publish([event('turn_started', { turnId: 'turn_1' }, { clientTurnId: 'e/t/0' })])
    expect(await causes(event('tool_call', { turnId: 'turn_1' }))).toEqual(['a', 't'])
    expect(await causes(event('notify_finish'))).toEqual(['a', 't'])
    expect(await causes(event('notify_finish', { sessionId: 'other' }))).toBeUndefined()
    publish([event('turn_complete', { turnId: 'turn_1' })])
    now += 29_000
    expect(await causes(event('notify_finish'))).toEqual(['a', 't'])
    now += 2_000
    expect(await causes(event('notify_finish'))).toBeUndefined()
    expect(asked).toEqual([])
  })

  it('is the turn it names when it is done', async () => {
    guard.ended(DELIVERY, { ok: true, turnId: 'turn_2' }, now)
    expect(await causes(event('turn_complete', { turnId: 'turn_2' }))).toEqual(['a', 't'])
  })

  it('is the turn that begins where it typed, soon after or just before it says so', async () => {
    guard.ended(DELIVERY, { ok: true, typedInto: 's' }, now)
    expect(await causes(event('notify_finish'))).toEqual(['a', 't'])
    now += 20_000
    publish([event('turn_started', { turnId: 'turn_3' })])
    now += 600_000
    expect(await causes(event('notify_finish'))).toEqual(['a', 't'])
    expect(await causes(event('turn_complete', { turnId: 'turn_3' }))).toEqual(['a', 't'])
    publish([event('turn_started', { turnId: 'turn_4', sessionId: 'fast' })])
    guard.ended(DELIVERY, { ok: true, typedInto: 'fast' }, now - 50)
    expect(await causes(event('turn_complete', { turnId: 'turn_4', sessionId: 'fast' }))).toEqual(['a', 't'])
  })

  it('is the session it makes, from its first event on, until somebody else begins a turn there', async () => {
    const aliases = [{ namespace: 'flow', id: DELIVERY.id }]
    guard.began(DELIVERY)
    const created = event('session_created', {}, { session: { aliases } })
    publish([created])
    expect(await causes(created, aliases)).toEqual(['a', 't'])
    now += 3600_000
    expect(await causes(event('session_updated'), aliases)).toEqual(['a', 't'])
    publish([event('turn_started', { turnId: 'turn_1' }, { clientTurnId: 'e/t/0' })])
    publish([event('turn_complete', { turnId: 'turn_1' })])
    now += 3600_000
    const inactive = event('session_state')
    publish([event('turn_started', { turnId: 'turn_2' }, { clientTurnId: 'web-1' })])
    // Looked at late, it is of what was there when it happened.
    expect(await causes(inactive, aliases)).toEqual(['a', 't'])
    expect(await causes(event('session_state'), aliases)).toBeUndefined()
    expect(asked).toEqual([])
    // Of before this start.
    stored.set('b/t/0', ['b', 't'])
    const before = event('session_state', { sessionId: 'before' })
    expect(await causes(before, [{ namespace: 'flow', id: 'b/t/0' }])).toEqual(['b', 't'])
    expect(await causes(before, [{ namespace: 'notify', id: 'b/t/0' }])).toBeUndefined()
  })

  it('is what a session says before the turn it was asked for, and a state of it however late', async () => {
    const earlier = event('session_state')
    guard.began(DELIVERY)
    guard.touches(DELIVERY, 's', 'asking')
    expect(await causes(earlier)).toBeUndefined()
    expect(await causes(event('session_state'))).toEqual(['a', 't'])
    // One that waits for its turn there does not make the chain shorter.
    guard.touches({ id: 'f/t/0', chain: ['t'] }, 's', 'asking')
    expect(await causes(event('session_state'))).toEqual(['a', 't'])
    publish([event('turn_started', { turnId: 'turn_1' }, { clientTurnId: 'e/t/0' })])
    publish([event('turn_complete', { turnId: 'turn_1' })])
    now += 3600_000
    expect(await causes(event('session_state'))).toEqual(['a', 't'])
    expect(await causes(event('session_updated'))).toBeUndefined()
  })

  it('is the rest of the turn it says something in', async () => {
    publish([event('turn_started', { turnId: 'turn_1' }, { clientTurnId: 'web-1' })])
    guard.touches(DELIVERY, 's', 'asking')
    const steer = event('steer_sent', { turnId: 'turn_1', source: { agent: 'signalbox', via: 'flow' } })
    publish([steer])
    expect(await causes(steer)).toEqual(['a', 't'])
    expect(await causes(event('turn_complete', { turnId: 'turn_1' }))).toEqual(['a', 't'])
  })

  it('is the turn that begins while it still types', async () => {
    guard.touches(DELIVERY, 's', 'typing')
    publish([event('turn_started', { turnId: 'turn_1' })])
    expect(await causes(event('turn_started', { turnId: 'turn_1' }))).toEqual(['a', 't'])
    guard.ended(DELIVERY, { ok: true, typedInto: 's' }, now)
    expect(await causes(event('session_updated'))).toEqual(['a', 't'])
  })
})

describe('what no flow has set off', () => {
  it('is a turn of a person, also in a session flows had begun one in', async () => {
    guard.began(DELIVERY)
    publish([event('turn_started', { turnId: 'turn_1' }, { clientTurnId: 'e/t/0' })])
    publish([event('turn_complete', { turnId: 'turn_1' })])
    publish([event('turn_started', { turnId: 'turn_2' }, { clientTurnId: 'web-1' })])
    expect(await causes(event('turn_complete', { turnId: 'turn_2' }))).toBeUndefined()
    expect(await causes(event('notify_finish'))).toBeUndefined()
    expect(await causes(event('turn_complete', { turnId: 'turn_1' }))).toEqual(['a', 't'])
  })

  it('is a turn that begins long after something was typed, or after it failed', async () => {
    guard.ended(DELIVERY, { ok: true, typedInto: 's' }, now)
    now += 31_000
    publish([event('turn_started', { turnId: 'turn_3' })])
    guard.ended(DELIVERY, { ok: false, error: 'x', retry: false }, now)
    expect(await causes(event('turn_complete', { turnId: 'turn_3' }))).toBeUndefined()
  })

  it('is what happens long after something it was refused', async () => {
    guard.touches(DELIVERY, 's', 'asking')
    guard.ended(DELIVERY, { ok: false, error: 'x', retry: false }, now)
    now += 31_000
    expect(await causes(event('session_updated'))).toBeUndefined()
  })
})

it('asks the outbox once for a turn of before this start', async () => {
  stored.set('turn_0', ['z'])
  expect(await causes(event('turn_complete', { turnId: 'turn_0' }))).toEqual(['z'])
  expect(await causes(event('turn_complete', { turnId: 'turn_0' }))).toEqual(['z'])
  expect(await causes(event('turn_complete', { turnId: 'turn_x' }))).toBeUndefined()
  expect(await causes(event('turn_complete', { turnId: 'turn_x' }))).toBeUndefined()
  expect(asked).toHaveLength(2)
})
