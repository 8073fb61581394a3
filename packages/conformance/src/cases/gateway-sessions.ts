import { ANY, type ConformanceCase } from '../case.js'
import { type Context, sessionPath } from '../engine/context.js'
import { expectMatch, expectSame, expectThat } from '../engine/failure.js'
import { expectNone } from '../engine/in-order.js'
import { is } from '../engine/match.js'
import type { Peer } from '../engine/peer.js'
import type { Frame } from '../engine/witness.js'
import { minimal, OF_SESSIONS, SERVED } from './messages.js'

interface Made {
  client: Peer
  session: string
  created: Frame
}

/** A client, and a session it has made. */
async function made(context: Context, more: object = {}): Promise<Made> {
  const client = await context.client()
  const created = await client.ask({ type: 'create_session', agentType: 'demo', ...more })
  return { client, created, session: String(created.sessionId) }
}

const kept = async (client: Peer, sessionId: string): Promise<Frame[]> =>
  (await client.ask({ type: 'get_events', sessionId })).events as Frame[]

/** What a message may be told that has nothing to act on: it was allowed all the same. */
const NOTHING_THERE: readonly unknown[] = ['NoActiveTurn', 'RequestNotFound']

/**
 * Not asked in a row with the others: it ends the row, has no answer, was sent before, or would hold up everyone else on
 * that gateway.
 */
const OTHERWISE_SENT: readonly string[] = [
  'delete_session',
  'leave_session',
  'authenticate',
  'pause_gateway',
  'resume_gateway',
]

/** What people do to sessions. */
export const gatewaySessions: readonly ConformanceCase[] = [
  {
    id: 'gateway-ping',
    verifies: ['GATEWAY-201'],
    title: 'ping and pong',
    needs: ANY,
    async run(context) {
      const client = await context.client()
      const pong = await client.ask({ type: 'ping', ts: 1709312400000.5 })
      expectMatch('the answer', pong, { type: 'pong', clientTs: 1709312400000.5, serverTs: is.number })
    },
  },
  {
    id: 'gateway-create',
    verifies: ['GATEWAY-204', 'GATEWAY-205'],
    title: 'a session is made, with or without name and folder',
    needs: ANY,
    async run(context) {
      const name = context.name()
      const { client, created } = await made(context, { name, cwd: '/tmp' })
      expectMatch('the answer', created, {
        type: 'session_created',
        sessionId: is.uuid,
        seq: 1,
        ts: is.number,
        session: {
          id: created.sessionId,
          name,
          agentType: 'demo',
          status: 'inactive',
          archived: false,
          cwd: '/tmp',
        },
      })
      const plain = await client.ask({ type: 'create_session', agentType: 'codex' })
      expectMatch('without a name', plain.session, { name: null, agentType: 'codex', cwd: is.text })
      expectThat('it has an id of its own', plain.sessionId !== created.sessionId)
    },
  },
  {
    id: 'gateway-rename',
    verifies: ['GATEWAY-206', 'GATEWAY-216'],
    title: 'a session gets another name',
    needs: ANY,
    async run(context) {
      const { client, session } = await made(context)
      const name = context.name()
      const renamed = await client.ask({ type: 'rename_session', sessionId: session, name })
      expectMatch('the answer', renamed, { type: 'session_updated', sessionId: session, session: { name } })
      const before = await kept(client, session)
      const again = await client.ask({ type: 'rename_session', sessionId: session, name })
      expectMatch('the same once more', again, { type: 'session_updated', session: { name } })
      expectSame('the events', await kept(client, session), before)
    },
  },
  {
    id: 'gateway-archive',
    verifies: ['GATEWAY-207', 'GATEWAY-208', 'GATEWAY-203', 'GATEWAY-216'],
    title: 'a session is put away and brought back',
    needs: ANY,
    async run(context) {
      const { client, session } = await made(context)
      const listed = async (more: object) => {
        const { sessions } = await client.ask({ type: 'list_sessions', limit: 1000, ...more })
        return (sessions as { id: string }[]).some(({ id }) => id === session)
      }
      const steps = [
        ['archive_session', 'session_archived', true],
        ['unarchive_session', 'session_unarchived', false],
      ] as const
      for (const [type, answer, archived] of steps) {
        const wanted = { type: answer, sessionId: session, session: { id: session, archived } }
        expectMatch(type, await client.ask({ type, sessionId: session }), wanted)
        const before = await kept(client, session)
        expectMatch(`${type} once more`, await client.ask({ type, sessionId: session }), wanted)
        expectSame('the events', await kept(client, session), before)
        expectMatch('it is in the list', await listed({}), !archived)
        expectMatch('it is in the whole list', await listed({ includeArchived: true }), true)
      }
    },
  },
  {
    id: 'gateway-list-pages',
    verifies: ['GATEWAY-202'],
    title: 'the list page by page, newest first',
    needs: ANY,
    async run(context) {
      const { client, session: first } = await made(context)
      const ids = [first]
      for (let n = 0; n < 4; n++) {
        ids.unshift(String((await client.ask({ type: 'create_session', agentType: 'demo' })).sessionId))
      }
      const seen: string[] = []
      let cursor: unknown = null
      for (let page = 0; page < 4 && seen.length < 5; page++) {
        const more = cursor === null ? {} : { cursor }
        const list = await client.ask({ type: 'list_sessions', limit: 2, ...more })
        const sessions = list.sessions as { id: string }[]
        expectThat('a page has at most limit', sessions.length <= 2)
        seen.push(...sessions.map(({ id }) => id))
        cursor = list.next
      }
      expectSame(
        'newest first, none twice',
        seen.filter((id) => ids.includes(id)),
        ids,
      )
    },
  },
  {
    id: 'gateway-delete',
    verifies: ['GATEWAY-209', 'GATEWAY-110'],
    title: 'a deleted session is gone at every door',
    needs: ANY,
    async run(context) {
      const { client, session } = await made(context)
      await client.join({ sessionId: session })
      const deleted = await client.ask({ type: 'delete_session', sessionId: session })
      expectMatch('the answer', deleted, { type: 'session_deleted', sessionId: session })
      for (const type of OF_SESSIONS) {
        const answer = await client.ask(minimal(type, session))
        expectMatch(type, answer, { type: 'error', code: 'SessionNotFound' })
      }
      for (const path of ['', '/events', '/events/1/raw', '/events/stream']) {
        const { status } = await context.http({ path: `${sessionPath(session)}${path}` })
        expectMatch(`GET …${path}`, status, 404)
      }
    },
  },
  {
    id: 'gateway-late-notify',
    verifies: ['GATEWAY-210'],
    title: 'a notify after the deletion opens a new session',
    async run(context) {
      const name = context.name()
      await context.notify(name, { type: 'x' })
      const client = await context.client()
      const [{ sessionId }] = await client.join({ sessionId: name })
      await client.ask({ type: 'delete_session', sessionId })
      await context.notify(name, { type: 'y' })
      const [snapshot, ...frames] = await client.join({ sessionId: name, afterSeq: 0 })
      expectThat('it is another session', snapshot.sessionId !== sessionId)
      expectNone('nothing is left of the old one', frames, { notify: { type: 'x' } })
    },
  },
  {
    id: 'gateway-leave',
    verifies: ['GATEWAY-212'],
    title: 'who left hears no more, who stayed does',
    async run(context) {
      const [left, stayed] = [context.name(), context.name()]
      for (const name of [left, stayed]) await context.notify(name, { type: 'x' })
      const client = await context.client()
      const [{ sessionId: leftId }] = await client.join({ sessionId: left })
      await client.join({ sessionId: stayed })
      client.send({ type: 'leave_session', sessionId: left, ref: 'leaving' })
      await client.ask({ type: 'get_history', sessionId: left })
      const from = client.frames.length
      await context.notify(left, { type: 'to-left' })
      await context.notify(stayed, { type: 'to-stayed' })
      await client.frame({ notify: { type: 'to-stayed' } })
      expectNone('of the session it left', client.of(leftId, from), { type: 'notify_event' })
      expectNone('leaving has no answer', client.frames, { ref: 'leaving' })
    },
  },
  {
    id: 'gateway-commands-while-joining',
    verifies: ['GATEWAY-101', 'GATEWAY-211'],
    title: 'a command sent with a join is answered, whichever is first',
    needs: ANY,
    async run(context) {
      const { client, session: sessionId } = await made(context)
      const answers: Promise<Frame>[] = []
      for (let n = 0; n < 15; n++) {
        answers.push(client.ask({ type: 'rename_session', sessionId, name: context.name() }))
        answers.push(client.ask({ type: 'join_session', sessionId, afterSeq: n % 2 }))
        answers.push(client.ask({ type: 'archive_session', sessionId }))
      }
      const told = (await Promise.all(answers)).map(({ type }) => type)
      const round = ['session_updated', 'state_snapshot', 'session_archived']
      expectSame('the answers', told, Array(15).fill(round).flat())
    },
  },
  {
    id: 'gateway-permission',
    verifies: ['GATEWAY-217', 'GATEWAY-211'],
    title: 'the token may send every message that is served',
    needs: ANY,
    async run(context) {
      const { client, session } = await made(context)
      const inARow = SERVED.filter((type) => !OTHERWISE_SENT.includes(type))
      for (const type of [...inARow, 'delete_session' as const]) {
        const answer = await client.ask(minimal(type, session))
        const allowed = answer.type !== 'error' || NOTHING_THERE.includes(answer.code)
        expectThat(`${type} is not refused: ${JSON.stringify(answer)}`, allowed)
        if (type === 'stop_turn') await client.frame({ type: 'turn_complete', sessionId: session })
      }
    },
  },
]
