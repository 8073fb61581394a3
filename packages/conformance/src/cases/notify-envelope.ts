import type { ConformanceCase } from '../case.js'
import { sessionPath } from '../engine/context.js'
import { expectMatch, expectSame, expectThat } from '../engine/failure.js'
import { is } from '../engine/match.js'

/** Written so that parsing and writing it again would change it. */
const PAYLOAD =
  '{"type":"x","id":12345678901234567890,"n":[1.0,-0,1e400],"s":"a b\\u000a","__proto__":{"a":1}}'

/** What of an envelope is kept, and who gets to see which part. */
export const notifyEnvelope: readonly ConformanceCase[] = [
  {
    id: 'notify-makes-session',
    verifies: ['NOTIFY-051'],
    title: 'an unknown session_id makes a session of that name',
    async run(context) {
      const name = context.name()
      await context.notify(name, { type: 'x' })
      const { json } = await context.http({ path: sessionPath(name) })
      const aliases = [{ namespace: 'notify', id: name }]
      expectMatch('the session', json, { id: is.uuid, name, origin: 'observed', archived: false, aliases })
    },
  },
  {
    id: 'notify-fields-kept',
    verifies: ['NOTIFY-053', 'NOTIFY-054', 'NOTIFY-085', 'NOTIFY-120'],
    title: 'type, event_id, occurred_at and payload are in the event as they were sent',
    async run(context) {
      const name = context.name()
      const payload = { type: 'Plan L1!', level: 1, steps: [{ done: false }], none: null }
      const occurredAt = '2024-02-29T23:59:60.120+05:30'
      await context.notify(name, payload, { event_id: 'e 1', occurred_at: occurredAt })
      const { seq } = await context.represent(name, payload, { event_id: 'e 1' })
      const event = (await context.events(name)).find((one) => one.seq === seq)
      expectSame('the notify part', event?.notify, { type: 'Plan L1!', eventId: 'e 1', occurredAt, payload })
      expectSame('the members of the event', Object.keys(event ?? {}).sort(), [
        'notify',
        'seq',
        'sessionId',
        'ts',
        'type',
      ])
    },
  },
  {
    id: 'notify-absent-fields',
    verifies: ['NOTIFY-053', 'NOTIFY-054', 'NOTIFY-055', 'NOTIFY-120', 'NOTIFY-122'],
    title: 'null and blank options are absent',
    async run(context) {
      const name = context.name()
      const none = { occurred_at: null, raw: ' ', event_id: '' }
      const first = await context.represent(name, { type: 'x' }, none)
      const second = await context.represent(name, { type: 'x' }, { raw: null, event_id: null })
      expectThat('a blank event_id is no event_id', second.seq > first.seq && !second.duplicate)
      const [, event] = await context.events(name)
      expectSame('the notify part', event?.notify, { type: 'x', payload: { type: 'x' } })
      const raw = await context.http({ path: `${sessionPath(name)}/events/${first.seq}/raw` })
      expectMatch('raw', raw, { status: 404, json: { code: is.text } })
    },
  },
  {
    id: 'notify-payload-untouched',
    verifies: ['NOTIFY-056'],
    title: 'the payload comes out as it was written, over REST, /ws and SSE',
    async run(context) {
      const name = context.name()
      const { status } = await context.post(
        name,
        `{"session_id":${JSON.stringify(name)},"payload":${PAYLOAD}}`,
      )
      expectMatch('the answer', status, 204)
      const { text } = await context.http({ path: `${sessionPath(name)}/events?after=1` })
      expectThat(`REST gives the payload as it was: ${text}`, text.includes(`"payload":${PAYLOAD}`))
      const stream = await context.stream(name, '?after=1')
      await stream.replay()
      expectThat('SSE gives the payload as it was', stream.text.includes(`"payload":${PAYLOAD}`))
      const client = await context.client()
      await client.join({ sessionId: name, afterSeq: 1 })
      await client.ask({ type: 'get_events', sessionId: name })
      const said = client.texts.filter((one) => one.includes(`"payload":${PAYLOAD}`))
      expectThat('/ws gives the payload as it was, replayed and in a list', said.length === 2)
    },
  },
  {
    id: 'notify-raw-route',
    verifies: ['NOTIFY-055', 'NOTIFY-121', 'NOTIFY-122', 'NOTIFY-123'],
    title: 'raw is kept word for word, and on its own route only',
    async run(context) {
      const name = context.name()
      const raw = '{ "type" : "x",\r\n "secret": "raw-only" }'
      const client = await context.client()
      await context.notify(name, { type: 'before' })
      await client.join({ sessionId: name })
      const { seq, id } = await context.represent(name, { type: 'x' }, { raw })
      const live = await client.frame({ seq, type: 'notify_event' })
      const stream = await context.stream(name, '?after=0')
      const everywhere = [live, await context.events(name), await stream.replay()]
      expectThat('raw is on no stream', !JSON.stringify(everywhere).includes('raw-only'))
      expectThat('the id of the event is not on the wire', !JSON.stringify(everywhere).includes(id))
      const route = await context.http({ path: `${sessionPath(name)}/events/${seq}/raw` })
      expectMatch('raw', route, {
        status: 200,
        text: raw,
        headers: { 'content-type': is.like(/^text\/plain/) },
      })
    },
  },
  {
    id: 'notify-by-any-id',
    verifies: ['NOTIFY-059', 'NOTIFY-138'],
    title: 'uuid, thread_ uuid and aliases mean the same session',
    async run(context) {
      const name = context.name()
      const thread = `${name} thread`
      await context.notify(name, { type: 'session-start', 'thread-id': thread })
      const { json } = await context.http({ path: sessionPath(name) })
      const { id: uuid } = json as { id: string }
      expectMatch('the session', json, {
        agentType: 'codex',
        aliases: [
          { namespace: 'notify', id: name },
          { namespace: 'codex', id: thread },
        ],
      })
      const seqs: number[] = []
      for (const id of [uuid, `thread_${uuid}`, thread, name]) {
        const told = await context.represent(id, { type: 'x', id })
        expectMatch('session_id is the one that was sent', told.session_id, id)
        seqs.push(told.seq)
      }
      const [first = 0] = seqs
      expectSame('numbers of one session', seqs, [first, first + 1, first + 2, first + 3])
    },
  },
]
