import { describe, expect, it } from 'vitest'
import type { JoinStart } from './cursor.js'
import type { StreamItem } from './event-stream.js'
import { GatewayError } from './gateway-error.js'
import { SessionStream } from './session-stream.js'
import type { Reader } from './subscription.js'
import { turnOf } from './turn-of.js'

type Item = Partial<StreamItem> & { type: string }

/** A session whose join and events are the test's. */
function source(join: () => Promise<void> = async () => {}, lastSeq = 0) {
  const done: string[] = []
  let reader: Reader | undefined
  let seq = 0
  const open = (start: JoinStart) =>
    new SessionStream(start, 100, {
      join: async ({ afterSeq }, joining) => {
        done.push(afterSeq === undefined ? 'join' : `join after ${afterSeq}`)
        await join()
        reader = joining
        return { lastSeq }
      },
      leave: () => void done.push('leave'),
      read: async () => ({ events: [], next: null }),
    })
  const tell = (...items: Item[]) => {
    for (const item of items) reader?.tell({ sessionId: 's', seq: ++seq, ts: 0, ...item } as StreamItem)
  }
  return { open, tell, done, end: (reason?: GatewayError) => reader?.end(reason) }
}

/** Reads to the end: what was yielded, then what was returned or thrown. */
async function readAll(turn: AsyncGenerator<StreamItem, unknown>) {
  const types: string[] = []
  for (;;) {
    try {
      const { done, value } = await turn.next()
      if (done) return { types, end: (value as Item).type }
      types.push((value as Item).type)
    } catch (error) {
      return { types, end: (error as GatewayError).code }
    }
  }
}

const turnId = 't'

describe('turnOf', () => {
  it('does nothing until it is read', () => {
    const { open, done } = source()
    turnOf(open, async () => ({ turnId, seq: 1 }))
    expect(done).toEqual([])
  })

  it('joins before the turn begins, yields that turn alone to its end, and leaves', async () => {
    const { open, tell, done } = source()
    const turn = turnOf(open, async () => {
      done.push('begin')
      tell({ type: 'turn_started', turnId }, { type: 'session_state' }, { type: 'text_delta', turnId })
      tell({ type: 'text_delta', turnId: 'another' }, { type: 'turn_complete', turnId: 'another' })
      tell({ type: 'gap', reason: 'slow' }, { type: 'turn_complete', turnId }, { type: 'text_delta', turnId })
      return { turnId, seq: 1 }
    })
    expect(await readAll(turn)).toEqual({
      types: ['turn_started', 'text_delta', 'gap', 'turn_complete'],
      end: 'turn_complete',
    })
    expect(done).toEqual(['join', 'begin', 'leave'])
  })

  it('tells a turn that began before the join from its beginning', async () => {
    const { open, tell, done } = source(async () => {}, 9)
    const turn = turnOf(open, async () => {
      tell({ type: 'text_delta', turnId })
      return { turnId, seq: 4 }
    })
    const read = readAll(turn)
    // The second join is there.
    await new Promise((resolve) => setImmediate(resolve))
    tell({ type: 'turn_started', turnId, seq: 4 }, { type: 'turn_complete', turnId, seq: 8 })
    expect(await read).toEqual({ types: ['turn_started', 'turn_complete'], end: 'turn_complete' })
    expect(done).toEqual(['join', 'leave', 'join after 3', 'leave'])
  })

  it('follows once a turn that begins right after the join', async () => {
    const { open, tell, done } = source(async () => {}, 3)
    const turn = turnOf(open, async () => {
      tell({ type: 'turn_started', turnId, seq: 4 }, { type: 'turn_complete', turnId, seq: 5 })
      return { turnId, seq: 4 }
    })
    expect(await readAll(turn)).toEqual({ types: ['turn_started', 'turn_complete'], end: 'turn_complete' })
    expect(done).toEqual(['join', 'leave'])
  })

  it.each([
    ['a failure', { type: 'turn_error', turnId }, 'turn_error', 'turn_error'],
    ['a failure before the agent had the turn', { type: 'turn_error' }, 'turn_error', 'turn_error'],
    ['another log', { type: 'gap', reason: 'epoch' }, undefined, 'TurnLost'],
  ])('ends with %s', async (_what, item, yielded, end) => {
    const { open, tell, done } = source()
    const turn = turnOf(open, async () => {
      tell(item as Item)
      return { turnId, seq: 1 }
    })
    expect(await readAll(turn)).toEqual({ types: yielded ? [yielded] : [], end })
    expect(done).toContain('leave')
  })

  it.each([
    ['the client', new GatewayError('ClientClosed', 'closed'), 'TurnLost'],
    ['a session that is deleted', undefined, 'TurnLost'],
    ['a token that is taken away', new GatewayError('NOT_AUTHENTICATED', 'no'), 'NOT_AUTHENTICATED'],
  ])('does not take the end of %s for the end of the turn', async (_what, reason, code) => {
    const { open, tell, end } = source()
    const turn = turnOf(open, async () => {
      tell({ type: 'turn_started', turnId }, { type: 'session_deleted' })
      end(reason)
      return { turnId, seq: 1 }
    })
    expect(await readAll(turn)).toEqual({ types: ['turn_started'], end: code })
  })

  it('begins nothing when the join is refused', async () => {
    const { open } = source(() => Promise.reject(new GatewayError('SessionNotFound', 'nowhere')))
    const turn = turnOf(open, () => Promise.reject(new Error('must not begin')))
    expect(await readAll(turn)).toEqual({ types: [], end: 'SessionNotFound' })
  })

  it('leaves when the turn is refused', async () => {
    const { open, done } = source()
    const turn = turnOf(open, () => Promise.reject(new GatewayError('TurnInProgress', 'busy')))
    expect(await readAll(turn)).toEqual({ types: [], end: 'TurnInProgress' })
    expect(done).toEqual(['join', 'leave'])
  })

  it('leaves with the loop', async () => {
    const { open, tell, done } = source()
    const turn = turnOf(open, async () => {
      tell({ type: 'turn_started', turnId })
      return { turnId, seq: 1 }
    })
    for await (const item of turn) {
      expect(item.type).toBe('turn_started')
      break
    }
    expect(done).toEqual(['join', 'leave'])
  })
})
