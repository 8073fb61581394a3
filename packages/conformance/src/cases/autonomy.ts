import { ANY, type ConformanceCase } from '../case.js'
import { DrivenSession } from '../engine/driven-session.js'
import { expectMatch, expectSame, expectThat } from '../engine/failure.js'
import { expectInOrder, expectNone } from '../engine/in-order.js'
import { is } from '../engine/match.js'
import type { Frame } from '../engine/witness.js'

const BY_RULE = { userId: is.text, via: 'autonomy' }

const resolved = (frames: readonly Frame[]) =>
  frames.filter(({ type }) => type === 'approval_resolved' || type === 'question_resolved')

/** How much an agent may do without asking. */
export const autonomy: readonly ConformanceCase[] = [
  {
    id: 'autonomy-recommended',
    verifies: ['GATEWAY-226', 'GATEWAY-651'],
    title: 'recommended: a command is asked for, reading is not; then nobody is alerted and nothing waits',
    needs: ANY,
    beside: true,
    async run(context) {
      const session = await DrivenSession.make(context, { name: context.name() })
      const idle = await context.client()
      const answer = await session.ask({ type: 'set_autonomy_profile', profile: 'recommended' })
      expectMatch('the answer', answer, { type: 'autonomy_profile_updated', profile: 'recommended' })
      const turn = await session.run('demo:all')
      const command = await session.frame({ type: 'permission_requested', toolKind: 'command' })
      await idle.frame({ type: 'attention_raised', requestId: command.requestId })
      await session.ask({ type: 'respond_permission', requestId: command.requestId, approved: true })
      const question = await session.frame({ type: 'question_requested' })
      const dismissal = { type: 'answer_question', answers: {}, dismissed: true }
      await session.ask({ ...dismissal, requestId: question.requestId })
      const end = await session.end(turn)
      const frames = session.since(turn.started)
      const [read, answered] = expectInOrder('reading', frames, [
        { type: 'permission_requested', toolKind: 'read' },
        { type: 'approval_resolved', approved: true, by: BY_RULE, rule: is.like(/recommended/) },
      ])
      expectMatch('of the same request', answered?.requestId, read?.requestId)
      expectMatch('at once', answered?.seq, Number(read?.seq) + 1)
      const after = frames.slice(frames.indexOf(read as Frame))
      expectNone('nothing waits', after, { type: 'session_state', state: 'waiting' })
      expectNone('nobody is alerted', after, { type: 'attention_raised' })
      expectThat('the agent was told', String(end.finalText).includes('Permission was given'))
      await idle.frame({ type: 'session_updated', sessionId: session.id, session: { status: 'ready' } })
      expectNone('not even who is idle', idle.frames, { requestId: read?.requestId })
    },
  },
  {
    id: 'autonomy-never-ask',
    verifies: ['GATEWAY-652', 'GATEWAY-226'],
    title: 'never_ask: everything is allowed and questions are dismissed, told each with its rule',
    needs: ANY,
    beside: true,
    async run(context) {
      const session = await DrivenSession.make(context, { name: context.name() })
      await session.ask({ type: 'set_autonomy_profile', profile: 'never_ask' })
      const frames = await session.play('demo:permission demo:question')
      expectMatch('the answers', resolved(frames), [
        { type: 'approval_resolved', approved: true, by: BY_RULE, rule: is.like(/never_ask/) },
        {
          type: 'question_resolved',
          dismissed: true,
          answers: {},
          by: BY_RULE,
          rule: is.like(/never_ask/),
        },
      ])
      const states = frames.filter(({ type }) => type === 'session_state').map(({ state }) => state)
      expectSame('the states', states, ['running', 'ready'])
      expectNone('nobody is alerted', frames, { type: 'attention_raised' })
    },
  },
  {
    id: 'autonomy-while-waiting',
    verifies: ['GATEWAY-653'],
    title: 'a profile that allows what waits answers it',
    needs: ANY,
    beside: true,
    async run(context) {
      const session = await DrivenSession.make(context, { name: context.name() })
      const turn = await session.run('demo:permission')
      const { requestId } = await session.frame({ type: 'permission_requested' })
      await session.ask({ type: 'set_autonomy_profile', profile: 'auto_pilot' })
      const end = await session.end(turn)
      expectInOrder('the answer', session.since(turn.started), [
        { type: 'attention_raised', requestId },
        { type: 'autonomy_profile_updated', profile: 'auto_pilot' },
        { type: 'approval_resolved', requestId, approved: true, by: BY_RULE, rule: is.like(/auto_pilot/) },
        { type: 'attention_cleared', requestId },
        { type: 'session_state', state: 'running' },
      ])
      expectThat('the agent was told', String(end.finalText).includes('Permission was given'))
    },
  },
  {
    id: 'autonomy-remembered',
    verifies: ['GATEWAY-654', 'GATEWAY-222'],
    title: 'an answer that is to be remembered is given again to the same request',
    needs: ANY,
    beside: true,
    async run(context) {
      const session = await DrivenSession.make(context, { name: context.name() })
      const turn = await session.run('demo:permission')
      const { requestId } = await session.frame({ type: 'permission_requested' })
      const respond = { type: 'respond_permission', requestId, approved: false, remember: true }
      expectMatch('the answer', await session.ask(respond), { approved: false, remember: true })
      await session.end(turn)
      const frames = await session.play('demo:permission')
      const again = { approved: false, by: BY_RULE, rule: 'remembered' }
      expectMatch('the next time', resolved(frames), [again])
      expectNone('nobody is alerted', frames, { type: 'attention_raised' })
    },
  },
]
