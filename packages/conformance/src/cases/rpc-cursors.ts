import type { ConformanceCase } from '../case.js'
import type { Context } from '../engine/context.js'
import { expectMatch, expectSame, expectThat } from '../engine/failure.js'
import { is } from '../engine/match.js'
import { contentOf, named, paramsOf, type RpcLine } from '../engine/rpc-line.js'
import type { RpcStream } from '../engine/rpc-stream.js'
import { overBoth, RpcWire, resultOf, type WireKind } from '../engine/rpc-wire.js'
import { notification } from './signalling.js'

const FOREIGN = '01994f3a-0000-7000-8000-0000000000ff'
const MANY = 60

const messages = (lines: readonly RpcLine[]) => lines.map((line) => contentOf(line).message).filter(Boolean)
const methodOf = (kind: WireKind) => (kind === 'post' ? 'GET' : 'POST') as 'GET' | 'POST'
const sessionCursor = (line: RpcLine) => `${paramsOf(line).epoch}:${paramsOf(line).seq}`
const logCursor = (line: RpcLine) => `${paramsOf(line).epoch}@${paramsOf(line).offset}`

/** A thread in which a client noted n0, n1, …, as somebody heard it who was there. */
async function noted(context: Context, kind: WireKind, count: number) {
  const wire = await RpcWire.open(context, kind)
  const name = context.name()
  for (let n = 0; n < count; n++) await notification(context, name, { message: `n${n}` })
  const { thread_id } = await wire.result('thread/read', { thread_id: name })
  await wire.told('item/created', { thread_id, content: { message: `n${count - 1}` } })
  const heard = ofThread(wire.stream, thread_id)
  return { wire, name, thread_id: String(thread_id), heard }
}

function ofThread(stream: RpcStream, thread_id: unknown): RpcLine[] {
  return stream.told.filter(({ params }) => params?.thread_id === thread_id)
}

/** A stream that was resumed; all that was missed has come when a note has that is made now. */
async function resumed(context: Context, kind: WireKind, name: string, query: string) {
  const stream = await context.rpcStream({ method: methodOf(kind), query })
  const message = context.name()
  await notification(context, name, { message })
  await stream.line({ method: 'item/created', params: { content: { message } } })
  return { stream, last: message }
}

/** Coming back to where one was. */
export const rpcCursors: readonly ConformanceCase[] = [
  ...overBoth({
    id: 'rpc-cursor-session',
    verifies: ['RPC-201', 'RPC-105', 'RPC-706'],
    title: 'with the place of every line of a thread: what came after it, once, then what comes',
    needs: ['open'],
    async run(context, kind) {
      const { name, thread_id, heard } = await noted(context, kind, 3)
      expectSame('what was heard', heard.map(named), [
        'thread/started',
        ...heard.slice(1).map(() => 'item/created'),
      ])
      const later: string[] = []
      for (const [n, line] of heard.entries()) {
        const query = `?thread_id=${thread_id}&after=${encodeURIComponent(sessionCursor(line))}`
        const { stream, last } = await resumed(context, kind, name, query)
        later.push(last)
        expectSame(
          `after ${named(line)} ${n}`,
          stream.told.slice(0, heard.length - n - 1),
          heard.slice(n + 1),
        )
        expectSame('then', messages(stream.told.slice(heard.length - n - 1)), later)
        stream.close()
      }
      const all = await resumed(
        context,
        kind,
        name,
        `?thread_id=${encodeURIComponent(name)}&after=${paramsOf(heard[0] as RpcLine).epoch}:0`,
      )
      expectSame('from the beginning', all.stream.told.slice(0, heard.length), heard)
    },
  }),
  ...overBoth({
    id: 'rpc-cursor-log',
    verifies: ['RPC-202'],
    title:
      'with the place of every line in the log: what came after it in all threads, once, then what comes',
    needs: ['open'],
    async run(context, kind) {
      const one = await noted(context, kind, 2)
      const other = await noted(context, kind, 2)
      const own = (lines: readonly RpcLine[]) =>
        lines.filter(({ params }) => [one.thread_id, other.thread_id].includes(String(params?.thread_id)))
      await one.wire.told('item/created', { thread_id: other.thread_id, content: { message: 'n1' } })
      const heard = own(one.wire.stream.told)
      expectSame('what was heard', messages(heard), ['n0', 'n1', 'n0', 'n1'])
      const later: string[] = []
      for (const [n, line] of heard.entries()) {
        const { stream, last } = await resumed(
          context,
          kind,
          one.name,
          `?after=${encodeURIComponent(logCursor(line))}`,
        )
        later.push(last)
        const told = own(stream.told)
        expectSame(`after ${named(line)} ${n}`, told.slice(0, heard.length - n - 1), heard.slice(n + 1))
        expectSame('then', messages(told.slice(heard.length - n - 1)), later)
        stream.close()
      }
    },
  }),
  ...overBoth({
    id: 'rpc-cursor-gap',
    verifies: ['RPC-203'],
    title: 'a cursor of another log, and one ahead: stream/gap, then everything from oldest on',
    needs: ['open'],
    async run(context, kind) {
      const { name, thread_id, heard } = await noted(context, kind, 2)
      const { epoch } = paramsOf(heard[0] as RpcLine)
      for (const [after, reason] of [
        [`${FOREIGN}:1`, 'epoch'],
        [`${epoch}:999999999`, 'ahead'],
      ] as const) {
        const { stream } = await resumed(context, kind, name, `?thread_id=${thread_id}&after=${after}`)
        const cursor = is.like(new RegExp(`^${epoch}:\\d+$`))
        expectMatch('first', stream.told[0], {
          method: 'stream/gap',
          params: { reason, oldest: cursor, head: cursor, epoch, thread_id },
        })
        expectSame('then everything', stream.told.slice(1, heard.length + 1), heard)
        stream.close()
      }
      for (const after of [`${FOREIGN}@1`, `${epoch}@999999999999`]) {
        const { stream } = await resumed(context, kind, name, `?after=${encodeURIComponent(after)}`)
        const cursor = is.like(new RegExp(`^${epoch}@\\d+$`))
        expectMatch('first', stream.told[0], {
          method: 'stream/gap',
          params: { oldest: cursor, head: cursor, epoch, thread_id: is.absent },
        })
        const own = ofThread(stream, thread_id)
        expectSame('then everything', own.slice(0, heard.length), heard)
        stream.close()
      }
    },
  }),
  ...overBoth({
    id: 'rpc-cursor-under-load',
    verifies: ['RPC-205', 'RPC-201', 'RPC-202'],
    title: 'resumed while notes come in: each once, in order',
    needs: ['open'],
    async run(context, kind) {
      const { name, thread_id, heard } = await noted(context, kind, 1)
      const [first] = heard as [RpcLine]
      const writing = Promise.all(
        Array.from({ length: MANY }, (_, n) => notification(context, name, { message: `m${n}` })),
      )
      const streams = await Promise.all(
        [
          `?thread_id=${thread_id}&after=${encodeURIComponent(sessionCursor(first))}`,
          `?after=${encodeURIComponent(logCursor(first))}`,
          `?thread_id=${thread_id}&after=${encodeURIComponent(sessionCursor(first))}`,
        ].map((query) => context.rpcStream({ method: methodOf(kind), query })),
      )
      await writing
      await notification(context, name, { message: 'the end' })
      const told = await Promise.all(
        streams.map(async (stream) => {
          await stream.line({
            method: 'item/created',
            params: { thread_id, content: { message: 'the end' } },
          })
          return messages(ofThread(stream, thread_id))
        }),
      )
      const [one = []] = told
      expectSame('each once', new Set(one).size, MANY + 2)
      expectSame('and no more', one.length, MANY + 2)
      for (const others of told) expectSame('the same for all', others, one)
      const { items } = resultOf('thread/read', await context.rpc('thread/read', { thread_id, limit: 1000 }))
      expectSame(
        'as they are kept',
        (items as { content: { message: string } }[]).map(({ content }) => content.message),
        one,
      )
      expectThat(
        'in order of the log',
        streams.every((stream) => rising(ofThread(stream, thread_id))),
      )
    },
  }),
]

function rising(lines: readonly RpcLine[]): boolean {
  return lines.every((line, n) => n === 0 || Number(paramsOf(line).seq) > Number(lines[n - 1]?.params?.seq))
}
