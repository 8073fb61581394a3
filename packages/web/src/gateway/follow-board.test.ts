import type { Client, ConnectionStatus, SessionEvent } from '@signalbox/client'
import { GatewayError } from '@signalbox/client'
import type { AttentionEntry, GatewayState } from '@signalbox/protocol'
import { describe, expect, it, vi } from 'vitest'
import { sessionMeta } from '../board/session-meta.fixture.js'
import { permissionEntry } from '../needs/request-entry.fixture.js'
import { type BoardChange, changeBoard, LOADING } from './board.js'
import type { RequestsRead } from './fetch-requests.js'
import type { SessionsAnswer } from './fetch-sessions.js'
import { followBoard } from './follow-board.js'

const created = (id: string): SessionEvent => ({
  type: 'session_created',
  sessionId: id,
  seq: 1,
  ts: 1,
  session: sessionMeta(id),
})

const NOTHING_ASKED = { pending: [], ended: [] }

/** A client the test speaks for, and a list it answers when it wants to. */
function stage(
  attention?: AttentionEntry[],
  requests = vi.fn(async (): Promise<RequestsRead> => NOTHING_ASKED),
  gateway?: GatewayState,
) {
  const listeners = new Map<string, (value: never) => void>()
  const client = {
    status: { state: 'reconnecting', retryAt: null } as ConnectionStatus,
    on(kind: string, listener: (value: never) => void) {
      listeners.set(kind, listener)
      return () => listeners.delete(kind)
    },
    request: async () => ({ events: [{ message: 'npm publish' }], next: null }),
  }
  const answers: ((answer: SessionsAnswer) => void)[] = []
  const told: BoardChange[] = []
  const board = followBoard(client as unknown as Client, (change) => told.push(change), {
    sessions: () => new Promise((resolve) => answers.push(resolve)),
    attention: async () => attention,
    watch: async () => undefined,
    requests,
    gateway: async () => gateway,
  })
  const say = (kind: string, value: unknown) => listeners.get(kind)?.(value as never)
  return {
    board,
    told,
    answers,
    types: () => told.map(({ type }) => type),
    event: (event: SessionEvent) => say('event', event),
    gateway: (state: GatewayState) => say('gateway', state),
    status(status: ConnectionStatus) {
      client.status = status
      say('status', status)
    },
  }
}

const listed = (...sessions: ReturnType<typeof sessionMeta>[]): SessionsAnswer => ({
  kind: 'listed',
  sessions,
  next: null,
})

describe('followBoard', () => {
  it('tells events that came while the list was read after it', async () => {
    const { answers, event, types } = stage()
    event(created('a'))
    answers[0]?.(listed())
    await vi.waitFor(() => expect(types()).toEqual(['listed', 'event']), 10_000)
    event(created('b'))
    expect(types()).toEqual(['listed', 'event', 'event'])
  })

  it('tells whether the gateway is paused, as it is read and as it is heard', async () => {
    const paused: GatewayState = { state: 'paused', pausedAt: 1 }
    const { answers, told, gateway } = stage([], undefined, paused)
    answers[0]?.(listed())
    await vi.waitFor(() => expect(told).toMatchObject([{ type: 'listed', gateway: paused }]), 10_000)
    gateway({ state: 'running' })
    expect(told[1]).toEqual({ type: 'gateway', gateway: { state: 'running' } })
    expect(told.reduce(changeBoard, LOADING).gateway).toEqual({ state: 'running' })
  })

  it('believes what was heard while the list was read, which may be older', async () => {
    const { answers, told, gateway } = stage([], undefined, { state: 'running' })
    gateway({ state: 'paused' })
    expect(told).toEqual([])
    answers[0]?.(listed())
    await vi.waitFor(
      () => expect(told).toMatchObject([{ type: 'listed', gateway: { state: 'paused' } }]),
      10_000,
    )
  })

  it('looks again for agents that come back for their answers, where some could not be answered', async () => {
    vi.useFakeTimers()
    try {
      const away = { pending: [permissionEntry({}, { answerable: false })], ended: [] }
      const requests = vi.fn(async (): Promise<RequestsRead> => away)
      const { answers, board, types } = stage([], requests)
      answers[0]?.(listed())
      await vi.advanceTimersByTimeAsync(0)
      expect(types()).toEqual(['listed'])
      await vi.advanceTimersByTimeAsync(60_000)
      expect(types()).toEqual(['listed', 'requests', 'requests', 'requests'])
      board.reload()
      answers[1]?.(listed())
      await vi.advanceTimersByTimeAsync(0)
      board.stop()
      await vi.advanceTimersByTimeAsync(60_000)
      expect(requests).toHaveBeenCalledTimes(5)
    } finally {
      vi.useRealTimers()
    }
  })

  it('reads the list again when the connection is live, and forgets an answer that is overtaken', async () => {
    const { answers, event, status, told } = stage()
    event(created('a'))
    status({ state: 'live' })
    answers[0]?.(listed(sessionMeta('old')))
    answers[1]?.(listed(sessionMeta('a')))
    await vi.waitFor(() => expect(told).toHaveLength(2), 10_000)
    expect(told[0]).toMatchObject({ type: 'listed', sessions: [{ id: 'a' }] })
    expect(told[1]).toMatchObject({ type: 'event' })
  })

  it('reads on page by page, until a newer list is read', async () => {
    const { answers, status, told, types } = stage()
    answers[0]?.({ ...listed(sessionMeta('a')), next: '1' } as SessionsAnswer)
    await vi.waitFor(() => expect(answers).toHaveLength(2), 10_000)
    answers[1]?.({ ...listed(sessionMeta('b')), next: '2' } as SessionsAnswer)
    await vi.waitFor(() => expect(answers).toHaveLength(3), 10_000)
    expect(told[1]).toMatchObject({ type: 'more', sessions: [{ id: 'b' }], next: '2' })
    status({ state: 'live' })
    answers[2]?.(listed(sessionMeta('c')))
    answers[3]?.({ ...listed(sessionMeta('a')), next: '1' } as SessionsAnswer)
    await vi.waitFor(() => expect(answers).toHaveLength(5), 10_000)
    answers[4]?.({ kind: 'unreachable' })
    await Promise.resolve()
    expect(types()).toEqual(['listed', 'more', 'listed'])
  })

  it('reads no more than anybody looks through', async () => {
    const { answers } = stage()
    const many = Array.from({ length: 5000 }, (_, index) => sessionMeta(`${index}`))
    answers[0]?.({ ...listed(...many), next: '5000' } as SessionsAnswer)
    await new Promise((resolve) => setImmediate(resolve))
    expect(answers).toHaveLength(1)
  })

  it('says who needs a person with the list, which does not say it', async () => {
    const input: AttentionEntry = { sessionId: 'a', kind: 'input', since: 1, message: 'Your turn' }
    const { answers, told } = stage([input])
    answers[0]?.(listed(sessionMeta('a')))
    await vi.waitFor(() => expect(told).toHaveLength(1), 10_000)
    expect(told[0]).toMatchObject({ type: 'listed', attention: [input] })
  })

  it('asks why a session waits of which nothing is asked', async () => {
    const permission: AttentionEntry = { sessionId: 'b', kind: 'permission', since: 1, message: 'npm test' }
    const { answers, status, told } = stage([permission])
    status({ state: 'live' })
    const waiting = ['a', 'b'].map((id) => sessionMeta(id, { status: 'waiting' }))
    answers[1]?.(listed(...waiting, sessionMeta('c')))
    await vi.waitFor(() => expect(told).toHaveLength(2), 10_000)
    expect(told[1]).toEqual({ type: 'need', sessionId: 'a', message: 'npm publish' })
  })

  it('reads what is asked again when somebody is needed or no more, once for all that happens meanwhile', async () => {
    const reads: ((read: typeof NOTHING_ASKED) => void)[] = []
    const requests = vi.fn(async (): Promise<RequestsRead> => NOTHING_ASKED)
    const { answers, event, told, types } = stage(undefined, requests)
    answers[0]?.(listed())
    await vi.waitFor(() => expect(types()).toEqual(['listed']), 10_000)
    requests.mockImplementation(() => new Promise((resolve) => reads.push(resolve)))
    const raised = { ...created('a'), type: 'attention_raised' } as unknown as SessionEvent
    for (let count = 0; count < 3; count += 1) event(raised)
    expect(reads).toHaveLength(1)
    reads[0]?.(NOTHING_ASKED)
    await vi.waitFor(() => expect(reads).toHaveLength(2), 10_000)
    reads[1]?.({ pending: [], ended: [] })
    await vi.waitFor(() => expect(told.at(-1)?.type).toBe('requests'), 10_000)
    expect(reads).toHaveLength(2)
  })

  it('tells what is asked though other agents never stop asking, and brings back nothing that is over', async () => {
    const reads: ((read: RequestsRead) => void)[] = []
    const requests = vi.fn(async (): Promise<RequestsRead> => NOTHING_ASKED)
    const { answers, event, told, types } = stage(undefined, requests)
    answers[0]?.(listed())
    await vi.waitFor(() => expect(types()).toEqual(['listed']), 10_000)
    requests.mockImplementation(() => new Promise((resolve) => reads.push(resolve)))
    const about = (type: string, requestId: string) =>
      event({ ...created('a'), type, requestId, kind: 'permission' } as unknown as SessionEvent)
    about('attention_raised', 'r1')
    about('attention_cleared', 'r1')
    const pending = [permissionEntry({}, { sessionId: 'a', requestId: 'r1' })]
    reads[0]?.({ pending, ended: [] })
    await vi.waitFor(() => expect(types()).toContain('requests'), 10_000)
    const board = told.reduce(changeBoard, LOADING)
    expect(types().slice(-2)).toEqual(['requests', 'event'])
    expect(board.requests.pending).toEqual([])
  })

  it('says when the browser is not paired, from either door', async () => {
    const { answers, status, types } = stage()
    answers[0]?.({ kind: 'unpaired' })
    await vi.waitFor(() => expect(types()).toEqual(['unpaired']), 10_000)
    status({ state: 'offline', retryAt: null, reason: new GatewayError('NOT_AUTHENTICATED', 'revoked') })
    expect(types()).toEqual(['unpaired', 'unpaired'])
  })

  it('tells nothing once it is stopped', async () => {
    const { answers, board, event, told } = stage()
    board.stop()
    event(created('a'))
    answers[0]?.(listed())
    await Promise.resolve()
    expect(told).toEqual([])
  })
})
