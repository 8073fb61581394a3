import type { ConformanceCase } from '../case.js'
import { expectMatch, expectSame, expectThat } from '../engine/failure.js'
import { is } from '../engine/match.js'
import { contentOf, paramsOf, said } from '../engine/rpc-line.js'
import { ITEM, RpcThread, TIME, TURN } from '../engine/rpc-thread.js'
import { overBoth } from '../engine/rpc-wire.js'

const NOT_ACTIVE = {
  code: -32602,
  message: 'turn_id is not active',
  data: { field: 'turn_id', reason: 'turn_id is not active' },
}
const REQUIRED = { code: -32602, message: 'turn_id is required', data: { field: 'turn_id' } }
/** A turn that breaks, and the code of its failure. */
const BREAKS = [
  ['error', 'AGENT_ERROR'],
  ['crash', 'AGENT_DISCONNECTED'],
] as const
const ENDS = { method: is.oneOf('turn/completed', 'turn/interrupted') }

/** Turns: how they start, what is said to them, how they end. */
export const rpcTurns: readonly ConformanceCase[] = [
  ...overBoth({
    id: 'rpc-turn-order',
    verifies: ['RPC-501', 'RPC-502', 'RPC-503', 'RPC-514', 'RPC-515', 'RPC-102', 'RPC-109', 'RPC-708'],
    title: 'turn/started, an item for each message, the response; then the agent, then turn/completed',
    beside: true,
    async run(context, kind) {
      const thread = await RpcThread.make(context, kind)
      const { wire, id: thread_id } = thread
      const input = [
        { role: 'system', content: [{ text: '  Be brief. ' }] },
        {
          type: 'message',
          content: [
            { type: 'text', text: 'One' },
            { type: 'input_text', text: 'Two ✨' },
          ],
        },
      ]
      const from = wire.mark
      const response = await wire.ask('turn/start', {
        thread_id,
        input,
        extended_context: { of: 'tomorrow' },
      })
      expectMatch('the answer', response.result, { turn_id: TURN, state: 'active', started_at: TIME })
      const { turn_id, started_at } = response.result ?? {}
      const item = { item_id: ITEM, type: 'created', status: 'pending', thread_id, turn_id, timestamp: TIME }
      const [started, ...items] = await wire.before(response, from, [
        {
          method: 'turn/started',
          params: { thread_id, turn_id, type: 'started', state: 'active', started_at },
        },
        {
          method: 'item/created',
          params: {
            ...item,
            content: {
              type: 'message',
              role: 'system',
              text: '  Be brief. ',
              content: [{ type: 'input_text', text: '  Be brief. ' }],
              metadata: {},
            },
          },
        },
        {
          method: 'item/created',
          params: {
            ...item,
            content: {
              type: 'message',
              role: 'user',
              text: 'One\nTwo ✨',
              content: [{ text: 'One' }, { text: 'Two ✨' }],
            },
          },
        },
      ])
      const end = await thread.end(String(turn_id))
      expectMatch('the end', end, {
        method: 'turn/completed',
        params: { thread_id, turn_id, type: 'completed', state: 'completed', started_at, completed_at: TIME },
      })
      const lines = thread.lines(from)
      expectSame('the first three', lines.slice(0, 3), [started, ...items])
      const agent = lines.findIndex(
        ({ method, params }) =>
          method === 'item/created' &&
          params?.content !== undefined &&
          !items.some((one) => one.params?.item_id === params.item_id),
      )
      for (const { params } of items) {
        const taken = lines.findIndex(
          (line) => line.method === 'item/updated' && line.params?.item_id === params?.item_id,
        )
        expectMatch('it is taken', paramsOf(lines[taken] ?? { jsonrpc: '2.0' }), { status: 'completed' })
        expectThat('before the agent speaks', taken > 0 && taken < agent)
      }
      expectMatch('the answer of the agent', lines[agent], {
        method: 'item/created',
        params: { content: { type: 'message', role: 'assistant' }, turn_id },
      })
      const last = new Map(
        lines.filter(({ params }) => params?.item_id).map(({ params }) => [params?.item_id, params?.status]),
      )
      expectThat(
        `nothing is open: ${[...last.values()]}`,
        [...last.values()].every((status) => status === 'completed'),
      )
      expectSame('one end', lines.filter(({ method }) => ENDS.method.fits(method)).length, 1)
    },
  }),
  ...overBoth({
    id: 'rpc-turn-steer',
    verifies: ['RPC-510', 'RPC-511', 'RPC-109', 'RPC-502'],
    title: 'steered while it runs: items, then the response; the agent hears it; too late when it is over',
    beside: true,
    async run(context, kind) {
      const thread = await RpcThread.make(context, kind)
      const { wire, id: thread_id } = thread
      const { turn_id } = await thread.start('demo:permission')
      const asked = await wire.told('item/created', { turn_id, content: { type: 'request' } })
      const { request_id } = contentOf(asked)
      const from = wire.mark
      const response = await wire.ask('turn/steer', {
        turn_id,
        input: said('Leave the tests', 'And the docs'),
      })
      expectMatch('the answer', response.result, {
        turn_id,
        state: 'active',
        accepted_items: 2,
        accepted_at: TIME,
      })
      const item = { thread_id, turn_id, item_id: ITEM, status: 'pending' }
      const items = await wire.before(response, from, [
        { method: 'item/created', params: { ...item, content: { role: 'user', text: 'Leave the tests' } } },
        { method: 'item/created', params: { ...item, content: { role: 'user', text: 'And the docs' } } },
      ])
      await wire.result('request/respond', { request_id, approved: true })
      expectMatch('the end', await thread.end(turn_id), { method: 'turn/completed' })
      for (const one of items) {
        await wire.told('item/updated', { item_id: one.params?.item_id, status: 'completed' })
      }
      const texts = thread.lines(from).map(({ params }) => JSON.stringify(params?.content ?? ''))
      expectThat(
        'the agent heard it',
        texts.some((text) => text.includes('Steered') && text.includes('Leave the tests')),
      )
      expectMatch('too late', await wire.failure('turn/steer', { turn_id, input: said('More') }), NOT_ACTIVE)
      expectMatch('too late', await wire.failure('turn/interrupt', { turn_id }), NOT_ACTIVE)
    },
  }),
  ...overBoth({
    id: 'rpc-turn-interrupt',
    verifies: ['RPC-512', 'RPC-504', 'RPC-511', 'RPC-509', 'RPC-109', 'RPC-708'],
    title: 'interrupted with a reason, without, twice; another turn meanwhile',
    beside: true,
    async run(context, kind) {
      const thread = await RpcThread.make(context, kind)
      const { wire, id: thread_id } = thread
      for (const reason of ['not needed any more', undefined]) {
        const { turn_id, response: begun } = await thread.start('demo:slow')
        await wire.told('item/created', { turn_id, content: { role: 'assistant' } })
        const busy = await wire.failure('turn/start', { thread_id, input: said('Another') })
        expectMatch('another turn', busy, { code: -32603 })
        const from = wire.mark
        const response = await wire.ask('turn/interrupt', { turn_id, ...(reason ? { reason } : {}) })
        const message = reason ? `Turn interrupted: ${reason}` : 'Turn interrupted'
        expectMatch('the answer', response.result, {
          turn_id,
          state: is.oneOf('interrupted', 'cancel_requested'),
          interrupted_at: TIME,
          message,
        })
        const told = {
          method: 'turn/interrupted',
          params: {
            thread_id,
            turn_id,
            type: 'interrupted',
            state: 'interrupted',
            started_at: begun.result?.started_at,
            message,
            completed_at: is.absent,
            error: is.absent,
          },
        }
        if (response.result?.state === 'interrupted') await wire.before(response, from, [told])
        else await wire.stream.line(told, from)
        for (const [method, more] of [
          ['turn/interrupt', {}],
          ['turn/steer', { input: said('x') }],
        ] as const) {
          expectMatch(`${method} again`, await wire.failure(method, { turn_id, ...more }), NOT_ACTIVE)
        }
        const open = new Map(thread.lines().map(({ params }) => [params?.item_id, params?.status]))
        open.delete(undefined)
        expectThat(
          `nothing is open: ${[...open.values()]}`,
          [...open.values()].every((status) => /^(completed|failed|deleted)$/.test(String(status))),
        )
      }
    },
  }),
  ...overBoth({
    id: 'rpc-turn-not-active',
    verifies: ['RPC-511', 'RPC-512'],
    title: 'turns nobody knows, and none at all',
    async run(context, kind) {
      const { wire } = await RpcThread.make(context, kind)
      for (const [method, more] of [
        ['turn/interrupt', {}],
        ['turn/steer', { input: said('x') }],
      ] as const) {
        for (const turn_id of ['turn_nobody', 'turn_01994f3a-0000-7000-8000-0000000000ff']) {
          expectMatch(method, await wire.failure(method, { turn_id, ...more }), NOT_ACTIVE)
        }
        for (const none of [{}, { turn_id: '' }, { turn_id: ' ' }, { turn_id: null }]) {
          expectMatch(method, await wire.failure(method, { ...none, ...more }), REQUIRED)
        }
      }
      expectMatch('it still runs', await wire.result('holon/status'), { state: 'running' })
    },
  }),
  ...overBoth({
    id: 'rpc-turn-one-end',
    verifies: ['RPC-513', 'RPC-102'],
    title: 'interrupts and steers at once, and one when it ends by itself: one end each',
    beside: true,
    async run(context, kind) {
      const thread = await RpcThread.make(context, kind)
      const { wire } = thread
      const { turn_id } = await thread.start('demo:slow')
      await wire.told('item/created', { turn_id, content: { role: 'assistant' } })
      const from = wire.mark
      const answers = await Promise.all([
        ...Array.from({ length: 8 }, () => wire.ask('turn/interrupt', { turn_id })),
        ...Array.from({ length: 4 }, () => wire.ask('turn/steer', { turn_id, input: said('x') })),
        ...Array.from({ length: 4 }, () => context.rpc('turn/interrupt', { turn_id })),
      ])
      expectThat(
        'one of them did it',
        answers.some(({ result }) => result?.message === 'Turn interrupted'),
      )
      for (const { error } of answers) if (error) expectMatch('a late one', error, NOT_ACTIVE)
      await wire.told('turn/interrupted', { turn_id })
      // Another one is interrupted when it is about to end by itself.
      const next = await thread.start('Hello')
      await wire.told('item/updated', {
        turn_id: next.turn_id,
        status: 'completed',
        content: { role: 'assistant' },
      })
      const last = await wire.ask('turn/interrupt', { turn_id: next.turn_id })
      if (last.error) expectMatch('too late', last.error, NOT_ACTIVE)
      await thread.end(next.turn_id)
      // What comes after their ends has been told before this is.
      await wire.result('thread/pause', { thread_id: thread.id })
      await wire.told('thread/paused', { thread_id: thread.id })
      const ends = thread.lines(from).filter(({ method }) => ENDS.method.fits(method))
      expectSame(
        'the ends',
        ends.map(({ params }) => params?.turn_id),
        [turn_id, next.turn_id],
      )
    },
  }),
  ...BREAKS.flatMap(([scenario, code]) =>
    overBoth({
      id: `rpc-turn-${scenario}`,
      verifies: ['RPC-505', 'RPC-504', 'RPC-511', 'RPC-708'],
      title: `demo:${scenario} is turn/interrupted with ${code}`,
      beside: true,
      async run(context, kind) {
        const thread = await RpcThread.make(context, kind)
        const { turn_id } = await thread.start(`demo:${scenario}`)
        expectMatch('the end', await thread.end(turn_id), {
          method: 'turn/interrupted',
          params: {
            thread_id: thread.id,
            message: is.like(/^Turn failed: ./),
            error: { code },
            completed_at: is.absent,
          },
        })
        expectMatch(
          'then',
          await thread.wire.failure('turn/steer', { turn_id, input: said('x') }),
          NOT_ACTIVE,
        )
        const next = await thread.start('Hello')
        expectMatch('the next turn', await thread.end(next.turn_id), { method: 'turn/completed' })
      },
    }),
  ),
  ...overBoth({
    id: 'rpc-turn-undispatched',
    verifies: ['RPC-506', 'RPC-505'],
    title: 'an agent nobody has: -32603, and a turn that began and failed',
    async run(context, kind) {
      const { wire, id: thread_id } = await RpcThread.make(context, kind, undefined, { agent: 'of-tomorrow' })
      const from = wire.mark
      const response = await wire.ask('turn/start', { thread_id, input: said('Hello') })
      expectMatch('the error', response.error, { code: -32603, message: is.text })
      const [, failed] = await wire.before(response, from, [
        { method: 'turn/started', params: { thread_id } },
        {
          method: 'turn/interrupted',
          params: { thread_id, message: is.like(/^Turn failed: ./), error: { code: is.text } },
        },
      ])
      const turn_id = failed?.params?.turn_id
      expectMatch('the same turn', response.error?.data?.turn_id, turn_id)
      expectMatch('it is over', await wire.failure('turn/interrupt', { turn_id }), NOT_ACTIVE)
    },
  }),
  ...overBoth({
    id: 'rpc-turn-both-doors',
    verifies: ['RPC-802', 'RPC-515', 'RPC-512', 'RPC-504', 'RPC-415'],
    title: 'started on /ws, steered and interrupted here; started here, stopped there',
    beside: true,
    async run(context, kind) {
      const thread = await RpcThread.make(context, kind)
      const { wire, id: thread_id, sessionId } = thread
      const client = await context.client()
      await client.join({ sessionId: thread_id })
      const { turnId: turn_id } = await client.ask({ type: 'run_turn', sessionId, text: 'demo:slow' })
      await wire.told('turn/started', { thread_id, turn_id, started_at: TIME })
      await wire.told('item/created', {
        turn_id,
        status: 'pending',
        content: { role: 'user', text: 'demo:slow' },
      })
      await wire.result('turn/steer', { turn_id, input: said('From here') })
      await client.frame({ type: 'user_message', content: 'From here', turnId: turn_id })
      await client.ask({ type: 'steer', sessionId, content: 'From there' })
      await wire.told('item/created', { turn_id, content: { role: 'user', text: 'From there' } })
      await wire.result('turn/interrupt', { turn_id, reason: 'enough' })
      await client.frame({ type: 'turn_complete', turnId: turn_id, stopReason: 'user_stopped' })
      await wire.told('turn/interrupted', { turn_id, message: 'Turn interrupted: enough' })
      const own = await thread.start('demo:slow')
      await client.frame({ type: 'turn_started', turnId: own.turn_id })
      await client.ask({ type: 'stop_turn', sessionId })
      await wire.told('turn/interrupted', { turn_id: own.turn_id, message: 'Turn interrupted' })
    },
  }),
]
