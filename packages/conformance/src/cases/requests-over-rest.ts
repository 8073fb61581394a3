import type { ConformanceCase } from '../case.js'
import type { Context } from '../engine/context.js'
import { expectProblem } from '../engine/exchange.js'
import { expectMatch, expectSame, expectThat } from '../engine/failure.js'
import type { Answer } from '../engine/http-call.js'
import { is } from '../engine/match.js'
import type { Frame } from '../engine/witness.js'
import { asked } from './asked.js'

function respond(context: Context, requestId: unknown, body: object): Promise<Answer> {
  const path = `/api/requests/${requestId}/respond`
  return context.http({ method: 'POST', path, headers: { 'content-type': 'application/json' }, body })
}

/** Requests without a socket. */
export const requestsOverRest: readonly ConformanceCase[] = [
  {
    id: 'rest-respond',
    verifies: ['GATEWAY-633', 'GATEWAY-806', 'GATEWAY-639'],
    title: 'listed and answered over REST; who joined hears it, a later answer on /ws is told by whom',
    beside: true,
    async run(context) {
      const { session, request, requestId, turnId } = await asked(context, 'demo:permission')
      const listed = async (path: string, list: string) => {
        const { status, json } = await context.http({ path })
        expectMatch(path, status, 200)
        const entries = (json as Record<string, Frame[]>)[list] ?? []
        return entries.filter(({ sessionId }) => sessionId === session.id)
      }
      const own = `/api/requests?session=${session.id}`
      const entry = { requestId, sessionId: session.id, kind: 'permission', turnId, since: request.ts }
      expectMatch('waiting', await listed(own, 'requests'), [{ ...entry, status: 'pending' }])
      const raised = await listed('/api/attention?limit=1000', 'attention')
      expectMatch('attention', raised, [{ requestId, kind: 'permission', message: 'npm test' }])

      const answer = await respond(context, requestId, { approved: true, message: 'From afar' })
      const by = { userId: is.text, via: 'rest' }
      const ended = { ...entry, status: 'resolved', outcome: 'approved', by, endedAt: is.number }
      expectMatch('the answer', [answer.status, answer.json], [200, ended])
      const told = await session.frame({ type: 'approval_resolved', requestId })
      expectMatch('who joined', told, { approved: true, message: 'From afar', by, turnId })
      const late = await session.ask({ type: 'respond_permission', requestId, approved: false })
      const known = { by: told.by, at: told.ts, outcome: 'approved' }
      expectMatch('too late on /ws', late, { code: 'RequestAlreadyResolved', ...known })
      expectSame('pending', await listed(`${own}&status=pending`, 'requests'), [])
      expectMatch('resolved', await listed(`${own}&status=resolved`, 'requests'), [ended])
      const end = await session.end({ turnId })
      expectThat('the agent was told', String(end.finalText).includes('“From afar”'))
    },
  },
  {
    id: 'rest-respond-late',
    verifies: ['GATEWAY-633', 'GATEWAY-634', 'GATEWAY-635', 'GATEWAY-636', 'GATEWAY-632'],
    title: 'bad and late answers over REST: 400 naming the field, 404, 409 with by, at and outcome',
    beside: true,
    async run(context) {
      const { session, requestId } = await asked(context, 'demo:question')
      const refused: readonly (readonly [body: object, field: string])[] = [
        [{ answers: { strategy: 'sideways' } }, 'answers.strategy'],
        [{ answers: {} }, 'answers.strategy'],
        [{ approved: true }, 'approved'],
        [{ answers: { strategy: 'big-bang' }, extra: 1 }, 'extra'],
        [{}, 'approved'],
      ]
      for (const [body, field] of refused) {
        const wrong = await respond(context, requestId, body)
        expectProblem(wrong, { status: 400, code: 'invalid_request', field })
      }
      const unknown = await respond(context, 'req_nobody', { approved: true })
      expectProblem(unknown, { status: 404, code: 'request_not_found' })
      const answers = { strategy: 'big-bang' }
      const first = await session.ask({ type: 'answer_question', requestId, answers })
      expectMatch('the first', first, { type: 'question_resolved' })
      const late = await respond(context, requestId, { answers: { strategy: 'incremental' } })
      expectProblem(late, { status: 409, code: 'request_already_resolved' })
      expectMatch('of whom', late.json, { by: first.by, at: first.ts, outcome: 'answered' })
    },
  },
  {
    id: 'rest-respond-at-once',
    verifies: ['GATEWAY-633', 'GATEWAY-632'],
    title: 'answers over REST and /ws at once: one counts',
    beside: true,
    async run(context) {
      const { session, requestId } = await asked(context, 'demo:permission')
      const [rest, ws] = await Promise.all([
        respond(context, requestId, { approved: true }),
        session.ask({ type: 'respond_permission', requestId, approved: false }),
      ])
      const won = [rest.status === 200, ws.type === 'approval_resolved']
      expectThat(`one counts: ${rest.status}, ${ws.type}`, won[0] !== won[1])
      expectMatch('the other', won[0] ? ws.code : rest.status, won[0] ? 'RequestAlreadyResolved' : 409)
      const kept = (await session.kept()).filter(({ type }) => type === 'approval_resolved')
      expectMatch('it is told once', kept, [{ approved: won[0] }])
    },
  },
]
