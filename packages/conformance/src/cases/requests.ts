import { ANY, type ConformanceCase } from '../case.js'
import { DrivenSession } from '../engine/driven-session.js'
import { expectMatch, expectSame, expectThat } from '../engine/failure.js'
import { expectInOrder, expectNone } from '../engine/in-order.js'
import { is } from '../engine/match.js'
import type { Frame } from '../engine/witness.js'
import { asked } from './asked.js'

const ANSWERS = { strategy: 'incremental', tests: 'no', note: 'déjà vu ✨' }

/** Answers that do not fit the questions, and the field that is named. */
const BAD_ANSWERS: readonly (readonly [what: string, answers: object, field: string])[] = [
  ['not one of the options', { strategy: 'sideways' }, 'answers.strategy'],
  ['neither yes nor no', { strategy: 'big-bang', tests: 'maybe' }, 'answers.tests'],
  ['not a question', { strategy: 'big-bang', colour: 'blue' }, 'answers.colour'],
  ['a required one is missing', { note: 'x' }, 'answers.strategy'],
  ['a required one is blank', { strategy: '' }, 'answers.strategy'],
]

/** What an agent asks and people answer. */
export const requests: readonly ConformanceCase[] = [
  {
    id: 'request-permission',
    verifies: ['GATEWAY-222', 'GATEWAY-631', 'GATEWAY-639', 'GATEWAY-409'],
    title: 'a permission is asked, everyone of the tenant is alerted, one who has not joined allows it',
    needs: ANY,
    beside: true,
    async run(context) {
      const idle = await context.client()
      const { session, request, requestId, turnId } = await asked(context, 'demo:permission')
      expectMatch('the request', request, {
        type: 'permission_requested',
        turnId,
        requestId: is.like(/^req_/),
        toolName: 'bash',
        description: 'npm test',
        approvalType: is.text,
        args: { command: 'npm test' },
        toolCallId: is.text,
        toolKind: 'command',
      })
      const raised = { kind: 'permission', since: request.ts, message: 'npm test', requestId }
      const [, attention] = expectInOrder('what follows', session.since(request), [
        { type: 'session_state', state: 'waiting', reason: 'permission' },
        { type: 'attention_raised', ...raised },
        { type: 'session_updated', session: { status: 'waiting' } },
      ])
      const alerted = await idle.frame({ type: 'attention_raised', sessionId: session.id })
      expectSame('the alert', alerted, attention)
      const respond = { type: 'respond_permission', requestId, approved: true, message: 'Go on' }
      const { ref: _, ...answer } = await session.ask(respond, idle)
      const by = { userId: is.text, via: 'ws' }
      const told = { requestId, approved: true, message: 'Go on', by, waitedMs: is.number, turnId }
      expectMatch('the answer', answer, { type: 'approval_resolved', ...told })
      expectSame('the others hear it', await session.frame({ type: 'approval_resolved' }), answer)
      const cleared = await idle.frame({ type: 'attention_cleared', sessionId: session.id })
      expectMatch('all clear', cleared, { ...raised, reason: 'resolved' })
      await session.frame({ type: 'session_state', state: 'running', reason: 'answered' })
      const end = await session.end({ turnId })
      expectThat('the agent was told', String(end.finalText).includes('Permission was given'))
      expectThat('and why', String(end.finalText).includes('“Go on”'))
      expectNone('who has not joined', idle.of(session.id), {
        type: is.oneOf('permission_requested', 'session_state', 'text_delta', 'turn_complete'),
      })
    },
  },
  {
    id: 'request-denied',
    verifies: ['GATEWAY-222', 'GATEWAY-640'],
    title: 'a no reaches the agent, which goes on without',
    needs: ANY,
    beside: true,
    async run(context) {
      const { session, requestId, turnId } = await asked(context, 'demo:permission')
      const answer = await session.ask({ type: 'respond_permission', requestId, approved: false })
      expectMatch('the answer', answer, { type: 'approval_resolved', approved: false })
      const end = await session.end({ turnId })
      expectMatch('the end', end.type, 'turn_complete')
      expectThat('the agent was told', String(end.finalText).includes('Permission was denied'))
      expectInOrder('the call', session.client.of(session.id), [
        { type: 'approval_resolved' },
        { type: 'tool_error' },
        { type: 'tool_result', status: 'error' },
      ])
    },
  },
  {
    id: 'request-question',
    verifies: ['GATEWAY-221', 'GATEWAY-631', 'GATEWAY-636', 'GATEWAY-639'],
    title: 'questions; answers that do not fit are refused by field and change nothing; then those that do',
    needs: ANY,
    beside: true,
    async run(context) {
      const { session, request, requestId, turnId } = await asked(context, 'demo:question')
      expectMatch('the questions', request, {
        type: 'question_requested',
        turnId,
        context: is.text,
        questions: [
          {
            id: 'strategy',
            text: is.text,
            type: 'choice',
            options: ['incremental', 'big-bang'],
            required: true,
          },
          { id: 'tests', text: is.text, type: 'confirm', required: false },
          { id: 'note', text: is.text, type: 'text', required: false },
        ],
      })
      await session.frame({ type: 'attention_raised', kind: 'question', requestId, message: is.text })
      const before = await session.kept()
      for (const [what, answers, field] of BAD_ANSWERS) {
        const refused = await session.ask({ type: 'answer_question', requestId, answers })
        expectMatch(what, refused, { type: 'error', code: 'INVALID_MESSAGE', field })
      }
      expectSame('nothing happened', await session.kept(), before)
      const answer = await session.ask({ type: 'answer_question', requestId, answers: ANSWERS })
      const by = { userId: is.text, via: 'ws' }
      expectMatch('the answer', answer, {
        type: 'question_resolved',
        requestId,
        dismissed: false,
        by,
        turnId,
      })
      expectSame('what was answered', answer.answers, ANSWERS)
      const end = await session.end({ turnId })
      for (const said of Object.values(ANSWERS)) {
        expectThat(`the agent was told ${said}`, String(end.finalText).includes(`“${said}”`))
      }
    },
  },
  {
    id: 'request-dismissed',
    verifies: ['GATEWAY-221', 'GATEWAY-640'],
    title: 'questions that are dismissed need no answer',
    needs: ANY,
    beside: true,
    async run(context) {
      const { session, requestId, turnId } = await asked(context, 'demo:question')
      const dismissal = { type: 'answer_question', requestId, answers: {}, dismissed: true }
      const answer = await session.ask(dismissal)
      expectMatch('the answer', answer, { type: 'question_resolved', dismissed: true, requestId })
      const end = await session.end({ turnId })
      expectThat('the agent was told', String(end.finalText).includes('You dismissed the questions'))
    },
  },
  {
    id: 'request-first-answer',
    verifies: ['GATEWAY-632'],
    title: 'of answers from twelve connections at once one counts; the others are told whose, when and which',
    needs: ANY,
    beside: true,
    async run(context) {
      const { session, requestId } = await asked(context, 'demo:permission')
      const clients = await Promise.all(Array.from({ length: 12 }, () => context.client()))
      const answers = await Promise.all(
        clients.map((client, n) =>
          session.ask({ type: 'respond_permission', requestId, approved: n % 2 === 0 }, client),
        ),
      )
      const [first, ...more] = answers.filter(({ type }) => type === 'approval_resolved')
      expectSame('one counts', [first !== undefined, more.length], [true, 0])
      const outcome = first?.approved ? 'approved' : 'denied'
      const late = answers.filter((answer) => answer !== first)
      const told = { code: 'RequestAlreadyResolved', by: first?.by, at: first?.ts, outcome }
      expectMatch('the others', late, is.each({ type: 'error', message: is.text, ...told }))
      const kept = (await session.kept()).filter(({ type }) => type === 'approval_resolved')
      expectMatch('it is told once', kept, [{ requestId, approved: first?.approved }])
    },
  },
  {
    id: 'request-not-found',
    verifies: ['GATEWAY-634', 'GATEWAY-635'],
    title: 'a request nobody knows, of another session, of the other kind: refused, and it still waits',
    needs: ANY,
    beside: true,
    async run(context) {
      const { session, requestId } = await asked(context, 'demo:permission')
      const other = await DrivenSession.make(context, { name: context.name() })
      const answers = {}
      for (const [where, id] of [
        [session, 'req_nobody'],
        [other, requestId],
      ] as const) {
        const permission = await where.ask({ type: 'respond_permission', requestId: id, approved: true })
        const question = await where.ask({ type: 'answer_question', requestId: id, answers })
        expectMatch('unknown', [permission, question], is.each({ type: 'error', code: 'RequestNotFound' }))
      }
      const wrong = await session.ask({ type: 'answer_question', requestId, answers })
      expectMatch('the other kind', wrong, { code: 'INVALID_MESSAGE', field: 'answers' })
      const [snapshot] = await session.client.join({ sessionId: session.id })
      expectMatch('it still waits', snapshot.pendingRequests, [{ requestId }])
      const answer = await session.ask({ type: 'respond_permission', requestId, approved: true })
      expectMatch('the right answer', answer, { type: 'approval_resolved' })
    },
  },
  {
    id: 'request-lists',
    verifies: ['GATEWAY-223', 'GATEWAY-224'],
    title: 'list_requests and list_attention, while it waits and when it is answered',
    needs: ANY,
    beside: true,
    async run(context) {
      const { session, request, requestId, turnId } = await asked(context, 'demo:permission')
      const client = await context.client()
      const own = async (type: string, list: string, more: object) => {
        const answer = await client.ask({ type, limit: 1000, ...more })
        return (answer[list] as Frame[]).filter(({ sessionId }) => sessionId === session.id)
      }
      const entry = { requestId, sessionId: session.id, kind: 'permission', turnId, since: request.ts }
      const raised = { requestId, kind: 'permission', since: request.ts, message: 'npm test' }
      const waiting = [{ ...entry, status: 'pending', data: { toolName: 'bash' }, by: is.absent }]
      expectMatch('all', await own('list_requests', 'requests', {}), waiting)
      expectMatch('pending', await own('list_requests', 'requests', { status: 'pending' }), waiting)
      expectSame('resolved', await own('list_requests', 'requests', { status: 'resolved' }), [])
      expectMatch('raised', await own('list_attention', 'attention', {}), [raised])
      expectSame('cleared', await own('list_attention', 'attention', { status: 'cleared' }), [])
      const later = await asked(context, 'demo:question')
      const { requests } = await client.ask({ type: 'list_requests', status: 'pending', limit: 1000 })
      const ids = (requests as Frame[]).map((one) => one.requestId)
      const [place, laterPlace] = [ids.indexOf(requestId), ids.indexOf(later.requestId)]
      expectThat('longest waiting first', place >= 0 && place < laterPlace)
      const answer = await session.ask({ type: 'respond_permission', requestId, approved: false })
      const { by, ts: endedAt, waitedMs } = answer
      const ended = [{ ...entry, status: 'resolved', outcome: 'denied', by, endedAt, waitedMs }]
      expectMatch('all, then', await own('list_requests', 'requests', {}), ended)
      expectSame('pending, then', await own('list_requests', 'requests', { status: 'pending' }), [])
      expectMatch('resolved, then', await own('list_requests', 'requests', { status: 'resolved' }), ended)
      expectSame('raised, then', await own('list_attention', 'attention', {}), [])
      const cleared = [{ ...raised, reason: 'resolved', clearedAt: is.atLeast(Number(endedAt)) }]
      expectMatch('cleared, then', await own('list_attention', 'attention', { status: 'cleared' }), cleared)
    },
  },
]
