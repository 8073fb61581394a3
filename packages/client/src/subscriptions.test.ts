import { describe, expect, it } from 'vitest'
import { localError } from './gateway-error.js'
import { Subscriptions } from './subscriptions.js'
import { snapshotOf } from './test/fake-gateway.js'

const event = (seq: number) => ({ type: 'turn_started', sessionId: 'uuid-1', seq, ts: seq })

describe('Subscriptions', () => {
  it('asks as told, and again from where it got to', async () => {
    const subscriptions = new Subscriptions()
    const { message, joined } = subscriptions.want('Codex 1', { afterSeq: 0 })
    expect(message).toEqual({ type: 'join_session', sessionId: 'Codex 1', afterSeq: 0, ref: 'j1' })
    expect(subscriptions.note(snapshotOf('uuid-1', { lastSeq: 3, ref: 'j1' }))).toBe(true)
    expect((await joined).sessionId).toBe('uuid-1')
    expect(subscriptions.note(event(1))).toBe(true)
    expect(subscriptions.note(event(2))).toBe(true)
    expect(subscriptions.resume()).toEqual([
      { type: 'join_session', sessionId: 'uuid-1', afterSeq: 2, epoch: 'e1', ref: 'j2' },
    ])
  })

  it('asks from the start again when the connection went before the answer', () => {
    const subscriptions = new Subscriptions()
    subscriptions.want('s', { afterSeq: 5 })
    expect(subscriptions.resume()).toEqual([{ type: 'join_session', sessionId: 's', afterSeq: 5, ref: 'j2' }])
  })

  it('drops what was seen before', () => {
    const subscriptions = new Subscriptions()
    subscriptions.want('uuid-1', {})
    subscriptions.note(snapshotOf('uuid-1', { lastSeq: 3, ref: 'j1' }))
    expect([3, 4, 4].map((seq) => subscriptions.note(event(seq)))).toEqual([false, true, false])
  })

  it('tells a refusal to who asked, and to everybody when nobody waits for it', async () => {
    const subscriptions = new Subscriptions()
    const { joined } = subscriptions.want('nowhere', {})
    const error = { type: 'error', code: 'SessionNotFound', message: 'Session not found' }
    expect(subscriptions.note({ ...error, ref: 'j1' })).toBe(false)
    await expect(joined).rejects.toMatchObject({ code: 'SessionNotFound' })
    expect(subscriptions.resume()).toEqual([])

    subscriptions.want('uuid-1', {})
    subscriptions.note(snapshotOf('uuid-1', { ref: 'j2' }))
    subscriptions.resume()
    expect(subscriptions.note({ ...error, ref: 'j3' })).toBe(true)
    expect(subscriptions.resume()).toEqual([])
  })

  it('follows a session once that was asked for under two names', () => {
    const subscriptions = new Subscriptions()
    subscriptions.want('uuid-1', {})
    subscriptions.note(snapshotOf('uuid-1', { ref: 'j1' }))
    subscriptions.want('Codex 1', {})
    subscriptions.note(snapshotOf('uuid-1', { ref: 'j2' }))
    expect(subscriptions.resume()).toHaveLength(1)
  })

  it('is left by either name', () => {
    const subscriptions = new Subscriptions()
    subscriptions.want('Codex 1', {})
    subscriptions.note(snapshotOf('uuid-1', { ref: 'j1' }))
    const left = localError('ClientClosed', 'left')
    expect(subscriptions.drop('Codex 1', left)).toBe('uuid-1')
    expect(subscriptions.drop('uuid-1', left)).toBeUndefined()
  })

  it('forgets a session that was deleted', () => {
    const subscriptions = new Subscriptions()
    subscriptions.want('uuid-1', {})
    subscriptions.note(snapshotOf('uuid-1', { ref: 'j1' }))
    expect(subscriptions.note({ type: 'session_deleted', sessionId: 'uuid-1', seq: 9, ts: 9 })).toBe(true)
    expect(subscriptions.resume()).toEqual([])
  })
})
