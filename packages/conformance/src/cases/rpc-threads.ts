import type { ConformanceCase } from '../case.js'
import { expectMatch, expectSame, expectThat } from '../engine/failure.js'
import { is } from '../engine/match.js'
import { contentOf, named, said } from '../engine/rpc-line.js'
import { RpcThread, THREAD, TIME } from '../engine/rpc-thread.js'
import { overBoth, RpcWire } from '../engine/rpc-wire.js'
import { notification, REMINDER } from './signalling.js'

const NOBODY = 'thread_01994f3a-0000-7000-8000-0000000000ff'
const OF_THREADS = ['thread/read', 'thread/pause', 'thread/resume', 'thread/close', 'request/list']

/** Threads: what starts, pauses, closes and lists them. */
export const rpcThreads: readonly ConformanceCase[] = [
  ...overBoth({
    id: 'rpc-thread-start',
    verifies: ['RPC-401', 'RPC-402', 'RPC-411', 'RPC-415', 'RPC-103'],
    title: 'a new thread each time: told, answered, and the current one from then on',
    async run(context, kind) {
      const wire = await RpcWire.open(context, kind)
      const ids: unknown[] = []
      for (const params of [{ agent: 'demo' }, { agent: 'demo', cwd: '/' }]) {
        const from = wire.mark
        const response = await wire.ask('thread/start', params)
        const { thread_id, session_id, started_at } = response.result ?? {}
        expectMatch(
          'the answer',
          { thread_id, session_id, started_at },
          { thread_id: THREAD, session_id: thread_id, started_at: TIME },
        )
        await wire.before(response, from, [
          { method: 'thread/started', params: { thread_id, type: 'started', state: 'running', started_at } },
        ])
        ids.push(thread_id)
        expectMatch('the current one', await wire.result('holon/status'), { session_id: thread_id })
        const first = await context.rpcStream({ method: 'GET' })
        await first.line({})
        expectMatch('the first line', first.lines[0], {
          method: 'thread/started',
          params: { thread_id, started_at },
        })
        const [uuid] = String(thread_id).split('_').slice(1)
        const other = await context.client()
        const [snapshot] = await other.join({ sessionId: thread_id })
        expectMatch('on /ws', snapshot, { sessionId: uuid })
      }
      expectThat('each is another', ids[0] !== ids[1])
    },
  }),
  ...overBoth({
    id: 'rpc-thread-known',
    verifies: ['RPC-403', 'RPC-401', 'RPC-415', 'RPC-408'],
    title: 'a known id is that thread, by any of its names; a new name is one; a uuid nobody has is none',
    async run(context, kind) {
      const { wire, id } = await RpcThread.make(context, kind)
      await RpcThread.make(context, kind)
      for (const thread_id of [id, id.slice('thread_'.length)]) {
        const from = wire.mark
        const response = await wire.ask('thread/start', { thread_id })
        expectMatch('the answer', response, { result: { thread_id: id, session_id: id } })
        await wire.before(response, from, [{ method: 'thread/started', params: { thread_id: id } }])
        expectMatch('it is the current one', await wire.result('holon/status'), { session_id: id })
      }
      const name = context.name()
      const made = await wire.result('thread/start', { thread_id: name, agent: 'demo' })
      expectMatch('one with a name', made, { thread_id: THREAD })
      expectMatch('again', await wire.result('thread/start', { thread_id: name }), made)
      expectMatch('read by it', await wire.result('thread/read', { thread_id: name }), {
        thread_id: made.thread_id,
      })
      expectMatch('nobody', await wire.failure('thread/start', { thread_id: NOBODY }), { code: -32002 })
    },
  }),
  ...overBoth({
    id: 'rpc-thread-folder',
    verifies: ['RPC-404'],
    title: 'a folder that is not there',
    async run(context, kind) {
      const wire = await RpcWire.open(context, kind)
      for (const cwd of ['not/absolute', '/nobody/has/this']) {
        expectMatch(cwd, await wire.failure('thread/start', { cwd, agent: 'demo' }), {
          code: -32602,
          data: { field: 'cwd' },
        })
      }
    },
  }),
  ...overBoth({
    id: 'rpc-thread-list',
    verifies: ['RPC-405'],
    title: 'page by page, each once, closed ones too',
    async run(context, kind) {
      const { wire, id } = await RpcThread.make(context, kind)
      const more = [
        await wire.result('thread/start', { agent: 'demo' }),
        await wire.result('thread/start', { agent: 'demo' }),
      ]
      const made = [id, ...more.map(({ thread_id }) => thread_id)]
      await wire.result('thread/close', { thread_id: id })
      const seen: unknown[] = []
      let cursor: unknown
      do {
        const page = await wire.result('thread/list', { limit: 2, ...(cursor ? { cursor } : {}) })
        const threads = page.threads as Record<string, unknown>[]
        expectThat('a page is no longer than asked', threads.length <= 2)
        for (const { thread_id, state } of threads) {
          if (made.includes(thread_id))
            expectMatch('its state', state, thread_id === id ? 'closed' : 'running')
          seen.push(thread_id)
        }
        cursor = page.next
        // What others have is not walked through: the newest are first.
      } while (cursor !== null && !made.every((one) => seen.includes(one)))
      expectSame('each once', seen.filter((one) => made.includes(one)).length, made.length)
      for (const params of [{ limit: 0 }, { limit: 'x' }, { cursor: 'x' }]) {
        const [field] = Object.keys(params)
        expectMatch(`bad ${field}`, await wire.failure('thread/list', params), {
          code: -32602,
          data: { field },
        })
      }
    },
  }),
  ...overBoth({
    id: 'rpc-thread-pause',
    verifies: ['RPC-407', 'RPC-408', 'RPC-412', 'RPC-413', 'RPC-104'],
    title: 'paused: no turns on any door, and a stream says so; resumed: turns again',
    async run(context, kind) {
      const { wire, id: thread_id, sessionId } = await RpcThread.make(context, kind)
      const turn = { thread_id, input: said('Hello') }
      for (const times of [1, 2]) {
        const from = wire.mark
        const response = await wire.ask('thread/pause', { thread_id })
        expectMatch('the answer', response.result, { thread_id, state: 'paused' })
        const told = { method: 'thread/paused', params: { thread_id, type: 'paused', state: 'paused' } }
        if (times === 1) await wire.before(response, from, [told])
      }
      expectMatch('turn/start', await wire.failure('turn/start', turn), {
        code: -32603,
        message: 'thread is paused',
      })
      const client = await context.client()
      expectMatch('run_turn', await client.ask({ type: 'run_turn', sessionId, text: 'Hello' }), {
        code: 'Paused',
      })
      expectMatch('thread/read', await wire.result('thread/read', { thread_id }), { state: 'paused' })
      const late = await context.rpcStream({ method: 'GET', query: `?thread_id=${thread_id}` })
      await late.line({ method: 'thread/paused' })
      expectSame('who comes then', late.lines.map(named), ['thread/started', 'thread/paused'])
      const from = wire.mark
      const response = await wire.ask('thread/resume', { thread_id })
      expectMatch('the answer', response.result, { thread_id, state: 'running' })
      await wire.before(response, from, [
        { method: 'thread/resumed', params: { thread_id, type: 'resumed', state: 'running' } },
      ])
      await late.line({ method: 'thread/resumed', params: { thread_id } })
      expectMatch('again', await wire.result('thread/resume', { thread_id }), { thread_id, state: 'running' })
      const { turn_id } = await wire.result('turn/start', turn)
      await wire.result('turn/interrupt', { turn_id })
    },
  }),
  ...overBoth({
    id: 'rpc-thread-pause-elsewhere',
    verifies: ['RPC-412', 'RPC-413', 'RPC-414', 'RPC-411'],
    title: 'what /ws and notify do to sessions is told here: made, paused, resumed, archived',
    needs: ['open'],
    async run(context, kind) {
      const wire = await RpcWire.open(context, kind)
      const client = await context.client()
      const { sessionId } = await client.ask({
        type: 'create_session',
        agentType: 'demo',
        name: context.name(),
      })
      const thread_id = `thread_${sessionId}`
      await wire.told('thread/started', { thread_id, started_at: TIME })
      for (const [type, method] of [
        ['pause_session', 'thread/paused'],
        ['resume_session', 'thread/resumed'],
        ['archive_session', 'thread/closed'],
        ['unarchive_session', 'thread/resumed'],
      ] as const) {
        const from = wire.mark
        await client.ask({ type, sessionId })
        await wire.told(method, { thread_id }, from)
      }
      const name = context.name()
      const from = wire.mark
      await context.notify(name, { type: 'x' })
      const { thread_id: notified } = await wire.result('thread/read', { thread_id: name })
      await wire.told('thread/started', { thread_id: notified }, from)
    },
  }),
  ...overBoth({
    id: 'rpc-thread-close',
    verifies: ['RPC-409', 'RPC-414', 'RPC-408', 'RPC-504', 'RPC-104'],
    title: 'closed in the middle of a turn: its end, thread/closed, no turn more; read and resumed',
    beside: true,
    async run(context, kind) {
      const thread = await RpcThread.make(context, kind)
      const { wire, id: thread_id } = thread
      const { turn_id } = await thread.start('demo:slow')
      await wire.told('item/created', { thread_id, turn_id, content: { role: 'assistant' } })
      const from = wire.mark
      const response = await wire.ask('thread/close', { thread_id })
      expectMatch('the answer', response.result, { thread_id, state: 'closed' })
      await wire.before(response, from, [
        { method: 'turn/interrupted', params: { turn_id } },
        { method: 'thread/closed', params: { thread_id, type: 'closed', state: 'closed' } },
      ])
      const turn = { thread_id, input: said('More') }
      expectMatch('turn/start', await wire.failure('turn/start', turn), {
        code: -32603,
        message: 'thread is closed',
      })
      expectMatch('thread/read', await wire.result('thread/read', { thread_id }), { state: 'closed' })
      const late = await context.rpcStream({ query: `?thread_id=${thread_id}` })
      await late.ask('holon/status')
      expectSame('who comes then', late.told, [])
      expectMatch('resumed', await wire.result('thread/resume', { thread_id }), {
        thread_id,
        state: 'running',
      })
      await late.line({ method: 'thread/resumed', params: { thread_id } })
      const next = await wire.result('turn/start', turn)
      await wire.result('turn/interrupt', { turn_id: next.turn_id })
    },
  }),
  ...overBoth({
    id: 'rpc-thread-ended',
    verifies: ['RPC-414', 'RPC-411', 'RPC-706'],
    title: 'an agent in a terminal that starts, notes something and ends',
    needs: ['open'],
    async run(context, kind) {
      const wire = await RpcWire.open(context, kind)
      const session_id = context.name()
      await context.hook('claude', { session_id, hook_event_name: 'SessionStart', source: 'startup' })
      const { thread_id } = await wire.result('thread/read', { thread_id: session_id })
      await wire.told('thread/started', { thread_id })
      const message = 'Claude needs your attention'
      await notification(context, session_id, { message: `${REMINDER}\n\u001b[31m${message}\u001b[0m` })
      const note = await wire.told('item/created', { thread_id, status: 'completed' })
      expectMatch('the note', contentOf(note), { type: 'notification', message })
      await context.hook('claude', { session_id, hook_event_name: 'SessionEnd', reason: 'exit' })
      await wire.told('thread/closed', { thread_id, state: 'closed' })
      expectMatch('its state', await wire.result('thread/read', { thread_id }), { state: 'closed' })
    },
  }),
  ...overBoth({
    id: 'rpc-thread-unknown',
    verifies: ['RPC-410'],
    title: 'threads nobody knows',
    async run(context, kind) {
      const wire = await RpcWire.open(context, kind)
      for (const method of OF_THREADS) {
        for (const thread_id of [context.name(), NOBODY]) {
          expectMatch(method, await wire.failure(method, { thread_id }), {
            code: -32002,
            data: { field: 'thread_id' },
          })
        }
        if (method === 'request/list') continue
        for (const params of [undefined, {}, { thread_id: ' ' }, { thread_id: null }]) {
          expectMatch(method, await wire.failure(method, params), {
            code: -32602,
            message: 'thread_id is required',
            data: { field: 'thread_id' },
          })
        }
        expectMatch(method, await wire.failure(method, { thread_id: 7 }), {
          code: -32602,
          data: { field: 'thread_id' },
        })
      }
    },
  }),
  ...overBoth({
    id: 'rpc-thread-deleted',
    verifies: ['RPC-905', 'RPC-112', 'RPC-414'],
    title: 'a thread that is deleted: its streams end, others hear that it is closed',
    async run(context, kind) {
      const { wire, id: thread_id, sessionId } = await RpcThread.make(context, kind)
      const method = kind === 'post' ? 'GET' : 'POST'
      const stream = await context.rpcStream({ method, query: `?thread_id=${thread_id}` })
      await stream.line({ method: 'thread/started' })
      const client = await context.client()
      await client.ask({ type: 'delete_session', sessionId })
      await stream.ended
      expectMatch('the end', stream.lines.slice(-2), [
        { method: 'thread/closed', params: { thread_id } },
        { method: 'stream/closed', params: { reason: 'deleted', cursor: is.text } },
      ])
      await wire.told('thread/closed', { thread_id })
      expectMatch('then', await wire.failure('thread/read', { thread_id }), { code: -32002 })
    },
  }),
]
