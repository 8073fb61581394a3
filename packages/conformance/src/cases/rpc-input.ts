import type { ConformanceCase } from '../case.js'
import { expectMatch, expectSame } from '../engine/failure.js'
import { said } from '../engine/rpc-line.js'
import { RpcThread } from '../engine/rpc-thread.js'
import { overBoth } from '../engine/rpc-wire.js'

const part = (text: unknown, more: object = {}) => ({ type: 'input_text', text, ...more })
const message = (...content: unknown[]) => ({ type: 'message', role: 'user', content })
const good = message(part('Hello'))

/** An input, the field that is at fault, and what is said of it. */
const BAD: readonly (readonly [input: unknown, field: string, problem: string])[] = [
  [undefined, 'input', 'is required'],
  [null, 'input', 'is required'],
  [[], 'input', 'is required'],
  [[{ ...good, type: 'image' }], 'input[0].type', "must be 'message'"],
  [[good, { ...good, type: 'Message' }], 'input[1].type', "must be 'message'"],
  [[{ type: 'message' }], 'input[0].content', 'is required'],
  [[message()], 'input[0].content', 'is required'],
  [[good, good, message()], 'input[2].content', 'is required'],
  [[message(part('x', { type: 'image' }))], 'input[0].content[0].type', "must be 'input_text' or 'text'"],
  [
    [message(part('x'), part('y', { type: 'output_text' }))],
    'input[0].content[1].type',
    "must be 'input_text' or 'text'",
  ],
  [[message({ type: 'text' })], 'input[0].content[0].text', 'is required'],
  [[message(part(''))], 'input[0].content[0].text', 'is required'],
  [[message(part(' \n\t '))], 'input[0].content[0].text', 'is required'],
  [[good, message(part('x'), part(''))], 'input[1].content[1].text', 'is required'],
  // Of several the first in order.
  [[message(part('')), { ...good, type: 'x' }], 'input[0].content[0].text', 'is required'],
]
/** What is not even of the right kind. */
const ODD: readonly (readonly [input: unknown, field: string])[] = [
  ['Hello', 'input'],
  [{}, 'input'],
  [['Hello'], 'input[0]'],
  [[{ ...good, role: 7 }], 'input[0].role'],
  [[{ ...good, content: 'Hello' }], 'input[0].content'],
  [[message('Hello')], 'input[0].content[0]'],
  [[message(part(7))], 'input[0].content[0].text'],
]

/** What is said to an agent, and what is wrong with it. */
export const rpcInput: readonly ConformanceCase[] = [
  ...overBoth({
    id: 'rpc-input-start',
    verifies: ['RPC-507', 'RPC-508', 'RPC-514', 'RPC-008'],
    title: 'turn/start: every field that can be at fault; the thread is looked at afterwards',
    async run(context, kind) {
      const { wire, id } = await RpcThread.make(context, kind)
      for (const thread_id of [id, context.name()]) {
        for (const [input, field, problem] of BAD) {
          const reason = `${field} ${problem}`
          expectMatch(reason, await wire.failure('turn/start', { thread_id, input }), {
            code: -32602,
            message: reason,
            data: { field, reason },
          })
        }
        for (const [input, field] of ODD) {
          expectMatch(field, await wire.failure('turn/start', { thread_id, input }), {
            code: -32602,
            data: { field },
          })
        }
      }
      for (const thread_id of [context.name(), undefined, '', 7]) {
        const error = await wire.failure('turn/start', { thread_id, input: said('Hello') })
        expectMatch(`thread_id ${thread_id}`, error, { code: -32602, data: { field: 'thread_id' } })
      }
      expectSame('nothing began', (await wire.result('thread/read', { thread_id: id })).items, [])
    },
  }),
  ...overBoth({
    id: 'rpc-input-steer',
    verifies: ['RPC-507', 'RPC-511'],
    title: 'turn/steer: the turn that is missing, then the input, then the turn that is not active',
    async run(context, kind) {
      const { wire } = await RpcThread.make(context, kind)
      const turn_id = 'turn_nobody'
      for (const [input, field, problem] of BAD) {
        const reason = `${field} ${problem}`
        expectMatch(reason, await wire.failure('turn/steer', { turn_id, input }), {
          code: -32602,
          message: reason,
          data: { field, reason },
        })
        expectMatch('no turn', await wire.failure('turn/steer', { input }), {
          code: -32602,
          data: { field: 'turn_id' },
        })
      }
      for (const [input, field] of ODD) {
        expectMatch(field, await wire.failure('turn/steer', { turn_id, input }), {
          code: -32602,
          data: { field },
        })
      }
      const error = await wire.failure('turn/steer', { turn_id, input: said('Hello') })
      expectMatch('not active', error, { code: -32602, message: 'turn_id is not active' })
    },
  }),
]
