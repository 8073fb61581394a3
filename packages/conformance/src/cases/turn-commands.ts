import { ANY, type ConformanceCase } from '../case.js'
import { DrivenSession } from '../engine/driven-session.js'
import { expectMatch, expectSame, expectThat } from '../engine/failure.js'
import { expectInOrder, expectNone } from '../engine/in-order.js'
import { is } from '../engine/match.js'

const TURN_ID = is.like(/^turn_[0-9a-f-]{36}$/)
const MIB = 1024 * 1024

/** Running turns. */
export const turnCommands: readonly ConformanceCase[] = [
  {
    id: 'turn-run',
    verifies: ['GATEWAY-218', 'GATEWAY-601'],
    title: 'no agent before the first prompt; then turn_started answers it, for who asks and who has joined',
    needs: ANY,
    beside: true,
    async run(context) {
      const session = await DrivenSession.make(context)
      const other = await session.joined(context)
      const [{ session: made, lastSeq }] = await other.join({ sessionId: session.id })
      expectMatch('before', [made, lastSeq], [{ status: 'inactive' }, 1])
      const asking = await context.client()
      const text = 'Hello ✨\n"you"'
      const answer = await session.ask({ type: 'run_turn', text, clientTurnId: 'mine' }, asking)
      expectMatch('the answer', answer, { type: 'turn_started', turnId: TURN_ID, clientTurnId: 'mine' })
      const { ref: _, ...started } = answer
      const end = await session.end({ turnId: String(answer.turnId) })
      expectSame('what the one hears who joined', await session.frame({ type: 'turn_started' }), started)
      await other.frame({ seq: end.seq, sessionId: session.id })
      expectMatch('the prompt', await other.frame({ type: 'user_message' }), { content: text, via: 'ws' })
      await asking.ask({ type: 'ping', ts: 1 })
      expectNone('who asks and has not joined', asking.of(session.id), { type: 'user_message' })
    },
  },
  {
    id: 'turn-client-id',
    verifies: ['GATEWAY-602', 'GATEWAY-603'],
    title: 'the same clientTurnId is the same turn, while it runs and after; with another text a conflict',
    needs: ANY,
    beside: true,
    async run(context) {
      const session = await DrivenSession.make(context)
      const wish = { type: 'run_turn', text: 'demo:permission', clientTurnId: 'one' }
      const { ref: _, ...first } = await session.ask(wish)
      const expectSameTurn = async (when: string) => {
        const { ref: _ref, ...again } = await session.ask(wish)
        expectMatch(when, again, first)
        const conflict = await session.ask({ ...wish, text: 'Something else' })
        expectMatch(`${when}, another text`, conflict, { code: 'Conflict', field: 'clientTurnId' })
      }
      await expectSameTurn('while it runs')
      const { requestId } = await session.frame({ type: 'permission_requested' })
      await expectSameTurn('while it waits')
      await session.ask({ type: 'respond_permission', requestId, approved: false })
      await session.end({ turnId: String(first.turnId) })
      await expectSameTurn('when it is over')
      const kept = await session.kept()
      expectMatch(
        'one turn',
        kept.filter(({ type }) => /^(turn_started|user_message|turn_complete)$/.test(type)),
        [{ type: 'turn_started' }, { type: 'user_message' }, { type: 'turn_complete' }],
      )
    },
  },
  {
    id: 'turn-same-client-id-at-once',
    verifies: ['GATEWAY-602'],
    title: 'the same run_turn from two connections at once starts one turn',
    needs: ANY,
    beside: true,
    async run(context) {
      const session = await DrivenSession.make(context)
      const wish = { type: 'run_turn', text: 'Hello', clientTurnId: 'twice' }
      const other = await context.client()
      const [one, two] = await Promise.all([session.ask(wish), session.ask(wish, other)])
      expectMatch('both are told the same turn', [one, two], is.each({ type: 'turn_started', seq: one.seq }))
      expectMatch('its id', two.turnId, one.turnId)
      await session.end({ turnId: String(one.turnId) })
      const begun = (await session.kept()).filter(({ type }) => type === 'turn_started')
      expectMatch('the turns', begun.length, 1)
    },
  },
  {
    id: 'turn-in-progress',
    verifies: ['GATEWAY-604', 'GATEWAY-621'],
    title: 'no second turn and no deletion while one runs or waits; nothing changes by the try',
    needs: ANY,
    beside: true,
    async run(context) {
      const session = await DrivenSession.make(context)
      const turn = await session.run('demo:permission')
      const { requestId } = await session.frame({ type: 'permission_requested' })
      await session.frame({ type: 'session_updated', session: { status: 'waiting' } })
      const before = await session.kept()
      for (const type of ['run_turn', 'delete_session']) {
        const refused = await session.ask(type === 'run_turn' ? { type, text: 'Another' } : { type })
        expectMatch(type, refused, { type: 'error', code: 'TurnInProgress', message: is.text })
      }
      expectSame('the events', await session.kept(), before)
      await session.ask({ type: 'respond_permission', requestId, approved: true })
      const end = await session.end(turn)
      await session.frame({ type: 'session_updated' }, end)
      expectMatch('afterwards', await session.ask({ type: 'delete_session' }), { type: 'session_deleted' })
    },
  },
  {
    id: 'turn-after-turn',
    verifies: ['GATEWAY-605'],
    title: 'run_turn is accepted from the moment turn_complete is sent; the agent is the same',
    needs: ANY,
    beside: true,
    async run(context) {
      const session = await DrivenSession.make(context)
      let from = await session.run('Hello')
      for (let n = 1; n < 4; n++) {
        await session.frame({ type: 'turn_complete', turnId: from.turnId })
        from = await session.run(`Hello ${n}`)
      }
      await session.end(from)
      const states = (await session.kept()).filter(({ type }) => type === 'session_state')
      expectMatch(
        'it was activated once',
        states.filter(({ state }) => state === 'activating'),
        [{ reason: 'run_turn' }],
      )
    },
  },
  {
    id: 'turn-long',
    verifies: ['GATEWAY-610', 'GATEWAY-608'],
    title: 'finalText ends at 1 MiB and says so; segments of at most 256 KiB have all of it',
    needs: ANY,
    beside: true,
    async run(context) {
      const session = await DrivenSession.make(context)
      const bytes = 24 * 65_536
      const frames = await session.play('demo:long:24:65536')
      const segments = frames
        .filter(({ type }) => type === 'message_complete')
        .map(({ text }) => String(text))
      const end = frames.find(({ type }) => type === 'turn_complete')
      const finalText = String(end?.finalText)
      expectMatch('the end', end, { truncated: true, bytes })
      expectMatch('its length', Buffer.byteLength(finalText), MIB)
      const whole = segments.join('')
      expectMatch('all of it', Buffer.byteLength(whole), bytes)
      expectThat('it is the beginning', whole.startsWith(finalText))
      const longest = Math.max(...segments.map((segment) => Buffer.byteLength(segment)))
      expectThat(`a segment has at most 256 KiB, not ${longest}`, longest <= MIB / 4)
      const pieces = frames.filter(({ type }) => type === 'text_delta').map(({ text }) => text)
      expectThat('the pieces are the whole', pieces.join('') === whole)
    },
  },
  {
    id: 'turn-not-ours',
    verifies: ['GATEWAY-620'],
    title: 'a session whose agent nobody declared, and one that is watched, run no turn',
    beside: true,
    async run(context) {
      const undeclared = await DrivenSession.make(context, { agentType: 'no-such-agent' })
      const refused = await undeclared.ask({ type: 'run_turn', text: 'Hello' })
      expectMatch('undeclared', refused, { type: 'error', code: 'AgentUnavailable', message: is.text })
      const kept = await undeclared.kept()
      expectMatch('nothing happened', kept, [{ type: 'session_created' }])
      const name = context.name()
      await context.notify(name, { type: 'x' })
      for (const message of WATCHED) {
        const answer = await undeclared.client.ask({ ...message, sessionId: name })
        expectMatch(message.type, answer, { type: 'error', code: 'AgentUnavailable' })
      }
    },
  },
  {
    id: 'turn-name-of-a-person',
    verifies: ['GATEWAY-623'],
    title: 'a name a person gave stays, given before the first turn or after it',
    needs: ANY,
    beside: true,
    async run(context) {
      const name = context.name()
      const named = await DrivenSession.make(context, { name })
      expectNone('a turn in a named session', await named.play('Say something'), {
        type: 'thread.name_complete',
      })
      const session = await DrivenSession.make(context)
      const frames = await session.play('Say **this very thing** first. Then that')
      const [given] = expectInOrder('the name', frames, [
        { type: 'thread.name_complete', name: 'Say this very thing first' },
        { type: 'session_updated', session: { name: 'Say this very thing first' } },
      ])
      const renamed = await session.ask({ type: 'rename_session', name })
      expectMatch('renamed', renamed, { type: 'session_updated', session: { name } })
      expectNone('the next turn', await session.play('Something else'), { type: 'thread.name_complete' })
      const [snapshot] = await session.client.join({ sessionId: session.id })
      expectMatch('its name', snapshot.session, { name })
      expectMatch('the event of the first name', given, { by: 'prompt', turnId: is.absent })
    },
  },
]

const WATCHED = [
  { type: 'run_turn', text: 'Hello' },
  { type: 'pause_session' },
  { type: 'stop_turn' },
  { type: 'steer', content: 'Hello' },
  { type: 'switch_mode', mode: 'plan' },
  { type: 'set_autonomy_profile', profile: 'never_ask' },
] as const
