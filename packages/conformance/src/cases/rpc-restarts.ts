import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConformanceCase } from '../case.js'
import { type Context, notifyPath } from '../engine/context.js'
import { expectMatch, expectSame, expectThat, held } from '../engine/failure.js'
import { is } from '../engine/match.js'
import type { OwnGateway } from '../engine/own-gateway.js'
import { expectResumed } from '../engine/rpc-judge.js'
import { contentOf, named, paramsOf, type RpcLine, said } from '../engine/rpc-line.js'
import { expectRefusal } from '../engine/rpc-refusal.js'
import { RpcThread, TIME } from '../engine/rpc-thread.js'
import { resultOf, WIRES } from '../engine/rpc-wire.js'
import type { Target } from '../engine/target.js'
import { asHooks } from './hook-token.js'

interface Own {
  gateway: OwnGateway
  target: Target
}

/** A gateway in a folder of its own that can be started again. */
async function inFolder(
  context: Context,
  run: (start: () => Promise<Own>, dataDir: string) => Promise<void>,
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'signalbox-conformance-'))
  const gateways: OwnGateway[] = []
  try {
    await run(async () => {
      const gateway = await context.startGateway({ dataDir })
      gateways.push(gateway)
      return { gateway, target: { url: gateway.url, token: gateway.token, has: new Set() } }
    }, dataDir)
  } finally {
    await Promise.all(gateways.map((gateway) => gateway.stop()))
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const PAUSED = { success: true, message: 'Paused event processing' }
const RESUMED = { success: true, message: 'Resumed event processing' }

/** Paused on this way to talk: nothing starts on any door, events are taken in; then it goes on. */
async function pauseAndResume(context: Context, kind: (typeof WIRES)[number], target: Target): Promise<void> {
  const { wire, id: thread_id, sessionId } = await RpcThread.make(context, kind, target)
  const client = await context.client(target)
  await client.join({ sessionId })
  const method = kind === 'post' ? 'holon' : 'signalbox'
  let from = wire.mark
  const paused = await wire.ask(`${method}/pause`)
  expectMatch('the answer', paused.result, PAUSED)
  await wire.before(paused, from, [{ method: 'thread/paused', params: { thread_id, state: 'paused' } }])
  await client.frame({ type: 'gateway_state', state: 'paused' })
  const twice = await wire.failure(`${method}/pause`)
  expectMatch('twice', twice, { code: -32603, message: 'failed to pause: already paused' })
  expectMatch('the status', await wire.result(`${method}/status`), {
    state: 'paused',
    session_id: thread_id,
    paused_at: TIME,
  })
  const refused = await wire.failure('turn/start', { thread_id, input: said('Hello') })
  expectMatch('turn/start', refused, { code: -32603, message: 'paused' })
  expectMatch('run_turn', await client.ask({ type: 'run_turn', sessionId, text: 'Hello' }), {
    code: 'Paused',
  })
  const late = await context.rpcStream({ method: 'GET' }, target)
  await late.line({ method: 'thread/paused' })
  expectSame('who comes then', late.lines.map(named), ['thread/started', 'thread/paused'])
  const name = context.name()
  const note = { session_id: name, payload: { type: 'notification', message: 'taken in' } }
  const answer = await context.http(
    { method: 'POST', path: notifyPath(name), headers: { 'content-type': 'application/json' }, body: note },
    target,
  )
  expectMatch('a notify', answer.status, 204)
  await wire.told('item/created', { content: { type: 'notification', message: 'taken in' } }, from)
  await wire.result('thread/start', { agent: 'demo' })
  expectMatch('a new thread lifts nothing', await wire.result('holon/status'), { state: 'paused' })
  await wire.result('thread/start', { thread_id })
  from = wire.mark
  const resumed = await wire.ask(`${method}/resume`)
  expectMatch('the answer', resumed.result, RESUMED)
  await wire.before(resumed, from, [{ method: 'thread/resumed', params: { thread_id, state: 'running' } }])
  await client.frame({ type: 'gateway_state', state: 'running' })
  from = wire.mark
  expectMatch('again', await wire.result(`${method}/resume`), {
    success: true,
    message: 'Runtime already running',
  })
  const { turn_id } = await wire.result('turn/start', { thread_id, input: said('demo:slow') })
  await wire.told('turn/started', { turn_id })
  expectSame(
    'nothing is told twice',
    wire.stream.lines
      .slice(from)
      .filter(({ method, params }) => method === 'thread/resumed' && params?.thread_id === thread_id),
    [],
  )
  await wire.result('turn/interrupt', { turn_id })
}

/** A pause by /ws is told here. */
async function pausedElsewhere(context: Context, target: Target): Promise<string> {
  const { wire, id: thread_id } = await RpcThread.make(context, 'stream', target)
  const client = await context.client(target)
  for (const [type, method, state] of [
    ['pause_gateway', 'thread/paused', 'paused'],
    ['resume_gateway', 'thread/resumed', 'running'],
  ] as const) {
    const from = wire.mark
    expectMatch(type, await client.ask({ type }), { type: 'gateway_state', state })
    await wire.told(method, { thread_id }, from)
    expectMatch('the status', await wire.result('holon/status'), { state })
  }
  await wire.result('holon/pause')
  return thread_id
}

/** The token of hooks is for other things. */
async function expectHooksRefused(context: Context, hooks: Target): Promise<void> {
  for (const [method, path] of [
    ['POST', '/rpc'],
    ['GET', '/rpc/stream'],
    ['POST', '/rpc/stream'],
  ] as const) {
    const body = method === 'POST' ? { body: '{"jsonrpc":"2.0","id":1,"method":"holon/pause"}' } : {}
    const answer = await context.http({ method, path, ...body }, hooks)
    expectRefusal(`${method} ${path} by hooks`, answer, 'unauthorized')
  }
}

/** Who guesses tokens has to wait; who has the right one does not. */
async function expectGuessesRefused(context: Context, target: Target): Promise<void> {
  const guess = { method: 'POST', path: '/rpc', headers: { authorization: 'Bearer guessed' }, body: '{}' }
  for (let n = 1; n <= 10; n++) expectRefusal(`guess ${n}`, await context.http(guess, target), 'authFailed')
  expectRefusal('one more', await context.http(guess, target), 'authRateLimited')
  resultOf('holon/status', await context.rpc('holon/status', {}, target))
}

const cursor = (line: RpcLine | undefined, of: ':' | '@') => {
  const { epoch, seq, offset } = paramsOf(line as RpcLine)
  return encodeURIComponent(`${epoch}${of}${of === ':' ? seq : offset}`)
}

/** Pauses of the whole gateway, and what is left of one that stops or is killed. */
export const rpcRestarts: readonly ConformanceCase[] = [
  {
    id: 'rpc-pause',
    verifies: [
      ...(['RPC-301', 'RPC-302', 'RPC-303', 'RPC-306', 'RPC-901', 'RPC-902', 'RPC-904', 'RPC-906'] as const),
      ...(['RPC-018', 'RPC-019', 'RPC-109', 'RPC-112', 'RPC-103'] as const),
    ],
    title: 'paused and resumed both ways and by /ws; stopped while paused, and so when it is back',
    needs: ['own'],
    beside: true,
    async run(context) {
      await inFolder(context, async (start, dataDir) => {
        const { gateway, target } = await start()
        const empty = resultOf('holon/status', await context.rpc('holon/status', {}, target))
        expectSame('a new gateway', empty, { state: 'running', events_processed: 0 })
        await expectHooksRefused(context, asHooks(target, dataDir))
        await expectGuessesRefused(context, target)
        for (const kind of WIRES) await pauseAndResume(context, kind, target)
        const thread_id = await pausedElsewhere(context, target)

        const streams = await Promise.all(
          [{ method: 'GET' }, { method: 'POST' }, { query: `?thread_id=${thread_id}` }].map((options) =>
            context.rpcStream(options as object, target),
          ),
        )
        for (const stream of streams) await stream.line({ method: 'thread/paused' })
        const stopped = held(gateway.stop())
        for (const stream of streams) {
          await stream.ended
          expectMatch('the last line', stream.lines.at(-1), {
            method: 'stream/closed',
            params: { reason: 'shutdown', cursor: is.text },
          })
        }
        await stopped

        const again = await start()
        expectMatch(
          'the status',
          resultOf('holon/status', await context.rpc('holon/status', {}, again.target)),
          {
            state: 'paused',
            session_id: thread_id,
            paused_at: TIME,
          },
        )
        for (const [n, old] of streams.entries()) {
          const after = encodeURIComponent(String(paramsOf(old.lines.at(-1) as RpcLine).cursor))
          const query = n === 2 ? `?thread_id=${thread_id}&after=${after}` : `?after=${after}`
          const stream = await context.rpcStream({ query }, again.target)
          await stream.ask('holon/status')
          expectSame('nothing was missed, and it is still paused', stream.told.map(named), ['thread/paused'])
        }
        const stream = await context.rpcStream({}, again.target)
        await stream.ask('holon/resume')
        const own = stream.told.filter(({ params }) => params?.thread_id === thread_id)
        expectSame('the current thread', own.map(named), [
          'thread/started',
          'thread/paused',
          'thread/resumed',
        ])
      })
    },
  },
  {
    id: 'rpc-killed',
    verifies: ['RPC-903', 'RPC-504', 'RPC-505', 'RPC-201', 'RPC-202', 'RPC-902', 'RPC-511'],
    title: 'killed in the middle of a turn: it is told as interrupted to who comes back',
    needs: ['own'],
    beside: true,
    async run(context) {
      await inFolder(context, async (start) => {
        const before = await start()
        const thread = await RpcThread.make(context, 'stream', before.target)
        const { id: thread_id, wire } = thread
        const { turn_id, response } = await thread.start('demo:slow')
        await wire.told('item/updated', { turn_id, content: { text: is.like(/Beat 2/) } })
        const heard = thread.lines()
        await before.gateway.kill()

        const { target } = await start()
        const last = heard.at(-1)
        for (const query of [
          `?thread_id=${thread_id}&after=${cursor(last, ':')}`,
          `?after=${cursor(last, '@')}`,
        ]) {
          const stream = await context.rpcStream({ query }, target)
          await stream.ask('holon/status')
          const lines = expectResumed(`with ${query}`, heard, stream.told)
          expectMatch(
            'the end',
            stream.told.find(({ method }) => method === 'turn/interrupted'),
            {
              params: {
                turn_id,
                thread_id,
                started_at: response.result?.started_at,
                message: is.like(/^Turn (failed|interrupted): ./),
                completed_at: is.absent,
              },
            },
          )
          const beat = lines.findLast((line) => contentOf(line).role === 'assistant')
          expectThat(
            'what it said is there',
            String(contentOf(beat as RpcLine).text).includes('I am the demo agent'),
          )
        }
        const steered = await context.rpc('turn/steer', { turn_id, input: said('More') }, target)
        expectMatch('it is not active', steered.error, { code: -32602, message: 'turn_id is not active' })
        expectMatch(
          'the current thread',
          resultOf('holon/status', await context.rpc('holon/status', {}, target)),
          { session_id: thread_id },
        )
        const next = await context.rpc('turn/start', { thread_id, input: said('demo:slow') }, target)
        expectMatch('the next turn', next.result, { state: 'active' })
      })
    },
  },
]
