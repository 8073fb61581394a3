import { ANY, type ConformanceCase } from '../case.js'
import type { Context } from '../engine/context.js'
import { expectMatch, expectSame, expectThat } from '../engine/failure.js'
import { is } from '../engine/match.js'
import { rpcPost } from '../engine/rpc-call.js'
import { RpcThread } from '../engine/rpc-thread.js'
import { overBoth, RpcWire, type WireKind } from '../engine/rpc-wire.js'
import type { RequirementId } from '../manifest.js'

const MIB = 1024 * 1024
const status = { jsonrpc: '2.0', id: 1, method: 'holon/status' }
const text = (value: unknown) => JSON.stringify(value)
const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
const VERSION = "jsonrpc version must be '2.0'"

/** What is no request, and how it is refused. */
const BAD: readonly (readonly [
  id: string,
  RequirementId,
  bytes: string | Buffer,
  code: number,
  message?: string,
])[] = [
  ['not-json', 'RPC-001', 'hello', -32700, 'Parse error'],
  ['cut-json', 'RPC-001', text(status).slice(0, -1), -32700, 'Parse error'],
  ['two-in-one', 'RPC-001', `${text(status)}${text(status)}`, -32700, 'Parse error'],
  ['no-version', 'RPC-002', text({ id: 1, method: 'holon/status' }), -32600, VERSION],
  ['old-version', 'RPC-002', text({ ...status, jsonrpc: '1.0' }), -32600, VERSION],
  ['number-version', 'RPC-002', text({ ...status, jsonrpc: 2 }), -32600, VERSION],
  ['no-method', 'RPC-003', text({ jsonrpc: '2.0', id: 1 }), -32600, 'method is required'],
  ['empty-method', 'RPC-003', text({ ...status, method: '' }), -32600, 'method is required'],
  ['number-method', 'RPC-003', text({ ...status, method: 7 }), -32600],
  ['empty-batch', 'RPC-005', '[]', -32600],
  ['batch', 'RPC-005', text([status, { ...status, id: 2 }]), -32600],
  ['a-text', 'RPC-006', '"holon/status"', -32600],
  ['a-number', 'RPC-006', '7', -32600],
  ['true', 'RPC-006', 'true', -32600],
  ['null', 'RPC-006', 'null', -32600],
  ['object-id', 'RPC-011', text({ ...status, id: {} }), -32600],
  ['array-id', 'RPC-011', text({ ...status, id: [1] }), -32600],
  ['true-id', 'RPC-011', text({ ...status, id: true }), -32600],
  [
    'no-utf8',
    'RPC-014',
    Buffer.concat([
      Buffer.from('{"jsonrpc":"2.0","id":"'),
      Buffer.from([0xff]),
      Buffer.from('","method":"holon/status"}'),
    ]),
    -32700,
    'Parse error',
  ],
  ['too-deep', 'RPC-015', `{"jsonrpc":"2.0","id":1,"method":"holon/status","params":${deep(70)}}`, -32600],
  [
    'far-too-deep',
    'RPC-015',
    `{"jsonrpc":"2.0","id":1,"method":"holon/status","params":${deep(100_000)}}`,
    -32600,
  ],
]

const UNKNOWN = [
  'nobody/knows',
  'thread/fork',
  'HOLON/STATUS',
  'holon/status ',
  'rpc.other',
  'toString',
  '__proto__',
  'item/created',
]
const IDS = [
  '"a b"',
  '""',
  '0',
  '-1',
  '1.5',
  '"0"',
  '9007199254740993',
  '-123456789012345678901234567890',
  '"☃ \\" \\\\"',
]

/** A call of so many bytes. */
function callOf(bytes: number, id: number): Buffer {
  const [head, tail] = [`{"jsonrpc":"2.0","id":${id},"method":"holon/status","params":{"pad":"`, '"}}']
  return Buffer.from(`${head}${'x'.repeat(bytes - head.length - tail.length)}${tail}`)
}

/** Sends a call as it is written: its answer as it is written. */
async function written(context: Context, wire: RpcWire, raw: string, id: string | number): Promise<string> {
  if (wire.kind === 'post') {
    const answer = await rpcPost(context.target, raw, context.signal)
    expectMatch('the answer', answer, {
      status: 200,
      headers: { 'content-type': is.like(/^application\/json/) },
    })
    return answer.text
  }
  const from = wire.mark
  wire.stream.expects(id, 'holon/status')
  wire.stream.send(`${raw}\n`)
  const line = await wire.stream.line({ id }, from)
  return wire.stream.texts[wire.stream.lines.indexOf(line)] ?? ''
}

/** Sends a call nobody waits for; when this is done it has been made. */
async function unasked(context: Context, wire: RpcWire, call: object): Promise<void> {
  if (wire.kind === 'post') {
    const answer = await rpcPost(context.target, text(call), context.signal)
    expectMatch('the answer', answer, { status: 204, text: '', headers: { 'content-type': is.absent } })
    return
  }
  wire.stream.send(call)
}

async function opened(context: Context, kind: WireKind): Promise<RpcWire> {
  return RpcWire.open(context, kind)
}

/** The form of calls and answers. */
export const rpcEnvelope: readonly ConformanceCase[] = [
  ...BAD.flatMap(([id, requirement, bytes, code, message]) =>
    overBoth({
      id: `rpc-bad-${id}`,
      verifies: [requirement, 'RPC-016'],
      title: `${id}: ${code}`,
      async run(context, kind) {
        const error = await (await opened(context, kind)).refused(bytes)
        expectMatch('the error', error, { code, message: message ?? is.text })
      },
    }),
  ),
  {
    id: 'rpc-bad-empty',
    verifies: ['RPC-004'],
    title: 'no body, and one of blanks',
    needs: ANY,
    async run(context) {
      for (const [body, code] of [
        ['', -32600],
        [' \n', is.oneOf(-32600, -32700)],
      ] as const) {
        const answer = await rpcPost(context.target, body, context.signal)
        expectMatch('the answer', answer, {
          status: 400,
          json: { jsonrpc: '2.0', id: null, error: { code } },
        })
      }
      const answer = await rpcPost(context.target, '', context.signal)
      expectMatch('why', answer.json, { error: { message: 'empty request body' } })
    },
  },
  ...overBoth({
    id: 'rpc-unknown-method',
    verifies: ['RPC-007'],
    title: 'methods nobody knows',
    async run(context, kind) {
      const wire = await opened(context, kind)
      for (const method of UNKNOWN) {
        expectMatch(method, await wire.failure(method, {}), { code: -32601, message: 'Method not found' })
      }
    },
  }),
  ...overBoth({
    id: 'rpc-refusal',
    verifies: ['RPC-008', 'RPC-410'],
    title: 'what a method refuses has the id of the call, a code, and the field at fault',
    async run(context, kind) {
      const wire = await opened(context, kind)
      const error = await wire.failure('thread/read', { thread_id: context.name() })
      expectMatch('the error', error, {
        code: -32002,
        message: is.text,
        data: { field: 'thread_id', reason: error.message },
      })
    },
  }),
  ...overBoth({
    id: 'rpc-no-id',
    verifies: ['RPC-009'],
    title: 'without id and with null: made, and never answered',
    async run(context, kind) {
      const { wire, id: thread_id } = await RpcThread.make(context, kind)
      const from = wire.mark
      for (const more of [{}, { id: null }]) {
        for (const [method, params] of [
          ['holon/status', {}],
          ['nobody/knows', {}],
          ['thread/read', { thread_id: context.name() }],
          ['turn/start', 'x'],
          ['thread/pause', { thread_id }],
          ['thread/resume', { thread_id }],
        ] as const) {
          await unasked(context, wire, { jsonrpc: '2.0', ...more, method, params })
        }
      }
      await wire.told('thread/paused', { thread_id }, from)
      await wire.told('thread/resumed', { thread_id }, from)
      // What is asked last on this thread is answered last.
      const { state } = await wire.result('thread/resume', { thread_id })
      expectMatch('it was made', state, 'running')
      const answers = wire.stream.lines.slice(from).filter(({ method }) => method === undefined)
      expectSame('the answers', answers.length, kind === 'post' ? 0 : 1)
    },
  }),
  ...overBoth({
    id: 'rpc-ids',
    verifies: ['RPC-010'],
    title: 'ids as they were written',
    async run(context, kind) {
      const wire = await opened(context, kind)
      for (const id of IDS) {
        const raw = `{"jsonrpc":"2.0","id":${id},"method":"holon/status"}`
        const answer = await written(context, wire, raw, JSON.parse(id))
        expectThat(`the id ${id} is in ${answer.slice(0, 100)}`, answer.includes(`"id":${id},`))
      }
    },
  }),
  ...overBoth({
    id: 'rpc-params',
    verifies: ['RPC-012'],
    title: 'params that are none, and those that cannot be',
    async run(context, kind) {
      const wire = await opened(context, kind)
      for (const params of [undefined, null, {}, [], { more: 'of tomorrow' }]) {
        expectMatch(text(params) ?? 'absent', await wire.result('holon/status', params), { state: is.text })
      }
      for (const params of ['x', 7, true, [1]]) {
        expectMatch(text(params), await wire.failure('thread/start', params), { code: -32602 })
      }
      for (const method of ['turn/start', 'turn/steer', 'turn/interrupt', 'thread/read', 'request/respond']) {
        expectMatch(method, await wire.failure(method), { code: -32602, data: { field: is.text } })
      }
    },
  }),
  ...overBoth({
    id: 'rpc-large',
    verifies: ['RPC-013'],
    title: 'a call of 64 KiB and one of 1 MiB; one byte more is too much',
    async run(context, kind) {
      const wire = await opened(context, kind)
      for (const [n, bytes] of [65_537, MIB].entries()) {
        const answer = await written(context, wire, callOf(bytes, n + 1).toString(), n + 1)
        expectThat(`${bytes} bytes are taken`, answer.includes('"result"'))
      }
      const error = await wire.refused(callOf(MIB + 1, 3), 413)
      expectMatch('the error', error, { code: -32600, message: is.text })
    },
  }),
]
