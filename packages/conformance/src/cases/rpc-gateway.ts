import type { ConformanceCase } from '../case.js'
import { expectMatch, expectSame } from '../engine/failure.js'
import { is } from '../engine/match.js'
import { RpcThread, TIME } from '../engine/rpc-thread.js'
import { overBoth, RpcWire } from '../engine/rpc-wire.js'

/** The gateway as a whole, as far as nobody else is disturbed. */
export const rpcGateway: readonly ConformanceCase[] = [
  ...overBoth({
    id: 'rpc-status',
    verifies: ['RPC-301', 'RPC-306'],
    title: 'the state, how many events, the current thread, and the alias',
    async run(context, kind) {
      const { wire, id } = await RpcThread.make(context, kind)
      const status = await wire.result('holon/status')
      expectMatch('the status', status, {
        state: 'running',
        events_processed: is.atLeast(1),
        session_id: id,
        last_event_at: TIME,
      })
      await wire.result('thread/pause', { thread_id: id })
      const alias = await wire.result('signalbox/status', { anything: 1 })
      expectMatch('more events', alias.events_processed, is.atLeast(Number(status.events_processed) + 1))
    },
  }),
  ...overBoth({
    id: 'rpc-log-stream',
    verifies: ['RPC-304', 'RPC-306'],
    title: 'lines of the log, how many, and from where',
    async run(context, kind) {
      const wire = await RpcWire.open(context, kind)
      for (const params of [
        undefined,
        {},
        { max_lines: 1 },
        { max_lines: 10000 },
        { from_position: 0 },
        { from_position: 3, max_lines: 2 },
      ]) {
        const { stream_id, logs } = await wire.result(
          params ? 'holon/logStream' : 'signalbox/logStream',
          params,
        )
        expectMatch('the answer', { stream_id, logs }, { stream_id: is.like(/^stream_./), logs: is.list })
      }
      for (const max_lines of [0, 10001, -1, 1.5, 'x']) {
        const error = await wire.failure('holon/logStream', { max_lines })
        expectMatch(`max_lines ${max_lines}`, error, { code: -32602, data: { field: 'max_lines' } })
      }
      const { message } = await wire.failure('holon/logStream', { max_lines: 10001 })
      expectSame('in these words', message, 'max_lines must be between 1 and 10000')
      expectMatch('from_position', await wire.failure('holon/logStream', { from_position: -1 }), {
        code: -32602,
        data: { field: 'from_position' },
      })
    },
  }),
]
