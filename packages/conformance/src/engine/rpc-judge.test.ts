import { RPC_METHODS, RPC_NOTIFICATIONS, type RpcMethodName } from '@signalbox/protocol/rpc'
import { describe, expect, it } from 'vitest'
import { expectJudged, expectResumed, RpcJudge } from './rpc-judge.js'

const epoch = '01994f3a-0000-7000-8000-0000000000ff'
const thread_id = 'thread_01994f3a-0000-7000-8000-000000000001'
const turn_id = 'turn_01994f3a-0000-7000-8000-000000000002'
const item_id = 'item_01994f3a-0000-7000-8000-000000000003'
const at = '2026-02-09T12:00:00.000Z'
let seq = 0

function line(method: string, params: object) {
  return { jsonrpc: '2.0', method, params: { seq: ++seq, offset: seq, epoch, thread_id, ...params } } as const
}
const turn = (type: string, state: string, more: object = {}) =>
  line(`turn/${type}`, { turn_id, type, state, started_at: at, ...more })
const begun = () => turn('started', 'active')
const completed = () => turn('completed', 'completed', { completed_at: at })
const item = (type: string, status: string, more: object = {}) =>
  line(`item/${type}`, { item_id, turn_id, type, status, timestamp: at, ...more })
const content = { type: 'reasoning', text: 'Hm.' }
const plan = { type: 'plan', title: 'Plan', steps: [] }

/** What a judge says of lines, one after the other. */
function faults(...lines: readonly unknown[]): string[] {
  const judge = new RpcJudge()
  return lines.flatMap((one) => judge.fault(one) ?? [])
}

describe('a judge of single lines', () => {
  it.each(Object.entries(RPC_NOTIFICATIONS))('takes the example of %s', (method, { example }) => {
    expect(faults({ jsonrpc: '2.0', method, params: example })).toEqual([])
  })

  it.each(Object.entries(RPC_METHODS))('takes the example of the result of %s', (method, { example }) => {
    const judge = new RpcJudge()
    judge.asked(1, method)
    expect(judge.fault({ jsonrpc: '2.0', id: 1, result: example.result })).toBeUndefined()
  })

  it.each([
    ['no object', [], 'a line must be an object'],
    ['another version', { ...begun(), jsonrpc: '1.0' }, 'jsonrpc must be 2.0'],
    ['another member', { ...begun(), id: 1 }, 'id is nothing of a notification'],
    [
      'a name with a dot',
      { jsonrpc: '2.0', method: 'turn.started', params: {} },
      'turn.started is not slash-style',
    ],
    [
      'a name nobody knows',
      { jsonrpc: '2.0', method: 'turn/paused', params: {} },
      'there is no notification turn/paused',
    ],
    [
      'no position',
      { jsonrpc: '2.0', method: 'thread/paused', params: { thread_id, type: 'paused', state: 'paused' } },
      'seq is required',
    ],
    ['another state', turn('started', 'completed'), 'state must be active'],
    ['a field too many', turn('started', 'active', { causeId: 'x' }), 'causeId does not belong there'],
    [
      'a time without milliseconds',
      turn('started', 'active', { started_at: '2026-02-09T12:00:00Z' }),
      expect.stringMatching(/^started_at must match/),
    ],
    [
      'a content of no type',
      item('created', 'active', { content: { type: 'x' } }),
      expect.stringMatching(/^content/),
    ],
    ['an answer nobody waits for', { jsonrpc: '2.0', id: 7, result: {} }, 'nobody waits for an answer to 7'],
    [
      'a code of nobody',
      { jsonrpc: '2.0', id: null, error: { code: -1, message: 'x' } },
      '-1 is no code of the error table',
    ],
    [
      'another reason',
      { jsonrpc: '2.0', id: null, error: { code: -32602, message: 'x', data: { field: 'a', reason: 'y' } } },
      'reason must be the message',
    ],
  ])('finds %s', (_what, one, fault) => {
    expect(faults(one)).toEqual([fault])
  })

  it('knows by the id what a result must be, and takes each answer once', () => {
    const judge = new RpcJudge()
    const ask = (id: unknown, method: RpcMethodName) => judge.asked(id, method)
    const answer = (id: unknown, result: object) => judge.fault({ jsonrpc: '2.0', id, result })
    ask(1, 'holon/status')
    ask('1', 'holon/pause')
    ask(2, 'thread/pause')
    expect(answer('1', { success: true, message: 'x' })).toBeUndefined()
    expect(answer(1, { state: 'running', events_processed: 1 })).toBeUndefined()
    expect(answer(1, { state: 'running', events_processed: 1 })).toBe('nobody waits for an answer to 1')
    expect(answer(2, { thread_id, state: 'asleep' })).toMatch(/^state must be one of/)
    ask(3, 'holon/status')
    expect(answer(3, { state: 'running', events_processed: 1, more: 1 })).toBe('more does not belong there')
    ask(4, 'holon/status')
    expect(judge.fault({ jsonrpc: '2.0', id: 4, error: { code: -32603, message: 'x' } })).toBeUndefined()
    expect(judge.fault({ jsonrpc: '2.0', id: 4, error: { code: -32603, message: 'x' } })).toMatch(/^nobody/)
  })
})

describe('a judge of what follows', () => {
  it('takes a turn with its items', () => {
    const lines = [
      begun(),
      item('created', 'active', { content }),
      item('updated', 'active', { content }),
      item('updated', 'completed', { content }),
      completed(),
    ]
    expect(faults(...lines)).toEqual([])
  })

  it('takes items of which the beginning was not heard', () => {
    expect(faults(item('updated', 'active'), item('updated', 'completed'), completed())).toEqual([])
  })

  it.each([
    [
      'an item that was not created',
      [begun(), item('updated', 'active')],
      'an item that was not created is updated',
    ],
    [
      'an item twice',
      [item('created', 'active', { content }), item('created', 'active', { content })],
      'an item is created twice',
    ],
    [
      'more of what is over',
      [item('created', 'failed', { content }), item('updated', 'active')],
      'an item that is failed is updated',
    ],
    [
      'another end',
      [begun(), item('created', 'completed', { content }), item('updated', 'failed')],
      'an item that is completed is updated',
    ],
    [
      'its end twice',
      [begun(), item('created', 'completed', { content }), item('updated', 'completed', { content })],
      'an item that is completed is updated',
    ],
    ['more of what is gone', [item('deleted', 'deleted'), item('updated', 'active')], undefined],
    ['a turn that starts twice', [begun(), begun()], 'a turn that is open starts'],
    ['a turn that starts again', [begun(), completed(), begun()], 'a turn that is over starts'],
    ['two ends', [completed(), completed()], 'a turn ends twice'],
  ] as const)('finds %s', (_what, lines, fault) => {
    expect(faults(...lines)).toEqual(fault === undefined ? [] : [fault])
  })

  it('finds a seq that falls, of one thread', () => {
    const early = begun()
    const other = { ...begun().params, thread_id: 'thread_2', turn_id: 'turn_2', seq: 1 }
    expect(faults(completed(), { jsonrpc: '2.0', method: 'turn/started', params: other })).toEqual([])
    const late = item('updated', 'active')
    expect(faults(late, early)).toEqual([`seq ${early.params.seq} after ${late.params.seq}`])
  })

  it('lets a plan grow, what a turn left end later, and an end be said again', () => {
    expect(
      faults(item('created', 'completed', { content: plan }), item('updated', 'active', { content: plan })),
    ).toEqual([])
    expect(
      faults(begun(), item('created', 'failed', { content }), completed(), item('updated', 'completed')),
    ).toEqual([])
    expect(faults(begun(), item('created', 'completed', { content }), item('updated', 'completed'))).toEqual(
      [],
    )
  })

  it('lets who came back be told of open items from their beginning, and nothing else again', () => {
    const created = item('created', 'active', { content })
    const again = item('created', 'active', { content: { ...content, text: 'Hm. So.' } })
    expect(() => expectJudged('it', [created, again])).toThrow('an item is created twice')
    expect(expectResumed('it', [created], [again])).toEqual([created, again])
    const over = item('updated', 'completed', { content })
    expect(() => expectResumed('it', [created, over], [again])).toThrow('an item is created twice')
    expect(() => expectResumed('it', [completed()], [completed()])).toThrow('a turn ends twice')
  })

  it('takes lines again that have the place of the last', () => {
    const [first, second] = [begun(), item('created', 'active', { content })]
    expect(expectResumed('it', [first, second], [second])).toEqual([first, second])
    expect(() => expectResumed('it', [first, second], [first])).toThrow('a turn that is open starts')
  })

  it('lets numbers begin again for who came back with a place in the log', () => {
    const [early, piece] = [item('updated', 'active'), item('updated', 'active')]
    expect(expectResumed('it', [piece], [early])).toEqual([piece, early])
  })

  it('begins anew after a gap', () => {
    const gap = {
      jsonrpc: '2.0',
      method: 'stream/gap',
      params: { reason: 'epoch', oldest: 'a', head: 'b', epoch },
    }
    const lines = [begun(), item('created', 'active', { content })]
    expect(faults(...lines, gap, ...lines)).toEqual([])
    expect(() => expectJudged('it', [...lines, ...lines])).toThrow(/^it: seq \d+ after \d+: \{"jsonrpc"/)
  })
})
