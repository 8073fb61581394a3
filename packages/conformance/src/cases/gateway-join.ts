import type { ConformanceCase } from '../case.js'
import { sessionPath } from '../engine/context.js'
import { expectMatch, expectSame, expectThat } from '../engine/failure.js'
import { expectNone, expectNumbered } from '../engine/in-order.js'
import { is } from '../engine/match.js'
import { tell } from './codex-story.js'

const FOREIGN_EPOCH = '01994f3a-0000-7000-8000-0000000000ff'
const HISTORY = 50

/** Joining: snapshot, replay, end of the replay, live. */
export const gatewayJoin: readonly ConformanceCase[] = [
  {
    id: 'gateway-snapshot',
    verifies: ['GATEWAY-301', 'GATEWAY-303', 'GATEWAY-306', 'GATEWAY-211'],
    title: 'the snapshot, nothing replayed, then live',
    async run(context) {
      const name = context.name()
      const { seq } = await context.represent(name, { type: 'x', summary: 'Hello' })
      const client = await context.client()
      const [snapshot, ...rest] = await client.join({ sessionId: name })
      expectMatch('the snapshot', snapshot, {
        sessionId: is.uuid,
        session: { id: snapshot.sessionId, name, status: 'inactive' },
        currentTurn: null,
        recentHistory: [{ id: is.text, role: is.text, content: 'Hello', createdAt: is.number }],
        subscriberCount: 1,
        sandbox: null,
        lastSeq: seq,
        epoch: is.uuid,
        pendingRequests: [],
        plan: null,
        usage: {},
        ref: is.text,
      })
      const { sessionId, epoch } = snapshot
      expectMatch('what follows', rest, [{ type: 'replay_complete', sessionId, lastSeq: seq, epoch }])
      await context.notify(name, { type: 'live' })
      await client.frame({ type: 'notify_event', sessionId, seq: seq + 1, notify: { type: 'live' } })
    },
  },
  {
    id: 'gateway-running-turn',
    verifies: ['GATEWAY-302'],
    title: 'currentTurn and stream_snapshot, only while a turn runs',
    async run(context) {
      const name = context.name()
      await context.notify(name, { type: 'user-prompt-submit', 'turn-id': '1', prompt: 'Fix it' })
      const client = await context.client()
      const [snapshot, stream, end] = await client.join({ sessionId: name })
      expectMatch('the snapshot', snapshot, {
        session: { status: 'running' },
        currentTurn: { turnId: is.like(/^turn_/), textSoFar: is.oneOf(''), startedAt: is.number },
        recentHistory: [{ role: 'user', content: 'Fix it' }],
      })
      const { turnId } = snapshot.currentTurn as { turnId: string }
      expectMatch('the stream', stream, { type: 'stream_snapshot', turnId, thinkingSoFar: '', toolCalls: [] })
      expectMatch('the end', end, { type: 'replay_complete' })
      await context.notify(name, { type: 'agent-turn-complete', 'turn-id': '1' })
      const [after, ...rest] = await client.join({ sessionId: name })
      expectMatch('the snapshot after it', after.currentTurn, null)
      expectMatch('nothing streams', rest, [{ type: 'replay_complete' }])
    },
  },
  {
    id: 'gateway-replay',
    verifies: ['GATEWAY-304', 'GATEWAY-305', 'GATEWAY-306'],
    title: 'afterSeq replays what is above it, all of it from 0',
    async run(context) {
      const name = context.name()
      await tell(context, name)
      const events = await context.events(name)
      const client = await context.client()
      const [snapshot, ...rest] = await client.join({ sessionId: name, afterSeq: 0 })
      expectMatch('the end', rest.pop(), { type: 'replay_complete', lastSeq: snapshot.lastSeq })
      expectNumbered('the replay', rest, 1)
      expectSame('the replay', rest, events)
      expectMatch('the head', snapshot.lastSeq, rest.at(-1)?.seq)
      for (const afterSeq of [1, 7, Number(snapshot.lastSeq) - 1, Number(snapshot.lastSeq)]) {
        const [, ...some] = await client.join({ sessionId: name, afterSeq, epoch: snapshot.epoch })
        expectSame(`after ${afterSeq}`, some.slice(0, -1), events.slice(afterSeq))
      }
    },
  },
  ...(
    [
      ['gateway-foreign-epoch', 'GATEWAY-307', { afterSeq: 2, epoch: FOREIGN_EPOCH }],
      ['gateway-cursor-ahead', 'GATEWAY-308', { afterSeq: 1_000_000 }],
    ] as const
  ).map(
    ([id, requirement, cursor]): ConformanceCase => ({
      id,
      verifies: [requirement],
      title: `the cursor ${JSON.stringify(cursor)}`,
      async run(context) {
        const name = context.name()
        for (const type of ['a', 'b', 'c']) await context.notify(name, { type })
        const client = await context.client()
        const [{ sessionId }, ...rest] = await client.join({ sessionId: name, ...cursor })
        expectMatch('what comes first', rest.shift(), { type: 'gap', sessionId, reason: 'epoch' })
        expectMatch('what comes last', rest.pop(), { type: 'replay_complete' })
        expectSame('between them', rest, await context.events(name))
      },
    }),
  ),
  {
    id: 'gateway-several-sessions',
    verifies: ['GATEWAY-311'],
    title: 'up to 100 sessions at once, none when one is unknown',
    async run(context) {
      const names = Array.from({ length: 100 }, () => context.name())
      const lines = names.map((name) => JSON.stringify({ session_id: name, payload: { type: 'x' } }))
      const headers = { 'content-type': 'application/x-ndjson' }
      await context.http({ method: 'POST', path: '/api/events', headers, body: lines.join('\n') })
      const [some, all] = [await context.client(), await context.client()]
      const refused = await some.ask({ type: 'join_session', sessionIds: [names[0], context.name()] })
      expectMatch('with an unknown one', refused, { type: 'error', code: 'SessionNotFound' })
      all.send({ type: 'join_session', sessionIds: names, afterSeq: 0 })
      const ids: unknown[] = []
      for (const name of names) {
        const { sessionId } = await all.frame({ type: 'state_snapshot', session: { name } })
        await all.frame({ type: 'replay_complete', sessionId })
        expectNumbered(
          name,
          all.of(sessionId).filter(({ seq }) => seq !== undefined),
          1,
        )
        ids.push(sessionId)
      }
      expectThat('each is another session', new Set(ids).size === 100)
      await context.notify(names[0] ?? '', { type: 'live' })
      await all.frame({ sessionId: ids[0], notify: { type: 'live' } })
      await some.ask({ type: 'ping', ts: 1 })
      expectNone('nothing was joined', some.frames, { sessionId: ids[0], type: 'notify_event' })
    },
  },
  {
    id: 'gateway-joins',
    verifies: ['GATEWAY-317'],
    title: 'several sessions at once, each from its own cursor, past one that is unknown',
    async run(context) {
      const [whole, rest] = [context.name(), context.name()]
      for (const name of [whole, rest]) for (const type of ['a', 'b']) await context.notify(name, { type })
      const kept = { whole: await context.events(whole), rest: await context.events(rest) }
      const client = await context.client()
      const last = kept.rest.at(-2)?.seq
      client.send({
        type: 'join_session',
        ref: 'whole',
        joins: [
          { sessionId: whole, afterSeq: 0 },
          { sessionId: context.name(), afterSeq: 0, ref: 'unknown' },
          { sessionId: rest, afterSeq: last, ref: 'rest' },
        ],
      })
      const refused = await client.frame({ ref: 'unknown' })
      expectMatch('the unknown one', refused, { type: 'error', code: 'SessionNotFound' })
      for (const ref of ['whole', 'rest'] as const) {
        const { sessionId } = await client.frame({ type: 'state_snapshot', ref })
        await client.frame({ type: 'replay_complete', sessionId })
        const replayed = client.of(sessionId).filter(({ seq }) => seq !== undefined)
        expectSame(ref, replayed, ref === 'whole' ? kept.whole : kept.rest.slice(-1))
      }
      await context.notify(rest, { type: 'live' })
      await client.frame({ type: 'notify_event', notify: { type: 'live' } })
    },
  },
  {
    id: 'gateway-recent-history',
    verifies: ['GATEWAY-312'],
    title: 'the last 50 items of a longer history',
    async run(context) {
      const name = context.name()
      const records = Array.from({ length: 55 }, (_, n) => ({
        session_id: name,
        payload: { type: 'x', summary: `item ${n}` },
      }))
      const headers = { 'content-type': 'application/json' }
      await context.http({ method: 'POST', path: '/api/events', headers, body: records })
      const client = await context.client()
      const [{ recentHistory }] = await client.join({ sessionId: name })
      const told = (recentHistory as { content: string }[]).map(({ content }) => content)
      expectSame(
        'the history',
        told,
        records.slice(-HISTORY).map(({ payload }) => payload.summary),
      )
    },
  },
  {
    id: 'gateway-session-ids',
    verifies: ['GATEWAY-313'],
    title: 'uuid, thread_ uuid and alias, but not the name',
    async run(context) {
      const [alias, shown, thread] = [context.name(), context.name(), context.name()]
      await context.notify(alias, { type: 'session-start', 'thread-id': thread })
      const client = await context.client()
      const [{ sessionId }] = await client.join({ sessionId: alias })
      await client.ask({ type: 'rename_session', sessionId, name: shown })
      for (const id of [sessionId, `thread_${sessionId}`, alias, thread]) {
        const history = await client.ask({ type: 'get_history', sessionId: id })
        expectMatch(`by ${id}`, history, { type: 'history', sessionId })
        const { json } = await context.http({ path: sessionPath(String(id)) })
        expectMatch(`over REST by ${id}`, json, { id: sessionId, name: shown })
      }
      const byName = await client.ask({ type: 'get_history', sessionId: shown })
      expectMatch('by its name', byName, { code: 'SessionNotFound' })
    },
  },
  {
    id: 'gateway-pending-requests',
    verifies: ['GATEWAY-315'],
    title: 'a request that waits is in the snapshot until it is answered',
    async run(context) {
      const name = context.name()
      await context.notify(name, { type: 'approval-requested', 'approval-type': 'exec', description: 'make' })
      const client = await context.client()
      const [asked] = await client.join({ sessionId: name })
      const [request] = (await context.events(name)).filter(({ type }) => type === 'permission_requested')
      const requestId = request?.requestId
      expectMatch('while it waits', asked, {
        session: { status: 'waiting' },
        pendingRequests: [{ requestId }],
      })
      await context.notify(name, { type: 'approval-response', approved: true })
      const [answered] = await client.join({ sessionId: name })
      expectMatch('afterwards', answered.pendingRequests, [])
    },
  },
  {
    id: 'gateway-subscriber-count',
    verifies: ['GATEWAY-316'],
    title: 'how many are joined',
    async run(context) {
      const name = context.name()
      await context.notify(name, { type: 'x' })
      for (const count of [1, 2, 3]) {
        const client = await context.client()
        const [{ subscriberCount }] = await client.join({ sessionId: name })
        expectMatch('the count', subscriberCount, count)
      }
    },
  },
]
