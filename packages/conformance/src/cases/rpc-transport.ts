import { RPC_METHODS } from '@signalbox/protocol/rpc'
import { ANY, type ConformanceCase } from '../case.js'
import type { Context } from '../engine/context.js'
import { expectMatch, expectSame, expectThat } from '../engine/failure.js'
import { is } from '../engine/match.js'
import { named, said } from '../engine/rpc-line.js'

import { expectRefusal } from '../engine/rpc-refusal.js'
import { overBoth, RpcWire, resultOf } from '../engine/rpc-wire.js'

const NDJSON = 'application/x-ndjson'
const FOREIGN = '01994f3a-0000-7000-8000-0000000000ff'
const call = (id: number, method = 'holon/status') => JSON.stringify({ jsonrpc: '2.0', id, method })

/** What Accept may say. */
const ACCEPTED = [
  undefined,
  '*/*',
  NDJSON,
  `${NDJSON}; charset=utf-8`,
  `application/json, ${NDJSON};q=0.5`,
  'application/*',
  'Application/X-NDJSON',
]
const NOT_ACCEPTED = [
  'application/json',
  'text/html, application/json',
  `${NDJSON};q=0`,
  'text/*',
  'application/x-ndjsonl',
]
const VERBS = [
  ['GET', '/rpc', ['POST']],
  ['PUT', '/rpc', ['POST']],
  ['DELETE', '/rpc', ['POST']],
  ['PUT', '/rpc/stream', ['GET', 'POST']],
  ['DELETE', '/rpc/stream', ['GET', 'POST']],
] as const
const BAD_QUERIES = [
  ['after=x', 'after'],
  ['after=', 'after'],
  [`after=${FOREIGN}:1`, 'after'],
  [`after=${FOREIGN}@-1`, 'after'],
  [`after=${FOREIGN}@1&after=${FOREIGN}@2`, 'after'],
  ['thread_id=', 'thread_id'],
  ['since=1', 'since'],
] as const

/** A thread that is closed: a stream of it says nothing by itself. */
async function closedThread(context: Context): Promise<string> {
  const { thread_id } = resultOf('thread/start', await context.rpc('thread/start', { agent: 'demo' }))
  resultOf('thread/close', await context.rpc('thread/close', { thread_id }))
  return String(thread_id)
}

/** How the door is reached. */
export const rpcTransport: readonly ConformanceCase[] = [
  {
    id: 'rpc-verbs',
    verifies: ['RPC-021'],
    title: 'other verbs are 405, and Allow says which are taken',
    needs: ANY,
    async run(context) {
      for (const [method, path, allowed] of VERBS) {
        const { status, headers } = await context.http({ method, path })
        expectMatch(`${method} ${path}`, status, 405)
        for (const verb of allowed) expectThat(`Allow: ${headers.allow}`, `${headers.allow}`.includes(verb))
      }
    },
  },
  ...overBoth({
    id: 'rpc-accept',
    verifies: ['RPC-022', 'RPC-023'],
    title: 'what Accept allows, and what not; the head of the answer',
    async run(context, kind) {
      const method = kind === 'post' ? 'GET' : 'POST'
      const thread_id = await closedThread(context)
      for (const accept of ACCEPTED) {
        const headers = accept === undefined ? {} : { accept }
        const stream = await context.rpcStream({ method, query: `?thread_id=${thread_id}`, headers })
        expectMatch(`accept ${accept}`, stream, {
          status: 200,
          headers: { 'content-type': is.like(/^application\/x-ndjson/), 'cache-control': 'no-cache' },
        })
        expectSame('before the first line', stream.lines, [])
        stream.close()
      }
      for (const accept of NOT_ACCEPTED) {
        const answer = await context.http({ method, path: '/rpc/stream', headers: { accept } })
        expectRefusal(`accept ${accept}`, answer, 'notAcceptable')
      }
    },
  }),
  ...overBoth({
    id: 'rpc-bad-query',
    verifies: ['RPC-029'],
    title: 'parameters of a stream that cannot be read, and a thread nobody knows',
    async run(context, kind) {
      const method = kind === 'post' ? 'GET' : 'POST'
      for (const [query, field] of BAD_QUERIES) {
        const answer = await context.http({ method, path: `/rpc/stream?${query}` })
        expectRefusal(query, answer, 'invalidMessage', field)
      }
      const thread_id = await closedThread(context)
      const mixed = await context.http({
        method,
        path: `/rpc/stream?thread_id=${thread_id}&after=${FOREIGN}@1`,
      })
      expectRefusal('the other cursor', mixed, 'invalidMessage', 'after')
      for (const id of [`thread_${FOREIGN}`, encodeURIComponent(context.name())]) {
        const answer = await context.http({ method, path: `/rpc/stream?thread_id=${id}` })
        expectRefusal(id, answer, 'sessionNotFound')
      }
    },
  }),
  {
    id: 'rpc-no-token',
    verifies: ['RPC-017'],
    title: 'no token and a wrong one',
    needs: ['token'],
    async run(context) {
      for (const [method, path] of [
        ['POST', '/rpc'],
        ['GET', '/rpc/stream'],
        ['POST', '/rpc/stream'],
      ] as const) {
        const body = method === 'POST' ? { body: `${call(1)}\n` } : {}
        const none = await context.http({ method, path, anonymous: true, ...body })
        expectRefusal(`${method} ${path}`, none, 'notAuthenticated')
        expectThat('nothing was called', !none.text.includes('events_processed'))
      }
      const wrong = await context.http({
        method: 'POST',
        path: '/rpc',
        headers: { authorization: 'Bearer wrong' },
        body: call(1),
      })
      expectRefusal('a wrong one', wrong, 'authFailed')
    },
  },
  {
    id: 'rpc-both-ways',
    verifies: ['RPC-024', 'RPC-109'],
    title: 'calls are answered while the body is open, and what they set off comes before',
    needs: ANY,
    async run(context) {
      const stream = await context.rpcStream()
      for (const _again of [1, 2, 3]) resultOf('holon/status', await stream.ask('holon/status'))
      const from = stream.lines.length
      const started = await stream.ask('thread/start', { agent: 'demo' })
      context.remember('thread/start', started)
      const { thread_id } = resultOf('thread/start', started)
      const heard = stream.lines
        .slice(from, stream.lines.indexOf(started))
        .filter(({ params }) => params?.thread_id === thread_id)
      expectSame('before the answer', heard.map(named), ['thread/started'])
    },
  },
  {
    id: 'rpc-line-ends',
    verifies: ['RPC-026'],
    title: 'CRLF, blank lines, lines of blanks, and a last line without end',
    needs: ANY,
    async run(context) {
      const stream = await context.rpcStream()
      for (const id of [1, 2, 3, 4]) stream.expects(id, 'holon/status')
      stream.send(`\n\r\n${call(1)}\r\n\n\n  \n \t\r\n${call(2)}\n${call(3)}\r\n\r\n`)
      for (const id of [1, 2, 3]) await stream.line({ id, result: { state: is.text } })
      stream.send(call(4))
      stream.end()
      await stream.line({ id: 4, result: { state: is.text } })
      await stream.ended
      const answers = stream.lines.filter(({ method }) => method === undefined)
      expectSame('the answers', answers.map(({ id }) => Number(id)).sort(), [1, 2, 3, 4])
    },
  },
  {
    id: 'rpc-pieces',
    verifies: ['RPC-027'],
    title: 'a line byte by byte, a character in two, and fifty lines in one piece',
    needs: ANY,
    async run(context) {
      const stream = await context.rpcStream()
      const id = '☃ é 👩‍👩‍👧'
      stream.expects(id, 'holon/status')
      for (const byte of Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'holon/status' })}\n`)) {
        stream.send(Buffer.from([byte]))
      }
      await stream.line({ id })
      const ids = Array.from({ length: 50 }, (_, n) => n + 1)
      for (const n of ids) stream.expects(n, 'holon/status')
      stream.send(`${ids.map((n) => call(n)).join('\n')}\n`)
      for (const n of ids) await stream.line({ id: n, result: { state: is.text } })
    },
  },
  {
    id: 'rpc-endless-line',
    verifies: ['RPC-013', 'RPC-107', 'RPC-108'],
    title: 'three megabytes without the end of a line: refused, and the stream goes on',
    needs: ANY,
    async run(context) {
      const { thread_id } = resultOf('thread/start', await context.rpc('thread/start', { agent: 'demo' }))
      const stream = await context.rpcStream()
      for (let n = 0; n < 48; n++) stream.send('x'.repeat(65_536))
      resultOf('thread/pause', await context.rpc('thread/pause', { thread_id }))
      await stream.line({ method: 'thread/paused', params: { thread_id } })
      stream.send('\n')
      await stream.line({ id: null, error: { code: -32600 } })
      resultOf('holon/status', await stream.ask('holon/status'))
      expectSame('refused once', stream.lines.filter(({ id }) => id === null).length, 1)
    },
  },
  {
    id: 'rpc-body-empty',
    verifies: ['RPC-025', 'RPC-103', 'RPC-112'],
    title: 'a POST stream with no body at all: thread/started, and the end',
    needs: ANY,
    async run(context) {
      const { thread_id } = resultOf('thread/start', await context.rpc('thread/start', { agent: 'demo' }))
      const stream = await context.rpcStream()
      stream.end()
      await stream.ended
      expectMatch('the first line', stream.lines[0], { method: 'thread/started', params: { thread_id } })
      expectMatch('the last line', stream.lines.at(-1), {
        method: 'stream/closed',
        params: { reason: is.text, cursor: is.text },
      })
    },
  },
  {
    id: 'rpc-body-one-line',
    verifies: ['RPC-025', 'RPC-112'],
    title: 'a POST of one line without its end: a response, and the end',
    needs: ANY,
    async run(context) {
      const answer = await context.http({
        method: 'POST',
        path: '/rpc/stream',
        headers: { 'content-type': NDJSON },
        body: call(1),
      })
      expectMatch('the status', answer.status, 200)
      const lines = answer.text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line))
      expectMatch(
        'the answer',
        lines.find(({ id }) => id === 1),
        { jsonrpc: '2.0', id: 1, result: { state: is.text } },
      )
      expectMatch('the last line', lines.at(-1), { method: 'stream/closed' })
    },
  },
  {
    id: 'rpc-body-turn',
    verifies: ['RPC-025', 'RPC-503', 'RPC-112'],
    title: 'a stream whose body has ended tells the turn it began to its end',
    needs: ANY,
    beside: true,
    async run(context) {
      const { thread_id } = resultOf('thread/start', await context.rpc('thread/start', { agent: 'demo' }))
      const stream = await context.rpcStream({ query: `?thread_id=${thread_id}` })
      stream.expects(1, 'turn/start')
      stream.send(
        JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'turn/start',
          params: { thread_id, input: said('Hello') },
        }),
      )
      stream.end()
      await stream.ended
      const { turn_id } = resultOf('turn/start', await stream.line({ id: 1 }))
      expectMatch('the end', stream.lines.slice(-2), [
        { method: 'turn/completed', params: { turn_id } },
        { method: 'stream/closed', params: { reason: is.text, cursor: is.text } },
      ])
    },
  },
  {
    id: 'rpc-health',
    verifies: ['RPC-028'],
    title: 'health, without a token',
    needs: ANY,
    async run(context) {
      const { status, headers, json } = await context.http({ path: '/health', anonymous: true })
      expectMatch(
        'the answer',
        { status, headers, json },
        {
          status: 200,
          headers: { 'content-type': is.like(/^application\/json/) },
          json: { status: 'ok', time: is.text },
        },
      )
    },
  },
  ...overBoth({
    id: 'rpc-discover',
    verifies: ['RPC-305'],
    title: 'every method, described',
    async run(context, kind) {
      const wire = await RpcWire.open(context, kind)
      const { openrpc, methods } = await wire.result('rpc.discover')
      expectMatch('the version', openrpc, is.like(/^1\.\d+\.\d+$/))
      const known = new Map((methods as { name: string }[]).map((method) => [method.name, method]))
      for (const name of Object.keys(RPC_METHODS)) {
        expectMatch(name, known.get(name), { name, params: is.list, result: { name: is.text } })
      }
    },
  }),
  {
    id: 'rpc-keep-alive',
    verifies: ['RPC-030'],
    title: 'a blank line within 16 s, both ways',
    needs: ['slow'],
    async run(context) {
      const query = `?thread_id=${await closedThread(context)}`
      const streams = [await context.rpcStream({ method: 'GET', query }), await context.rpcStream({ query })]
      const begun = performance.now()
      await Promise.all(streams.map((stream) => stream.blank()))
      expectThat('within 16 s', performance.now() - begun < 16_000)
      for (const stream of streams) expectSame('nothing else', stream.lines, [])
      const { thread_id } = resultOf(
        'thread/resume',
        await context.rpc('thread/resume', { thread_id: query.split('=')[1] }),
      )
      for (const stream of streams) await stream.line({ method: 'thread/resumed', params: { thread_id } })
    },
  },
]
