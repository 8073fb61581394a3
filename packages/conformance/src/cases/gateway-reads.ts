import type { ConformanceCase } from '../case.js'
import { type Context, sessionPath } from '../engine/context.js'
import { expectProblem } from '../engine/exchange.js'
import { expectMatch, expectSame, expectThat } from '../engine/failure.js'
import { is } from '../engine/match.js'
import type { Frame } from '../engine/witness.js'

/** A session with a number of notify events; its own creation comes before them. */
async function filled(context: Context, count: number): Promise<string> {
  const name = context.name()
  for (let n = 0; n < count; n++) await context.notify(name, { type: 'x', summary: `n${n}` })
  return name
}

const seqs = (events: unknown) => (events as Frame[]).map(({ seq }) => seq)

/** Reading back: history and events, over /ws, REST and SSE. */
export const gatewayReads: readonly ConformanceCase[] = [
  {
    id: 'gateway-history',
    verifies: ['GATEWAY-213'],
    title: 'history page by page, from the newest',
    async run(context) {
      const sessionId = await filled(context, 5)
      const client = await context.client()
      const newest = await client.ask({ type: 'get_history', sessionId, limit: 2 })
      expectMatch('the newest', newest, {
        type: 'history',
        items: [{ content: 'n3' }, { content: 'n4' }],
        next: is.number,
      })
      const older = await client.ask({ type: 'get_history', sessionId, limit: 100, before: newest.next })
      expectMatch('what is older', older, {
        items: [{ content: 'n0' }, { content: 'n1' }, { content: 'n2' }],
        next: null,
      })
    },
  },
  {
    id: 'gateway-events',
    verifies: ['GATEWAY-214', 'GATEWAY-215'],
    title: 'events page by page, and of some types',
    async run(context) {
      const sessionId = await filled(context, 5)
      const client = await context.client()
      const ask = (more: object) => client.ask({ type: 'get_events', sessionId, ...more })
      const first = await ask({ limit: 4 })
      expectSame('the first page', [first.type, seqs(first.events), first.next], ['events', [1, 2, 3, 4], 4])
      const second = await ask({ limit: 1000, afterSeq: first.next })
      expectSame('the second page', [seqs(second.events), second.next], [[5, 6], null])
      const made = await ask({ types: ['session_created'] })
      expectMatch('one type', made.events, [{ type: 'session_created', seq: 1 }])
      expectSame('none of a type', (await ask({ types: ['turn_error'] })).events, [])
    },
  },
  {
    id: 'rest-sessions',
    verifies: ['GATEWAY-801'],
    title: 'the list of sessions, and one of them',
    async run(context) {
      const names = [await filled(context, 1), await filled(context, 1)]
      const page = await context.http({ path: '/api/sessions?limit=1' })
      expectMatch('a page', page, { status: 200, json: { sessions: [{ id: is.uuid }], next: is.text } })
      const { sessions, next } = page.json as { sessions: [{ id: string }]; next: string }
      const after = await context.http({ path: `/api/sessions?limit=1&cursor=${next}` })
      const { sessions: others } = after.json as { sessions: { id: string }[] }
      expectThat('the next page is another', others[0]?.id !== sessions[0].id)
      for (const name of names) {
        expectMatch('one', await context.http({ path: sessionPath(name) }), {
          status: 200,
          json: { id: is.uuid, name },
        })
      }
    },
  },
  {
    id: 'rest-events',
    verifies: ['GATEWAY-802'],
    title: 'events over REST, as a page and as lines',
    async run(context) {
      const path = `${sessionPath(await filled(context, 4))}/events`
      const page = await context.http({ path: `${path}?after=1&limit=2` })
      const { events, next } = page.json as { events: Frame[]; next: number }
      expectSame('a page', [seqs(events), next], [[2, 3], 3])
      const last = await context.http({ path: `${path}?after=${next}` })
      expectMatch('the last page', last.json, { events: [{ seq: 4 }, { seq: 5 }], next: null })
      const lines = await context.http({
        path: `${path}?after=1`,
        headers: { accept: 'application/x-ndjson' },
      })
      expectMatch('the media type', lines.headers['content-type'], is.like(/^application\/x-ndjson/))
      const read = lines.text.trimEnd().split('\n')
      expectSame('the lines', seqs(read.map((line) => JSON.parse(line))), [2, 3, 4, 5])
    },
  },
  {
    id: 'sse-stream',
    verifies: ['GATEWAY-803'],
    title: 'the form of an event stream',
    async run(context) {
      const name = await filled(context, 2)
      const stream = await context.stream(name, '?after=0')
      const end = (await stream.replay()).at(-1)
      expectMatch('the head', stream, {
        status: 200,
        headers: { 'content-type': is.like(/^text\/event-stream/), 'x-accel-buffering': 'no' },
        text: is.like(/^retry: \d+\n\n/),
      })
      const epoch = end?.epoch
      for (const { id, frame } of stream.blocks) {
        const seq = frame.type === 'replay_complete' ? frame.lastSeq : frame.seq
        expectMatch('the id', id, `${epoch}:${seq}`)
      }
      await context.notify(name, { type: 'live' })
      const live = await stream.frame({ notify: { type: 'live' } })
      expectMatch('the id of a live event', stream.blocks.at(-1)?.id, `${epoch}:${live.seq}`)
    },
  },
  {
    id: 'sse-resume',
    verifies: ['GATEWAY-804'],
    title: 'Last-Event-ID, ?after, neither, and one of another log',
    async run(context) {
      const name = await filled(context, 4)
      const epoch = (await (await context.stream(name)).replay()).at(-1)?.epoch
      const replayed = async (query: string, headers: Record<string, string> = {}) =>
        seqs((await (await context.stream(name, query, headers)).replay()).slice(0, -1))
      expectSame('after', await replayed('?after=3'), [4, 5])
      expectSame('Last-Event-ID', await replayed('', { 'last-event-id': `${epoch}:4` }), [5])
      expectSame('the header wins', await replayed('?after=0', { 'last-event-id': `${epoch}:4` }), [5])
      expectSame('neither', await replayed(''), [])
      const foreign = await context.stream(name, '', {
        'last-event-id': '01994f3a-0000-7000-8000-0000000000ff:4',
      })
      const [gap, ...events] = await foreign.replay()
      expectMatch('of another log', gap, { type: 'gap', reason: 'epoch' })
      expectSame('then everything', seqs(events.slice(0, -1)), [1, 2, 3, 4, 5])
    },
  },
  {
    id: 'rest-refused',
    verifies: ['GATEWAY-805'],
    title: 'reads that are refused',
    needs: ['open', 'token'],
    async run(context) {
      const path = sessionPath(await filled(context, 1))
      for (const door of [
        '/api/sessions',
        path,
        `${path}/events`,
        `${path}/events/2/raw`,
        `${path}/events/stream`,
      ]) {
        const anonymous = await context.http({ path: door, anonymous: true })
        expectProblem(anonymous, { status: 401, code: 'unauthorized' })
      }
      for (const door of ['', '/events', '/events/1/raw', '/events/stream']) {
        const unknown = await context.http({ path: `${sessionPath(context.name())}${door}` })
        expectProblem(unknown, { status: 404, code: 'session_not_found' })
      }
      const bad = [
        ['/api/sessions?limit=0', 'limit'],
        ['/api/sessions?archived=yes', 'archived'],
        [`${path}/events?limit=1001`, 'limit'],
        [`${path}/events?after=-1`, 'after'],
        [`${path}/events?since=1`, 'since'],
        [`${path}/events/stream?after=x`, 'after'],
      ] as const
      for (const [address, field] of bad) {
        expectProblem(await context.http({ path: address }), { status: 400, code: 'invalid_request', field })
      }
    },
  },
]
