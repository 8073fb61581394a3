import { describe, expect, it } from 'vitest'
import { published } from '../hub/testing.js'
import { linesTogether } from './line-places.js'
import { RpcDialect } from './rpc.js'

const EPOCH = '01994f3a-0000-7000-8000-0000000000ff'
const SESSION = '01994f3a-0000-7000-8000-000000000001'
const TURN = 'turn_01994f3a-0000-7000-8000-000000000002'

type Line = { method: string; params: Record<string, unknown> }
const lines = (frame: Buffer): Line[] =>
  frame
    .toString()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
const event = (type: Parameters<typeof published>[0], seq: number, data: object = {}, offset = seq) =>
  published(type, seq, { sessionId: SESSION, turnId: TURN, offset, data: JSON.stringify(data) })

describe('RpcDialect', () => {
  it('says what it heard last, once for all who ask, and nothing of what came before', () => {
    const dialect = new RpcDialect(EPOCH)
    const [first, second] = [event('turn_started', 1), event('message_complete', 2, { text: 'a\nb' })]
    expect(dialect.event(first)).toHaveLength(0)
    dialect.note(first)
    expect(lines(dialect.event(first)).map(({ method }) => method)).toEqual(['turn/started'])
    expect(dialect.event(first)).toBe(dialect.event(first))
    dialect.note(second)
    expect(dialect.event(first)).toHaveLength(0)
    expect(lines(dialect.event(second)).map(({ method }) => method)).toEqual(['item/created', 'item/updated'])
  })

  it('gives only the last line of an event its place', () => {
    const dialect = new RpcDialect(EPOCH)
    const place = (frame: Buffer) => lines(frame).map(({ params }) => [params.seq, params.offset])
    const durable = event('message_complete', 7, { text: 'x' })
    dialect.note(durable)
    expect(place(dialect.event(durable))).toEqual([
      [6, 6],
      [7, 7],
    ])
    const input = event('user_message', 8, { content: 'go', via: 'test' })
    dialect.note(input)
    const piece = event('text_delta', 9, { text: 'x' }, 8)
    dialect.note(piece)
    // A piece has the offset of what is stored before it.
    expect(place(dialect.event(piece))).toEqual([
      [8, 8],
      [9, 8],
    ])
  })

  it('tells of what grows later what it held back, and to who comes now all of it', () => {
    const dialect = new RpcDialect(EPOCH)
    const hear = (seq: number, text: string) => {
      const piece = { ...event('text_delta', seq, { text }, 1), ts: 1000 }
      dialect.note(piece)
      return dialect.event(piece)
    }
    expect(lines(hear(2, 'one '))).toMatchObject([{ method: 'item/created' }])
    expect(hear(3, 'two')).toHaveLength(0)
    expect(dialect.owes).toBe(true)
    expect(dialect.owed(1001)).toEqual([])
    const scope = { tenantId: 'local' }
    expect(dialect.open(scope)).toMatchObject([
      { line: { params: { content: { text: 'one two' }, seq: 3 } } },
    ])
    expect(dialect.open({ tenantId: 'other' })).toEqual([])
    expect(dialect.open({ ...scope, sessionId: 'other' })).toEqual([])
    const [owed] = dialect.owed(2000)
    expect(owed?.event).toMatchObject({ seq: 3, tenantId: 'local' })
    expect(lines(owed?.frame ?? Buffer.alloc(0))).toMatchObject([
      { method: 'item/updated', params: { content: { text: 'one two' } } },
    ])
    expect(dialect.owes).toBe(false)
  })

  it('says what is no event under its type', () => {
    const frame = new RpcDialect(EPOCH).control({ type: 'stream/closed', reason: 'slow', cursor: 'c' })
    expect(frame.toString()).toBe(
      '{"jsonrpc":"2.0","method":"stream/closed","params":{"reason":"slow","cursor":"c"}}\n',
    )
  })
})

describe('linesTogether', () => {
  const told = (sessionId: string, seq: number) => ({
    line: { method: 'item/created' as const, params: { seq, offset: 5 } },
    sessionId,
  })
  const seqs = (...all: ReturnType<typeof told>[]) =>
    linesTogether(all, (sessionId) => (sessionId === 'a' ? 10 : 20)).map(({ params }) => params.seq)

  it('have the place of what is stored, but for the last of each session', () => {
    expect(seqs(told('a', 50), told('b', 70), told('a', 60), told('b', 80), told('c', 5))).toEqual([
      10, 20, 60, 80, 5,
    ])
    expect(seqs(told('a', 50))).toEqual([50])
    expect(seqs()).toEqual([])
  })
})
