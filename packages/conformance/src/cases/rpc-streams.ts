import { ANY, type ConformanceCase } from '../case.js'
import type { Context } from '../engine/context.js'
import { expectMatch, expectSame, expectThat } from '../engine/failure.js'
import { is } from '../engine/match.js'
import { expectResumed } from '../engine/rpc-judge.js'
import { contentOf, named, type RpcLine, said } from '../engine/rpc-line.js'
import type { RpcStream } from '../engine/rpc-stream.js'
import { RpcThread } from '../engine/rpc-thread.js'
import { resultOf } from '../engine/rpc-wire.js'
import { notification } from './signalling.js'

const MOST_LOOKS = 500
const CALLS = 1000
/** As many messages of so many characters make a reader that does not read too slow. */
const LARGE = 14
const LARGE_BYTES = 900_000

/** A thread of the demo agent. */
async function thread(context: Context, more: object = {}): Promise<string> {
  return String(
    resultOf('thread/start', await context.rpc('thread/start', { agent: 'demo', ...more })).thread_id,
  )
}

/** How many read streams, as the gateway counts them. */
async function subscribers(context: Context): Promise<number> {
  const { text } = await context.http({ path: '/metrics' })
  const lines = text.split('\n').filter((line) => line.startsWith('signalbox_subscribers'))
  expectThat('they are counted', lines.length > 0)
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

/** The lines of one thread as they were written. */
function textsOf({ lines, texts }: RpcStream, thread_id: unknown): string[] {
  return texts.filter((_, n) => lines[n]?.params?.thread_id === thread_id)
}

const changed = (lines: readonly RpcLine[]) =>
  lines.filter(({ method }) => /^thread\/(paused|resumed)$/.test(`${method}`))

/** Many readers, many callers. */
export const rpcStreams: readonly ConformanceCase[] = [
  {
    id: 'rpc-everyone',
    verifies: ['RPC-106', 'RPC-101', 'RPC-105'],
    title: 'eight who read all or one thread, both ways, hear the same bytes; one of another thread does not',
    needs: ANY,
    async run(context) {
      const [thread_id, other] = [await thread(context), await thread(context)]
      const own = `?thread_id=${thread_id}`
      const streams = await Promise.all(
        ['', own, '', own, `?thread_id=${thread_id.slice('thread_'.length)}`].flatMap((query) =>
          (['GET', 'POST'] as const).map((method) => context.rpcStream({ method, query })),
        ),
      )
      const stranger = await context.rpcStream({ query: `?thread_id=${other}` })
      for (const method of ['thread/pause', 'thread/resume', 'thread/pause', 'thread/resume']) {
        resultOf(method, await context.rpc(method, { thread_id }))
      }
      resultOf('thread/close', await context.rpc('thread/close', { thread_id }))
      const [wanted = [], ...heard] = await Promise.all(
        streams.map(async (stream) => {
          await stream.line({ method: 'thread/closed', params: { thread_id } })
          return textsOf(stream, thread_id).filter((text) => !text.includes('thread/started'))
        }),
      )
      expectSame('how many', wanted.length, 5)
      for (const texts of heard) expectSame('the same bytes', texts, wanted)
      resultOf('thread/close', await context.rpc('thread/close', { thread_id: other }))
      await stranger.line({ method: 'thread/closed' })
      expectThat(
        'nothing of others',
        stranger.told.every(({ params }) => params?.thread_id === other),
      )
    },
  },
  {
    id: 'rpc-left',
    verifies: ['RPC-107'],
    title: 'who has gone is counted no more, whichever way; who stays hears on',
    needs: ANY,
    async run(context) {
      const thread_id = await thread(context)
      const stays = await context.rpcStream({ method: 'GET', query: `?thread_id=${thread_id}` })
      await stays.line({ method: 'thread/started' })
      const before = await subscribers(context)
      const streams = await Promise.all(
        Array.from({ length: 10 }, (_, n) => context.rpcStream({ method: n % 2 === 0 ? 'GET' : 'POST' })),
      )
      for (const stream of streams) await stream.line({ method: 'thread/started' })
      expectSame('they are there', await subscribers(context), before + streams.length)
      // One is in the middle of a line, one has asked for something it will not hear.
      streams[1]?.send('{"jsonrpc":"2.0","id":1,"meth')
      streams[3]?.send({ jsonrpc: '2.0', method: 'thread/pause', params: { thread_id } })
      await stays.line({ method: 'thread/paused' })
      for (const stream of streams) stream.close()
      let left = await subscribers(context)
      for (let looks = 1; looks < MOST_LOOKS && left > before; looks++) left = await subscribers(context)
      expectSame('they are gone', left, before)
      resultOf('thread/resume', await context.rpc('thread/resume', { thread_id }))
      await stays.line({ method: 'thread/resumed' })
      expectSame(
        'nobody hears more',
        streams.flatMap((stream) => changed(stream.lines).slice(1)),
        [],
      )
    },
  },
  {
    id: 'rpc-at-once',
    verifies: ['RPC-108', 'RPC-101', 'RPC-106'],
    title: 'twenty notes of ten threads at once: as many whole lines for each of three readers',
    needs: ['open'],
    async run(context) {
      const streams = await Promise.all(
        (['GET', 'POST', 'GET'] as const).map((method) => context.rpcStream({ method })),
      )
      for (const stream of streams.slice(1, 2)) await stream.ask('holon/status')
      const mark = context.name()
      const names = Array.from({ length: 10 }, () => context.name())
      await Promise.all(
        names.flatMap((name, n) =>
          ['a', 'b'].map((which) => notification(context, name, { message: `${mark} ${n} ${which}` })),
        ),
      )
      for (const stream of streams) {
        await Promise.all(
          names.flatMap((_, n) =>
            ['a', 'b'].map((which) =>
              stream.line({
                method: 'item/created',
                params: { content: { message: `${mark} ${n} ${which}` } },
              }),
            ),
          ),
        )
        const notes = stream.lines.filter((line) => String(contentOf(line).message).startsWith(mark))
        expectSame('as many', notes.length, 20)
      }
    },
  },
  {
    id: 'rpc-many-calls',
    verifies: ['RPC-110', 'RPC-109'],
    title: `${CALLS} calls in one piece, read late: each answered once, what they set off before`,
    needs: ANY,
    async run(context) {
      const stream = await context.rpcStream()
      const ids = [await thread(context), await thread(context)]
      stream.stall()
      const calls = Array.from({ length: CALLS }, (_, n) => {
        const thread_id = ids[n % 2]
        // Every tenth call changes something; the others ask.
        const method =
          n % 10 < 2 ? (Math.floor(n / 10) % 2 === 0 ? 'thread/pause' : 'thread/resume') : 'holon/status'
        return { jsonrpc: '2.0', id: `n${n}`, method, params: method === 'holon/status' ? {} : { thread_id } }
      })
      for (const { id, method } of calls) stream.expects(id, method)
      stream.send(calls.map((call) => `${JSON.stringify(call)}\n`).join(''))
      stream.readOn()
      await Promise.all(calls.map(({ id }) => stream.line({ id })))
      const answers = stream.lines.filter(({ method }) => method === undefined)
      expectSame('each once', new Set(answers.map(({ id }) => id)).size, CALLS)
      expectSame('and no more', answers.length, CALLS)
      expectSame('none failed', answers.filter(({ error }) => error).length, 0)
      for (const thread_id of ids) {
        const wanted = calls.filter(({ params }) => params.thread_id === thread_id)
        const own = stream.lines.filter(
          ({ id, params, method }) =>
            wanted.some((call) => call.id === id) ||
            (params?.thread_id === thread_id && method !== 'thread/started'),
        )
        const order = wanted.flatMap(({ id, method }) => [
          `${method}d`.replace('pausedd', 'paused'),
          `answer to "${id}"`,
        ])
        expectSame('in order, the notification before its answer', own.map(named), order)
      }
    },
  },
  {
    id: 'rpc-slow-reader',
    verifies: ['RPC-111', 'RPC-113', 'RPC-112', 'RPC-201', 'RPC-202'],
    title:
      'who does not read is closed, others hear everything; from its cursor on nothing is lost or repeated',
    // Not beside others: all who read everything would have to take it in.
    needs: ANY,
    async run(context) {
      const { wire, id: thread_id } = await RpcThread.make(context, 'post')
      const query = `?thread_id=${thread_id}`
      const slow = [
        await context.rpcStream({ method: 'GET', query }),
        await context.rpcStream({ method: 'POST' }),
      ]
      for (const stream of slow) {
        await stream.line({ method: 'thread/started' })
        stream.stall()
      }
      const { turn_id } = resultOf(
        'turn/start',
        await wire.ask('turn/start', { thread_id, input: said('demo:slow') }),
      )
      // A line has its text twice: this is more than the gateway and the system keep for anybody.
      for (let n = 0; n < LARGE; n++) {
        const text = `${n} ${'x'.repeat(LARGE_BYTES)}`
        resultOf('turn/steer', await wire.ask('turn/steer', { turn_id, input: said(text) }))
      }
      resultOf('turn/interrupt', await wire.ask('turn/interrupt', { turn_id }))
      await wire.told('turn/interrupted', { turn_id })
      const wanted = inputs(wire.stream.told, thread_id)
      expectSame('the others hear everything', wanted.length, LARGE + 1)
      for (const [n, stream] of slow.entries()) {
        stream.readOn()
        await stream.ended
        const closed = stream.lines.at(-1)
        expectMatch('the last line', closed, {
          method: 'stream/closed',
          params: { reason: 'slow', cursor: is.text },
        })
        const after = encodeURIComponent(String(closed?.params?.cursor))
        const again = await context.rpcStream({
          query: n === 0 ? `${query}&after=${after}` : `?after=${after}`,
        })
        await again.line({ method: 'turn/interrupted', params: { turn_id } })
        const own = ({ told }: RpcStream) => told.filter(({ params }) => params?.thread_id === thread_id)
        const lines = expectResumed('it', own(stream), own(again))
        expectSame('what it hears', inputs(lines, thread_id), wanted)
      }
    },
  },
]

/** What was said in a thread: when it was told, and how it begins. */
function inputs(lines: readonly RpcLine[], thread_id: unknown): string[] {
  const created = lines.filter(
    ({ method, params }) => method === 'item/created' && params?.thread_id === thread_id,
  )
  return created
    .filter((line) => contentOf(line).role === 'user')
    .map((line) => `${line.params?.seq} ${line.params?.item_id} ${String(contentOf(line).text).slice(0, 20)}`)
}
