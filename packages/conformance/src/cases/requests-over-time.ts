import type { ConformanceCase } from '../case.js'
import type { Context } from '../engine/context.js'
import { DrivenSession } from '../engine/driven-session.js'
import { expectMatch, expectSame, expectThat } from '../engine/failure.js'
import { expectInOrder, expectNone } from '../engine/in-order.js'
import { is } from '../engine/match.js'
import type { Peer } from '../engine/peer.js'
import type { Target } from '../engine/target.js'
import type { Frame } from '../engine/witness.js'
import { asked } from './asked.js'

/** A request outlasts the silence an agent is given, so waiting must not count as that. */
const CONFIG = { agentSilenceMs: 1000, requestExpiryMs: 1300 }

/** What is asked, the answer that comes too late, and what the agent says of it. */
const ASKED = [
  ['demo:permission', 'permission', { type: 'respond_permission', approved: true }],
  ['demo:question', 'question', { type: 'answer_question', answers: { strategy: 'big-bang' } }],
] as const

/** Every list of requests and attention; without a status it is the usual one. */
const LISTS = [
  ['requests', undefined],
  ['requests', 'pending'],
  ['requests', 'resolved'],
  ['requests', 'closed'],
  ['attention', 'raised'],
  ['attention', 'cleared'],
] as const

async function expires(
  context: Context,
  target: Target,
  [prompt, kind, answer]: (typeof ASKED)[number],
): Promise<void> {
  const session = await DrivenSession.make(context, { name: context.name() }, target)
  const idle = await context.client(target)
  const { turnId, started } = await session.run(prompt)
  const { requestId } = await session.frame({ type: `${kind}_requested` })
  const end = await session.end({ turnId })
  const heard = session.since(started)
  expectNone('it is not given up', heard, { type: 'turn_error' })
  const [closed] = expectInOrder('the end of the request', heard, [
    {
      type: 'request_closed',
      requestId,
      reason: 'expired',
      turnId,
      waitedMs: is.atLeast(CONFIG.requestExpiryMs),
    },
    { type: 'attention_cleared', requestId, kind, reason: 'expired' },
    { type: 'session_state', state: 'running', reason: 'expired' },
    { type: 'turn_complete', turnId, stopReason: is.absent },
  ])
  expectThat('the agent goes on', String(end.finalText).length > 0)
  const cleared = await idle.frame({ type: 'attention_cleared', sessionId: session.id })
  expectMatch('everyone is told', cleared, { requestId, reason: 'expired' })
  const late = await session.ask({ ...answer, requestId })
  const known = { at: closed?.ts, outcome: 'expired' }
  expectMatch('a late answer', late, { type: 'error', code: 'RequestAlreadyResolved', ...known })
  const { requests } = await idle.ask({ type: 'list_requests', status: 'closed' })
  const listed = (requests as Frame[]).filter((one) => one.sessionId === session.id)
  expectMatch('the list', listed, [{ requestId, kind, status: 'closed', outcome: 'expired' }])
}

/** The lists that name a request, of whatever session, on /ws and over REST. */
async function listed(context: Context, client: Peer, requestId: unknown): Promise<string[]> {
  const named = (entries: unknown) => (entries as Frame[]).some((one) => one.requestId === requestId)
  const found: string[] = []
  for (const [list, status] of LISTS) {
    const query = { limit: 1000, ...(status === undefined ? {} : { status }) }
    const answer = await client.ask({ type: `list_${list}`, ...query })
    const parameters = Object.entries(query).map(([key, value]) => `${key}=${value}`)
    const { json } = await context.http({ path: `/api/${list}?${parameters.join('&')}` })
    const what = `${status ?? 'all'} ${list}`
    if (named(answer[list])) found.push(`${what} on /ws`)
    if (named((json as Frame)[list])) found.push(`${what} over REST`)
  }
  return found
}

/** Requests nobody answers, and those whose session is gone. */
export const requestsOverTime: readonly ConformanceCase[] = [
  {
    id: 'request-expired',
    verifies: ['GATEWAY-630', 'GATEWAY-624', 'GATEWAY-409'],
    title:
      'nobody answers in time: the request is closed as expired, the agent goes on, an answer is too late',
    needs: ['own'],
    beside: true,
    async run(context) {
      const { url, token } = await context.startGateway({ config: CONFIG })
      const target: Target = { url, token, has: new Set() }
      await Promise.all(ASKED.map((row) => expires(context, target, row)))
    },
  },
  {
    id: 'request-deleted',
    verifies: ['GATEWAY-629', 'GATEWAY-806', 'GATEWAY-223', 'GATEWAY-224'],
    title: 'a session is deleted: what it asked is in no list any more, answered or not',
    async run(context) {
      const { session, requestId, turnId } = await asked(context, 'demo:permission')
      await session.ask({ type: 'respond_permission', requestId, approved: false })
      await session.end({ turnId })
      const name = context.name()
      await context.notify(name, { type: 'approval-requested', description: 'make' })
      const client = await context.client()
      const [{ sessionId: watched, pendingRequests }] = await client.join({ sessionId: name })
      const [pending] = pendingRequests as Frame[]
      for (const [sessionId, id, lists] of [
        [watched, pending?.requestId, ['all requests', 'pending requests', 'raised attention']],
        [session.id, requestId, ['all requests', 'resolved requests', 'cleared attention']],
      ] as const) {
        const wanted = lists.flatMap((list) => [`${list} on /ws`, `${list} over REST`])
        expectSame('before', await listed(context, client, id), wanted)
        const deleted = await client.ask({ type: 'delete_session', sessionId })
        expectMatch('the answer', deleted, { type: 'session_deleted' })
        expectSame('afterwards', await listed(context, client, id), [])
        // What was left behind could pass to whoever comes next, so nobody may come between: not beside others.
        await DrivenSession.make(context, { name: context.name() })
        expectSame('when another is made', await listed(context, client, id), [])
      }
    },
  },
]
