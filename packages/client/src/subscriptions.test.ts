import { beforeEach, describe, expect, it } from 'vitest'
import type { JoinStart } from './cursor.js'
import type { StreamItem } from './event-stream.js'
import type { Outgoing } from './outbox.js'
import { Position } from './position.js'
import type { Reader } from './subscription.js'
import { Subscriptions } from './subscriptions.js'
import { snapshotOf } from './test/fake-gateway.js'

const UUID = 'uuid-1'
const event = (seq: number, sessionId = UUID) => ({ type: 'turn_started', sessionId, seq, ts: seq })
const complete = (lastSeq: number, sessionId = UUID) => ({
  type: 'replay_complete',
  sessionId,
  lastSeq,
  epoch: 'e1',
})

let sent: Outgoing[]
let told: StreamItem[]
let left: [string, string][]
let later: (() => void)[]
let subscriptions: Subscriptions

beforeEach(() => {
  sent = []
  told = []
  left = []
  later = []
  subscriptions = new Subscriptions({
    send: (message) => sent.push(message),
    later: (run) => later.push(run),
    tell: (item) => told.push(item),
    left: (sessionId, reason) => left.push([sessionId, reason.code]),
  })
})

const seqs = (items: StreamItem[]) =>
  items.map((item) => (item.type === 'gap' ? `gap ${item.toSeq}` : item.seq))
const lastRef = () => String(sent.at(-1)?.ref)
const answer = (ref: string, lastSeq: number, more = {}) =>
  subscriptions.note(snapshotOf(UUID, { lastSeq, ref, ...more }))
const refuse = (ref: string, code = 'SessionNotFound') =>
  subscriptions.note({ type: 'error', code, message: 'no', ref })

/** Joined and live at `lastSeq`. */
function live(id: string, lastSeq: number) {
  const joined = subscriptions.join(id, {})
  answer(lastRef(), lastSeq)
  subscriptions.note(complete(lastSeq))
  return joined
}

function follower(): Reader & { told: StreamItem[]; ended: unknown[] } {
  const items: StreamItem[] = []
  const ended: unknown[] = []
  return {
    position: new Position(),
    told: items,
    ended,
    tell: (item) => items.push(item),
    end: (reason) => ended.push(reason?.code),
  }
}

describe('joining', () => {
  it('asks as told, and again from where it got to', async () => {
    const joined = subscriptions.join('Codex 1', { afterSeq: 0 })
    expect(sent).toEqual([{ type: 'join_session', sessionId: 'Codex 1', afterSeq: 0, ref: 'j1' }])
    expect(answer('j1', 3)).toBe(true)
    expect((await joined).sessionId).toBe(UUID)
    for (const seq of [1, 2]) subscriptions.note(event(seq))
    expect(seqs(told)).toEqual([1, 2])
    expect(subscriptions.at('Codex 1')).toEqual({ afterSeq: 2, epoch: 'e1' })
    subscriptions.resume()
    expect(sent.at(-1)).toEqual({
      type: 'join_session',
      sessionId: UUID,
      afterSeq: 2,
      epoch: 'e1',
      ref: 'j2',
    })
  })

  it('asks from the start again when the connection went before the answer', () => {
    subscriptions.join('s', { afterSeq: 5 })
    subscriptions.resume()
    expect(sent.at(-1)).toMatchObject({ sessionId: 's', afterSeq: 5, ref: 'j2' })
  })

  it('drops what was seen before', () => {
    live(UUID, 3)
    for (const seq of [3, 4, 4]) subscriptions.note(event(seq))
    expect(seqs(told)).toEqual([4])
  })

  it('goes on from its place when joined a second time, so nothing falls in between', () => {
    live(UUID, 3)
    subscriptions.note(event(4))
    subscriptions.join(UUID, {})
    expect(sent.at(-1)).toMatchObject({ afterSeq: 4, epoch: 'e1' })
    answer(lastRef(), 6)
    for (const seq of [5, 6]) subscriptions.note(event(seq))
    expect(seqs(told)).toEqual([4, 5, 6])
  })

  it('replays to everybody when joined again from further back', () => {
    live(UUID, 3)
    subscriptions.join(UUID, { afterSeq: 1 })
    answer(lastRef(), 3)
    for (const seq of [2, 3]) subscriptions.note(event(seq))
    expect(seqs(told)).toEqual([2, 3])
  })

  it('asks again for what was not answered, even when there is a place to resume from', () => {
    live(UUID, 3)
    subscriptions.join(UUID, { afterSeq: 1 })
    subscriptions.resume()
    expect(sent.at(-1)).toMatchObject({ afterSeq: 1, epoch: 'e1' })
  })
})

describe('refusals', () => {
  it('tells who asked, and forgets the session', async () => {
    const joined = subscriptions.join('nowhere', {})
    expect(refuse('j1')).toBe(false)
    await expect(joined).rejects.toMatchObject({ code: 'SessionNotFound' })
    expect(left).toEqual([])
    subscriptions.resume()
    expect(sent).toHaveLength(1)
  })

  it('says that a session is left when it cannot be resumed', () => {
    live(UUID, 3)
    subscriptions.resume()
    expect(refuse(lastRef())).toBe(false)
    expect(left).toEqual([[UUID, 'SessionNotFound']])
  })

  it('asks again later when a resume met trouble that passes', () => {
    live(UUID, 3)
    subscriptions.resume()
    refuse(lastRef(), 'InternalError')
    expect(left).toEqual([])
    for (const run of later) run()
    expect(sent.at(-1)).toMatchObject({ sessionId: UUID, afterSeq: 3 })
  })

  it('tells a first join of the same trouble', async () => {
    const joined = subscriptions.join(UUID, {})
    refuse('j1', 'InternalError')
    await expect(joined).rejects.toMatchObject({ code: 'InternalError' })
    expect(later).toEqual([])
  })

  it('leaves errors alone that answer nothing of ours', () => {
    expect(refuse('c7')).toBe(true)
  })
})

describe('one session under two names', () => {
  it('is followed once, and both joins are answered', async () => {
    const joins = [subscriptions.join('Codex 1', {}), subscriptions.join(UUID, {})]
    answer('j1', 3)
    answer('j2', 3)
    for (const join of joins) expect((await join).sessionId).toBe(UUID)
    sent.length = 0
    subscriptions.resume()
    expect(sent).toHaveLength(1)
  })

  it('asks again for what came between the two answers', () => {
    subscriptions.join('Codex 1', {})
    subscriptions.join(UUID, {})
    answer('j1', 3)
    subscriptions.note(complete(3))
    // 4 and 5 were kept back while the second join was under way, and are not part of it.
    answer('j2', 5)
    subscriptions.note(event(6))
    subscriptions.note(complete(5))
    expect(sent.at(-1)).toMatchObject({ sessionId: UUID, afterSeq: 3 })
    subscriptions.note(event(7))
    expect(told).toEqual([])
    answer(lastRef(), 5)
    for (const seq of [4, 5]) subscriptions.note(event(seq))
    expect(seqs(told)).toEqual([4, 5])
  })

  it('is left by either name', () => {
    live('Codex 1', 3)
    subscriptions.leave(UUID)
    expect(sent.at(-1)).toEqual({ type: 'leave_session', sessionId: UUID, ref: `leave:${UUID}` })
    expect(refuse(`leave:${UUID}`)).toBe(false)
    subscriptions.leave('Codex 1')
    expect(sent).toHaveLength(2)
  })

  it('does not tell ahead of the replay what the tenant hears of a session joined by a name', () => {
    subscriptions.join('Codex 1', { afterSeq: 0 })
    subscriptions.note(event(1))
    subscriptions.note(event(9, 'another'))
    expect(told).toEqual([])
    answer('j1', 1)
    expect(told).toMatchObject([{ sessionId: 'another' }])
    subscriptions.note(event(1))
    expect(told).toHaveLength(2)
  })
})

describe('leaving', () => {
  it('waits for a join that is under way, for a leave could overtake it', async () => {
    const joined = subscriptions.join(UUID, {})
    subscriptions.leave(UUID)
    await expect(joined).rejects.toMatchObject({ code: 'SessionLeft' })
    expect(sent).toHaveLength(1)
    expect(answer('j1', 3)).toBe(false)
    expect(sent).toHaveLength(1)
    subscriptions.note(complete(3))
    expect(sent.at(-1)).toMatchObject({ type: 'leave_session' })
  })

  it('does not leave what was joined again meanwhile', async () => {
    const first = subscriptions.join(UUID, {})
    subscriptions.leave(UUID)
    await expect(first).rejects.toMatchObject({ code: 'SessionLeft' })
    subscriptions.join(UUID, {})
    answer('j1', 3)
    subscriptions.note(complete(3))
    answer('j2', 3)
    subscriptions.note(complete(3))
    expect(sent.map(({ type }) => type)).toEqual(['join_session', 'join_session'])
  })

  it('does not leave what was joined again by a name meanwhile, nor tell what a join that was left replays', () => {
    subscriptions.join('Codex 1', { afterSeq: 0 }).catch(() => {})
    subscriptions.leave('Codex 1')
    subscriptions.join('Codex 1', {})
    answer('j1', 2)
    for (const seq of [1, 2]) subscriptions.note(event(seq))
    subscriptions.note(complete(2))
    expect(sent.map(({ type }) => type)).toEqual(['join_session', 'join_session'])
    answer('j2', 3)
    subscriptions.note(event(3))
    subscriptions.note(complete(3))
    subscriptions.note(event(4))
    expect(seqs(told).at(-1)).toBe(4)
    expect(seqs(told).filter((seq) => seq === 4)).toEqual([4])
    expect(sent.map(({ type }) => type)).toEqual(['join_session', 'join_session'])
  })

  it('under one name asks again for what was joined by another at that moment', () => {
    live(UUID, 3)
    subscriptions.join('Codex 1', {})
    subscriptions.leave(UUID)
    expect(sent.at(-1)).toMatchObject({ type: 'leave_session' })
    answer('j2', 5)
    subscriptions.note(complete(5))
    expect(sent.at(-1)).toMatchObject({ type: 'join_session', sessionId: UUID, afterSeq: 5 })
  })

  it('is sent later when the gateway had no time for it, unless the session is wanted again', () => {
    live(UUID, 3)
    subscriptions.leave(UUID)
    expect(refuse(`leave:${UUID}`, 'RATE_LIMITED')).toBe(false)
    for (const run of later.splice(0)) run()
    expect(sent.filter(({ type }) => type === 'leave_session')).toHaveLength(2)
    refuse(`leave:${UUID}`, 'RATE_LIMITED')
    subscriptions.join(UUID, {})
    for (const run of later.splice(0)) run()
    expect(sent.at(-1)).toMatchObject({ type: 'join_session' })
  })

  it('forgets a session that was deleted, and says so', () => {
    live(UUID, 3)
    subscriptions.note({ type: 'session_deleted', sessionId: UUID, seq: 9, ts: 9 })
    expect(told).toMatchObject([{ type: 'session_deleted' }])
    expect(left).toEqual([[UUID, 'SessionNotFound']])
    sent.length = 0
    subscriptions.resume()
    expect(sent).toEqual([])
  })
})

describe('followers', () => {
  const start: JoinStart = { afterSeq: 0 }

  it('are each told from their own beginning, and nobody twice', () => {
    live(UUID, 3)
    const one = follower()
    subscriptions.follow(UUID, start, one)
    expect(sent.at(-1)).toMatchObject({ afterSeq: 0 })
    answer(lastRef(), 4)
    for (const seq of [1, 2, 3, 4]) subscriptions.note(event(seq))
    expect(seqs(one.told)).toEqual([1, 2, 3, 4])
    expect(seqs(told)).toEqual([4])
  })

  it('keep the session until the last of them is gone', () => {
    live(UUID, 3)
    const one = follower()
    subscriptions.follow(UUID, {}, one)
    answer(lastRef(), 3)
    subscriptions.note(complete(3))
    subscriptions.leave(UUID)
    expect(sent.at(-1)?.type).toBe('join_session')
    subscriptions.unfollow(UUID, one)
    expect(sent.at(-1)?.type).toBe('leave_session')
  })

  it('end with the session', () => {
    const one = follower()
    subscriptions.follow(UUID, {}, one)
    answer(lastRef(), 3)
    subscriptions.note({ type: 'session_deleted', sessionId: UUID, seq: 9, ts: 9 })
    expect(one.told).toMatchObject([{ type: 'session_deleted' }])
    expect(one.ended[0]).toBeUndefined()
  })

  it('end with the reason when their session cannot be resumed', () => {
    const one = follower()
    subscriptions.follow(UUID, {}, one)
    answer(lastRef(), 3)
    subscriptions.resume()
    refuse(lastRef(), 'Unauthorized')
    expect(one.ended).toEqual(['Unauthorized'])
  })
})
