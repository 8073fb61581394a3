import type { ConformanceCase } from '../case.js'
import type { Context } from '../engine/context.js'
import { expectMatch, expectSame, expectThat } from '../engine/failure.js'
import { is } from '../engine/match.js'
import { contentOf } from '../engine/rpc-line.js'
import { ITEM, RpcThread, TIME } from '../engine/rpc-thread.js'
import { overBoth, type WireKind } from '../engine/rpc-wire.js'

const ANSWERS = { strategy: 'incremental', tests: 'yes', note: 'Take care' }

/** A thread whose agent asks something. */
async function asking(context: Context, kind: WireKind, prompt: string) {
  const thread = await RpcThread.make(context, kind)
  const { turn_id } = await thread.start(prompt)
  const created = await thread.wire.told('item/created', { turn_id, content: { type: 'request' } })
  const { request_id } = contentOf(created)
  return { thread, wire: thread.wire, turn_id, created, request_id, item_id: created.params?.item_id }
}

const texts = (thread: RpcThread) => thread.lines().map(({ params }) => JSON.stringify(params?.content ?? ''))

/** What agents ask people, over this door. */
export const rpcRequests: readonly ConformanceCase[] = [
  ...overBoth({
    id: 'rpc-request-permission',
    verifies: ['RPC-601', 'RPC-602', 'RPC-603', 'RPC-605', 'RPC-109', 'RPC-701'],
    title: 'listed, answered, told; a late answer hears of the first',
    beside: true,
    async run(context, kind) {
      const { thread, wire, turn_id, created, request_id, item_id } = await asking(
        context,
        kind,
        'demo:permission',
      )
      const { id: thread_id } = thread
      expectMatch('the item', created.params, {
        item_id: ITEM,
        thread_id,
        turn_id,
        status: 'pending',
        content: { type: 'request', kind: 'permission', text: is.text },
      })
      const entry = { request_id, thread_id, turn_id, kind: 'permission', since: TIME, answerable: true }
      expectMatch('of the thread', await wire.result('request/list', { thread_id }), { requests: [entry] })
      const { requests } = await wire.result('request/list')
      expectThat(
        'of all',
        (requests as { request_id: unknown }[]).some((one) => one.request_id === request_id),
      )
      for (const [answer, field] of [
        [{}, 'approved'],
        [{ approved: 'yes' }, 'approved'],
        [{ answers: { a: 'b' } }, 'answers'],
      ] as const) {
        expectMatch(`bad ${field}`, await wire.failure('request/respond', { request_id, ...answer }), {
          code: -32602,
          data: { field },
        })
      }
      const from = wire.mark
      const response = await wire.ask('request/respond', { request_id, approved: true })
      expectMatch('the answer', response.result, {
        request_id,
        thread_id,
        state: 'resolved',
        outcome: 'approved',
        resolved_at: TIME,
      })
      await wire.before(response, from, [
        { method: 'item/updated', params: { item_id, status: 'completed' } },
      ])
      for (const late of [await wire.failure('request/respond', { request_id, approved: false })]) {
        expectMatch('a late answer', late, {
          code: -32003,
          data: {
            by: { userId: is.text, via: 'rpc' },
            at: response.result?.resolved_at,
            decision: 'approved',
          },
        })
      }
      expectSame('no longer listed', await wire.result('request/list', { thread_id }), { requests: [] })
      expectMatch('the end', await thread.end(turn_id), { method: 'turn/completed' })
    },
  }),
  ...overBoth({
    id: 'rpc-request-denied',
    verifies: ['RPC-602', 'RPC-603'],
    title: 'a no with its words; of twelve at once one counts',
    beside: true,
    async run(context, kind) {
      const { thread, wire, turn_id, request_id } = await asking(context, kind, 'demo:permission')
      const params = { request_id, approved: false, message: 'Not today' }
      const answers = await Promise.all([
        ...Array.from({ length: 6 }, () => wire.ask('request/respond', params)),
        ...Array.from({ length: 6 }, () => context.rpc('request/respond', params)),
      ])
      expectSame('one counts', answers.filter(({ result }) => result?.outcome === 'denied').length, 1)
      const late = answers.flatMap(({ error }) => (error ? [error] : []))
      expectMatch('the others', late, is.each({ code: -32003, data: { decision: 'denied' } }))
      expectMatch('the end', await thread.end(turn_id), { method: 'turn/completed' })
    },
  }),
  ...overBoth({
    id: 'rpc-request-question',
    verifies: ['RPC-602', 'RPC-605', 'RPC-601'],
    title: 'questions are answered by their ids, and the agent is told',
    beside: true,
    async run(context, kind) {
      const { thread, wire, turn_id, request_id } = await asking(context, kind, 'demo:question')
      expectMatch('the list', await wire.result('request/list', { thread_id: thread.id }), {
        requests: [{ request_id, kind: 'question' }],
      })
      const wrong = await wire.failure('request/respond', { request_id, answers: { nobody: 'asked' } })
      expectMatch('of no question', wrong, { code: -32602, data: { field: is.like(/^answers/) } })
      const result = await wire.result('request/respond', {
        request_id,
        thread_id: thread.id,
        answers: ANSWERS,
      })
      expectMatch('the answer', result, { state: 'resolved', outcome: 'answered' })
      await thread.end(turn_id)
      for (const answer of Object.values(ANSWERS)) {
        expectThat(
          `the agent was told ${answer}`,
          texts(thread).some((text) => text.includes(`“${answer}”`)),
        )
      }
    },
  }),
  ...overBoth({
    id: 'rpc-request-dismissed',
    verifies: ['RPC-602'],
    title: 'questions that are dismissed',
    beside: true,
    async run(context, kind) {
      const { thread, wire, turn_id, request_id, item_id } = await asking(context, kind, 'demo:question')
      const result = await wire.result('request/respond', { request_id, answers: {}, dismissed: true })
      expectMatch('the answer', result, { state: 'resolved', outcome: 'dismissed' })
      await wire.told('item/updated', { item_id, status: 'completed' })
      await thread.end(turn_id)
    },
  }),
  ...overBoth({
    id: 'rpc-request-withdrawn',
    verifies: ['RPC-606', 'RPC-603', 'RPC-601', 'RPC-504'],
    title: 'a request whose turn is interrupted is deleted; an answer comes too late',
    beside: true,
    async run(context, kind) {
      const { thread, wire, turn_id, request_id, item_id } = await asking(context, kind, 'demo:permission')
      const from = wire.mark
      await wire.result('turn/interrupt', { turn_id })
      const deleted = await wire.told(
        'item/deleted',
        { item_id, type: 'deleted', status: 'deleted', thread_id: thread.id, turn_id },
        from,
      )
      const end = await wire.told('turn/interrupted', { turn_id }, from)
      expectThat('before the end', thread.lines().indexOf(deleted) < thread.lines().indexOf(end))
      expectMatch('too late', await wire.failure('request/respond', { request_id, approved: true }), {
        code: -32003,
        data: { at: TIME },
      })
      expectSame('no longer listed', await wire.result('request/list', { thread_id: thread.id }), {
        requests: [],
      })
    },
  }),
  ...overBoth({
    id: 'rpc-request-elsewhere',
    verifies: ['RPC-602', 'RPC-603', 'RPC-802'],
    title: 'answered on /ws, and told here',
    beside: true,
    async run(context, kind) {
      const { thread, wire, turn_id, request_id, item_id } = await asking(context, kind, 'demo:permission')
      const client = await context.client()
      const answer = {
        type: 'respond_permission',
        sessionId: thread.sessionId,
        requestId: request_id,
        approved: true,
      }
      expectMatch('on /ws', await client.ask(answer), { type: 'approval_resolved' })
      await wire.told('item/updated', { item_id, status: 'completed' })
      const late = await wire.failure('request/respond', { request_id, approved: false })
      expectMatch('too late', late, { code: -32003, data: { by: { via: 'ws' }, decision: 'approved' } })
      await thread.end(turn_id)
    },
  }),
  ...overBoth({
    id: 'rpc-request-unknown',
    verifies: ['RPC-604', 'RPC-008'],
    title: 'requests nobody asked, and none at all',
    async run(context, kind) {
      const { wire, id: thread_id } = await RpcThread.make(context, kind)
      for (const more of [{}, { thread_id }]) {
        const error = await wire.failure('request/respond', {
          request_id: 'req_nobody',
          approved: true,
          ...more,
        })
        expectMatch('nobody', error, { code: -32002 })
      }
      const none = await wire.failure('request/respond', { approved: true })
      expectMatch('none', none, { code: -32602, data: { field: 'request_id' } })
      expectSame('the list', await wire.result('request/list', { thread_id }), { requests: [] })
    },
  }),
]
