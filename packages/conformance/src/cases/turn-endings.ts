import { ANY, type ConformanceCase } from '../case.js'
import { DrivenSession } from '../engine/driven-session.js'
import { expectMatch, expectSame, expectThat } from '../engine/failure.js'
import { expectInOrder, expectNone } from '../engine/in-order.js'
import { is } from '../engine/match.js'
import type { Frame } from '../engine/witness.js'
import { cutInterface } from './cut-interface.js'

const texts = (frames: readonly Frame[], type = 'text_delta') =>
  frames.map((frame) => (frame.type === type ? frame.text : '')).join('')

/** A turn that breaks: how, with which code. */
const BREAKS = [
  ['turn-agent-error', 'GATEWAY-617', 'demo:error', 'AGENT_ERROR'],
  ['turn-agent-crash', 'GATEWAY-618', 'demo:crash', 'AGENT_DISCONNECTED'],
] as const

/** Turns that are stopped, steered or broken. */
export const turnEndings: readonly ConformanceCase[] = [
  ...BREAKS.map(
    ([id, requirement, prompt, code]): ConformanceCase => ({
      id,
      verifies: [requirement, 'GATEWAY-619', 'GATEWAY-608'],
      title: `${prompt}: turn_error ${code}, session_state error, and the way back with the next turn`,
      needs: ANY,
      beside: true,
      async run(context) {
        const session = await DrivenSession.make(context, { name: context.name() })
        const turn = await session.run(prompt)
        const end = await session.end(turn)
        await session.frame({ type: 'session_updated', session: { status: 'error' } }, end)
        const frames = session.since(turn.started)
        const [, failed] = expectInOrder('the end', frames, [
          { type: 'message_complete' },
          { type: 'turn_error', turnId: turn.turnId, code, message: is.text },
          { type: 'session_state', state: 'error', reason: code },
          { type: 'session_updated', session: { status: 'error' } },
        ])
        expectMatch('right after it', frames[frames.indexOf(failed as Frame) + 1], { state: 'error' })
        expectSame('the text before it is kept', texts(frames, 'message_complete'), texts(frames))
        expectNone('it did not complete', frames, { type: 'turn_complete' })
        const [snapshot] = await session.client.join({ sessionId: session.id })
        expectMatch('the snapshot', snapshot, { session: { status: 'error' }, currentTurn: null })
        const next = await session.run('Hello again')
        expectMatch('the next turn', await session.end(next), { type: 'turn_complete' })
        const states = (await session.kept()).filter(({ type }) => type === 'session_state')
        expectSame(
          'the way back',
          states.slice(-5).map(({ state }) => state),
          ['inactive', 'activating', 'ready', 'running', 'ready'],
        )
      },
    }),
  ),
  {
    id: 'turn-stop',
    verifies: ['GATEWAY-219', 'GATEWAY-614', 'GATEWAY-616', 'GATEWAY-609'],
    title: 'stop_acknowledged, turn_complete with the text so far, ready; a second stop hears of the first',
    needs: ANY,
    beside: true,
    async run(context) {
      const session = await DrivenSession.make(context, { name: context.name() })
      const other = await session.joined(context)
      const asking = await context.client()
      const turn = await session.run('demo:slow')
      await session.frame({ type: 'text_delta' })
      const answers = Promise.all([
        session.ask({ type: 'stop_turn' }, asking),
        session.ask({ type: 'stop_turn' }, asking),
      ])
      const end = await session.end(turn)
      const [first, second] = await answers
      expectMatch('the answer', first, { type: 'stop_acknowledged', turnId: turn.turnId })
      const { ref: _, ...acknowledged } = first
      // Which it may be too late for.
      if (second.code !== 'NoActiveTurn') expectMatch('a second stop', second, acknowledged)
      await session.frame({ type: 'session_updated', session: { status: 'ready' } }, end)
      const frames = session.since(turn.started)
      const told = expectInOrder('the end', frames, [
        { type: 'stop_acknowledged', seq: first.seq },
        { type: 'turn_complete', turnId: turn.turnId, stopReason: 'user_stopped' },
        { type: 'session_state', state: 'ready', reason: 'user_stopped' },
      ])
      expectSame('the text so far', end.finalText, texts(frames))
      expectThat('there was some', end.finalText !== '')
      expectMatch('one acknowledgement', frames.filter(({ type }) => type === 'stop_acknowledged').length, 1)
      await other.frame({ sessionId: session.id, seq: told[2]?.seq })
      expectInOrder('the other hears the same', other.of(session.id), told)
      expectInOrder('all of it is kept', await session.kept(), told)
      expectMatch('the next turn', await session.end(await session.run('Hello')), { type: 'turn_complete' })
    },
  },
  {
    id: 'turn-stop-nothing',
    verifies: ['GATEWAY-615'],
    title: 'NoActiveTurn for stop and steer: before the first turn, and after the last',
    needs: ANY,
    beside: true,
    async run(context) {
      const session = await DrivenSession.make(context, { name: context.name() })
      const expectNothing = async (when: string) => {
        const before = await session.kept()
        for (const message of [{ type: 'stop_turn' }, { type: 'steer', content: 'Go left' }]) {
          const refused = await session.ask(message)
          expectMatch(`${message.type} ${when}`, refused, { type: 'error', code: 'NoActiveTurn' })
        }
        expectSame('nothing happened', await session.kept(), before)
      }
      await expectNothing('before')
      await session.play('Hello')
      await expectNothing('after')
    },
  },
  {
    id: 'turn-steer',
    verifies: ['GATEWAY-220', 'GATEWAY-613', 'GATEWAY-606', 'GATEWAY-611'],
    title: 'steer_sent and a user_message, for everyone who joined, kept; then the agent answers to it',
    needs: ANY,
    beside: true,
    async run(context) {
      const session = await DrivenSession.make(context, { name: context.name() })
      const other = await session.joined(context)
      const idle = await context.client()
      const turn = await session.run('demo:permission')
      const { requestId } = await session.frame({ type: 'permission_requested' })
      const content = 'Leave the tests ✨'
      const { ref: _, ...sent } = await session.ask({ type: 'steer', content })
      expectMatch('the answer', sent, {
        type: 'steer_sent',
        steerId: is.uuid,
        content,
        turnId: turn.turnId,
      })
      await session.ask({ type: 'respond_permission', requestId, approved: true })
      const end = await session.end(turn)
      expectThat('the agent heard it', String(end.finalText).includes(`Steered: “${content}”`))
      const told = expectInOrder('the order', session.since(turn.started), [
        { type: 'user_message', content: 'demo:permission', via: 'ws' },
        { type: 'steer_sent', seq: sent.seq },
        { type: 'user_message', content, via: 'ws', itemId: is.text, turnId: turn.turnId },
      ])
      expectMatch('one right after the other', told[2]?.seq, Number(sent.seq) + 1)
      const answer = session.client.of(session.id).find(({ text }) => String(text).includes('Steered'))
      expectThat('the agent says so afterwards', Number(answer?.seq) > Number(told[2]?.seq))
      await other.frame({ sessionId: session.id, seq: end.seq })
      expectMatch('the other', await other.frame({ type: 'steer_sent' }), sent)
      expectInOrder('it is kept', await session.kept(), [sent, { type: 'user_message', content }])
      await idle.ask({ type: 'ping', ts: 1 })
      expectNone('who has not joined', idle.of(session.id), { type: is.oneOf('steer_sent', 'user_message') })
    },
  },
  {
    id: 'turn-stop-while-waiting',
    verifies: ['GATEWAY-637', 'GATEWAY-614', 'GATEWAY-506'],
    title: 'a request that waits is withdrawn when its turn is stopped; a late answer is told so',
    needs: ANY,
    beside: true,
    async run(context) {
      const session = await DrivenSession.make(context, { name: context.name() })
      const idle = await context.client()
      const turn = await session.run('demo:question')
      const { requestId } = await session.frame({ type: 'question_requested' })
      await session.ask({ type: 'stop_turn' })
      const end = await session.end(turn)
      await session.frame({ type: 'session_updated', session: { status: 'ready' } }, end)
      const [, closed] = expectInOrder('the end', session.since(turn.started), [
        { type: 'stop_acknowledged' },
        { type: 'request_closed', requestId, reason: 'withdrawn', waitedMs: is.number },
        { type: 'attention_cleared', requestId, kind: 'question', reason: 'withdrawn' },
        { type: 'turn_complete', stopReason: 'user_stopped' },
        { type: 'session_state', state: 'ready', reason: 'user_stopped' },
      ])
      await idle.frame({ type: 'attention_cleared', sessionId: session.id, requestId })
      const late = await session.ask({
        type: 'answer_question',
        requestId,
        answers: { strategy: 'big-bang' },
      })
      expectMatch('a late answer', late, {
        code: 'RequestAlreadyResolved',
        outcome: 'withdrawn',
        at: closed?.ts,
      })
      const [snapshot] = await session.client.join({ sessionId: session.id })
      expectMatch('the snapshot', snapshot, { pendingRequests: [], attention: [], currentTurn: null })
    },
  },
  {
    id: 'interface-not-closed',
    verifies: ['GATEWAY-685', 'GATEWAY-682'],
    title:
      'a block that is not finished when the text ends: ui.spec_error, and nothing of it is drawn or said',
    needs: ANY,
    beside: true,
    async run(context) {
      const session = await DrivenSession.make(context, { name: context.name() })
      const frames = await cutInterface(session)
      const [start, , end] = expectInOrder('the block', frames, [
        { type: 'ui.spec_start', uiId: is.text },
        { type: 'ui.spec_error', uiId: is.text, message: is.text, turnId: is.text },
        { type: 'turn_complete' },
      ])
      expectInOrder('the same block', frames, [{ type: 'ui.spec_error', uiId: start?.uiId }])
      expectThat('it is not text', !/```|"op":/.test(`${texts(frames)}${end?.finalText}`))
      const { items } = await session.ask({ type: 'get_history' })
      const last = (items as Frame[]).at(-1)
      expectMatch('the answer in the history', last, { content: end?.finalText, role: 'assistant' })
      expectMatch('nothing of it is drawn', (last?.metadata as Frame | undefined)?.uiSpecs, is.absent)
    },
  },
]
