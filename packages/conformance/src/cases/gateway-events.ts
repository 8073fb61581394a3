import { type EventType, nameOf, REGISTRY } from '@signalbox/protocol'
import { ANY, type ConformanceCase } from '../case.js'
import { expectMatch, expectSame, expectThat } from '../engine/failure.js'
import { expectInOrder, expectNone } from '../engine/in-order.js'
import { is } from '../engine/match.js'
import { STORY, tell } from './codex-story.js'

const LIFECYCLE = [
  'session_created',
  'session_updated',
  'session_archived',
  'session_unarchived',
  'session_paused',
  'session_resumed',
  'session_deleted',
]
const ATTENTION = ['attention_raised', 'attention_cleared', 'watch_state']
const IN_TURN = [
  'turn_started',
  'user_message',
  'permission_requested',
  'approval_resolved',
  'turn_complete',
  'turn_error',
]

/** The form of events, their order, and who hears them. */
export const gatewayEvents: readonly ConformanceCase[] = [
  {
    id: 'gateway-one-form',
    verifies: [
      'GATEWAY-401',
      'GATEWAY-403',
      'GATEWAY-404',
      'GATEWAY-405',
      'GATEWAY-406',
      'NOTIFY-120',
      'NOTIFY-121',
      'NOTIFY-123',
    ],
    title: 'a whole session, live and replayed, in lists and over SSE: the same events',
    async run(context) {
      const name = context.name()
      await context.notify(name, { type: 'x' })
      const [live, replayed] = [await context.client(), await context.client()]
      const liveStream = await context.stream(name)
      const [start] = await live.join({ sessionId: name })
      await liveStream.replay()
      const { sessionId } = start
      await tell(context, name)
      const events = await context.events(name)
      const last = events.at(-1)
      expectMatch('an event', events, is.each({ sessionId, seq: is.atLeast(1), ts: is.number }))
      await live.frame({ sessionId, seq: last?.seq })
      await liveStream.frame({ seq: last?.seq })
      const since = events.filter(({ seq }) => Number(seq) > Number(start.lastSeq))
      const [, ...replay] = await replayed.join({ sessionId: name, afterSeq: 0 })
      const list = await replayed.ask({ type: 'get_events', sessionId: name, limit: 1000 })
      const stream = await (await context.stream(name, '?after=0')).replay()
      expectSame(
        '/ws live',
        live.of(sessionId, live.frames.indexOf(start)).filter(({ seq }) => seq),
        since,
      )
      expectSame('/ws replayed', replay.slice(0, -1), events)
      expectSame('get_events', list.events, events)
      expectSame('SSE replayed', stream.slice(0, -1), events)
      expectSame(
        'SSE live',
        liveStream.blocks.map(({ frame }) => frame).filter(({ seq }) => seq),
        since,
      )
    },
  },
  {
    id: 'gateway-turn-id',
    verifies: ['GATEWAY-402', 'GATEWAY-412'],
    title: 'what happens in a turn carries its turnId, the prompt before the answer',
    async run(context) {
      const name = context.name()
      await tell(context, name)
      const inTurn = (await context.events(name)).filter(({ type }) => IN_TURN.includes(type))
      expectMatch('the turnId', inTurn, is.each({ turnId: is.like(/^turn_[0-9a-f-]{36}$/) }))
      const turns = [...new Set(inTurn.map(({ turnId }) => turnId))]
      expectMatch('four turns', turns.length, 4)
      for (const turnId of turns) {
        const events = inTurn.filter((event) => event.turnId === turnId)
        expectInOrder('a turn', events, [
          { type: 'turn_started' },
          { type: 'user_message', itemId: is.text, content: is.text, via: is.text },
          { type: is.oneOf('turn_complete', 'turn_error') },
        ])
        expectMatch('it ends at its end', events.at(-1)?.type, is.oneOf('turn_complete', 'turn_error'))
      }
    },
  },
  {
    id: 'gateway-naming',
    verifies: ['GATEWAY-407', 'GATEWAY-405'],
    title: 'dot names by address and by authenticate; one name for each event',
    async run(context) {
      const name = context.name()
      await tell(context, name)
      const snake = await context.client()
      const [, ...expected] = await snake.join({ sessionId: name, afterSeq: 0 })
      const byAddress = await context.connect({ address: '/ws?naming=dot', naming: 'dot' })
      await byAddress.signIn(context.target)
      const byMessage = await context.connect({ naming: 'dot' })
      await byMessage.ask({ type: 'authenticate', token: context.target.token, naming: 'dot' })
      for (const dotted of [byAddress, byMessage]) {
        const [, ...frames] = await dotted.join({ sessionId: name, afterSeq: 0 })
        const renamed = expected.map((frame) => ({ ...frame, type: nameOf(frame.type as EventType, 'dot') }))
        expectSame('the same under other names', frames, renamed)
      }
    },
  },
  {
    id: 'gateway-names-of-types',
    verifies: ['GATEWAY-407', 'GATEWAY-215'],
    title: 'get_events knows both names of every event',
    async run(context) {
      const name = context.name()
      await context.notify(name, { type: 'agent-turn-complete', 'last-assistant-message': 'Done.' })
      const client = await context.client()
      const types = Object.keys(REGISTRY) as EventType[]
      for (const naming of ['snake', 'dot'] as const) {
        const asked = types.map((type) => nameOf(type, naming)).slice(0, 200)
        const answer = await client.ask({ type: 'get_events', sessionId: name, types: asked })
        expectMatch(`names of ${naming}`, answer.type, 'events')
      }
      const some = await client.ask({ type: 'get_events', sessionId: name, types: ['turn_complete'] })
      expectMatch('one type', some.events, [{ type: 'turn_complete', finalText: 'Done.' }])
    },
  },
  {
    id: 'gateway-lifecycle-scope',
    verifies: ['GATEWAY-408'],
    title: 'the requester has it with its ref, everyone else of the tenant without',
    needs: ANY,
    async run(context) {
      const [asking, other] = [await context.client(), await context.client()]
      const created = await asking.ask({ type: 'create_session', agentType: 'demo' })
      const { sessionId } = created
      await asking.ask({ type: 'rename_session', sessionId, name: context.name() })
      await asking.ask({ type: 'archive_session', sessionId })
      await asking.ask({ type: 'unarchive_session', sessionId })
      await asking.ask({ type: 'pause_session', sessionId })
      await asking.ask({ type: 'resume_session', sessionId })
      await asking.ask({ type: 'delete_session', sessionId })
      await other.frame({ type: 'session_deleted', sessionId })
      expectSame(
        'what the other hears',
        other.of(sessionId).map(({ type }) => type),
        LIFECYCLE,
      )
      expectThat(
        'it has no ref',
        other.of(sessionId).every(({ ref }) => ref === undefined),
      )
      const withoutRef = asking.of(sessionId).map(({ ref, ...frame }) => {
        expectMatch('the ref of the requester', ref, is.text)
        return frame
      })
      expectSame('what the requester hears, once each', withoutRef, other.of(sessionId))
    },
  },
  {
    id: 'gateway-session-scope',
    verifies: ['GATEWAY-409', 'GATEWAY-410'],
    title: 'who has not joined hears of lifecycle and attention, and no more',
    async run(context) {
      const name = context.name()
      const [joined, idle] = [await context.client(), await context.client()]
      await context.notify(name, { type: 'x' })
      const [start] = await joined.join({ sessionId: name })
      const { sessionId } = start
      await tell(context, name)
      await idle.ask({ type: 'archive_session', sessionId })
      await joined.frame({ type: 'session_archived', sessionId })
      const heard = new Set(idle.of(sessionId).map(({ type }) => type))
      const told = new Set(joined.of(sessionId).map(({ type }) => type))
      for (const type of ATTENTION) expectThat(`${type} reaches the tenant`, heard.has(type))
      const tenant = new Set([...LIFECYCLE, ...ATTENTION])
      for (const type of told) {
        if (tenant.has(type)) continue
        expectNone(`${type} is for who joined`, idle.of(sessionId), { type })
      }
      for (const type of [
        'session_state',
        'turn_started',
        'user_message',
        'permission_requested',
        'notify_finish',
      ]) {
        expectThat(`${type} reaches who joined`, told.has(type))
      }
      const everything = joined
        .of(sessionId, joined.frames.indexOf(start))
        .filter(({ type }) => tenant.has(type))
      const same = idle.of(sessionId).filter(({ seq }) => Number(seq) > Number(start.lastSeq))
      expectSame(
        'lifecycle and attention are the same for both',
        same.map(({ ref: _, ...one }) => one),
        everything,
      )
    },
  },
  {
    id: 'gateway-unauthenticated',
    verifies: ['GATEWAY-411'],
    title: 'who has shown no token hears nothing',
    needs: ['open', 'token'],
    async run(context) {
      const stranger = await context.connect()
      const name = context.name()
      for (const payload of STORY) await context.notify(name, payload)
      const client = await context.client()
      const refused = await stranger.ask({ type: 'join_session', sessionId: name })
      expectMatch('the stranger', refused, { code: 'NOT_AUTHENTICATED' })
      await client.ask({ type: 'create_session', agentType: 'demo' })
      await stranger.ask({ type: 'ping', ts: 1 })
      expectSame(
        'what it heard',
        stranger.frames.map(({ type }) => type),
        ['welcome', 'connected', 'error', 'error'],
      )
    },
  },
]
