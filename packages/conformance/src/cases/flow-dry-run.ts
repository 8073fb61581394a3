import type { ConformanceCase } from '../case.js'
import { sessionPath } from '../engine/context.js'
import { expectProblem } from '../engine/exchange.js'
import { expectMatch, expectSame } from '../engine/failure.js'
import { is } from '../engine/match.js'
import { Receiver } from '../engine/receiver.js'
import { callDryRun, deliveries, dryRun, of, saved, toast, webhook } from './flow.js'

const NOBODY = '01994f3a-0000-7000-8000-0000000000ff'
const invalid = { status: 400, code: 'invalid_request' }

/** Bad events, and how each is refused. */
const REFUSED: readonly (readonly [
  what: string,
  body: object,
  expect: Parameters<typeof expectProblem>[1],
])[] = [
  ['no event', {}, { ...invalid, field: 'event' }],
  ['an unknown field', { event: { sample: 'toast' }, more: 1 }, { ...invalid, field: 'more' }],
  ['no session', { event: { payload: { type: 'x' } } }, { ...invalid, detail: 'missing session id' }],
  ['no payload', { event: { session_id: 's' } }, { status: 422, code: 'missing_payload' }],
  ['no type', { event: { session_id: 's', payload: {} } }, { status: 422, code: 'invalid_payload' }],
  ['a bad time', { event: { session_id: 's', payload: { type: 'x' }, occurred_at: 'now' } }, invalid],
  ['a source', { event: { session_id: 's', payload: { type: 'x' }, source: 'me' } }, invalid],
  ['an unknown id', { event: { id: NOBODY } }, { status: 404, code: 'not_found' }],
  ['an id that is none', { event: { id: 7 } }, invalid],
  ['an unknown sample', { event: { sample: 'nothing' } }, invalid],
  [
    'an unknown trigger',
    { event: { sample: 'toast' }, trigger: 'nobody' },
    { status: 404, code: 'not_found' },
  ],
]

/** Trying flows out. */
export const flowDryRun: readonly ConformanceCase[] = [
  {
    id: 'flow-dry-run-envelope',
    verifies: ['FLOW-300'],
    title: 'an envelope against what is saved: two activities, as they would be done',
    async run(context) {
      const name = context.name()
      const body = { body_template: '{"text":"{{summary}}"}' }
      const label = 'Tells the team'
      const bindings = [toast('{{summary}}!', 'warning'), webhook('https://hooks.example.com/x', body)]
      const id = await saved(context, { ...of(name, ...bindings), label })
      const told = await dryRun(context, { session_id: name, payload: { type: 'x', summary: 'A' } })
      expectMatch('the event', told.event, { type: 'notify_event', session_id: name })
      expectMatch(
        'the match',
        told.matches.find(({ trigger_id }) => trigger_id === id),
        {
          trigger_id: id,
          label,
          activities: [
            { activity_id: 'toast_notification', index: 0, rendered: { level: 'warning', message: 'A!' } },
            {
              activity_id: 'post_webhook',
              index: 1,
              rendered: { url: 'https://hooks.example.com/x', body: '{"text":"A"}' },
            },
          ],
        },
      )
      const other = await dryRun(context, { session_id: context.name(), payload: { type: 'x' } })
      expectMatch(
        'of another session',
        other.unmatched.find(({ trigger_id }) => trigger_id === id),
        {
          reason: is.text,
        },
      )
    },
  },
  {
    id: 'flow-dry-run-trigger',
    verifies: ['FLOW-302'],
    title: 'one trigger: by its id, as it is saved, and whole, not saved',
    async run(context) {
      const name = context.name()
      const event = { session_id: name, payload: { type: 'x' } }
      const id = await saved(context, of(name, toast('saved')))
      const byId = await dryRun(context, event, id)
      expectMatch('by its id', byId, {
        matches: [{ trigger_id: id, activities: [{ rendered: { message: 'saved' } }] }],
        unmatched: [],
      })
      const changed = { id, ...of(name, toast('changed'), toast('more')) }
      const whole = await dryRun(context, event, changed)
      expectMatch('as it would be', whole, {
        matches: [
          { trigger_id: id, activities: [{ index: 0, rendered: { message: 'changed' } }, { index: 1 }] },
        ],
        unmatched: [],
      })
      const again = await dryRun(context, event, id)
      expectSame('it is as it was', again, { ...byId, fields: again.fields })
      const wrong = { id: 'tried', ...of(name, toast('x', 'loud')) }
      expectProblem(await callDryRun(context, { event, trigger: wrong }), invalid)
    },
  },
  {
    id: 'flow-dry-run-empty',
    verifies: ['FLOW-302'],
    title: 'a message that would be empty is told as a problem',
    async run(context) {
      const event = { session_id: context.name(), payload: { type: 'x' } }
      const trigger = {
        id: 'tried',
        event_type: 'notify_event',
        bindings: [toast('{{nothing}}'), toast('x')],
      }
      const { matches } = await dryRun(context, event, trigger)
      expectMatch('the activities', matches[0]?.activities, [{ problem: is.text }, { problem: is.absent }])
    },
  },
  {
    id: 'flow-dry-run-sends-nothing',
    verifies: ['FLOW-303'],
    title: 'nothing is kept, shown or called',
    needs: ['webhooks'],
    async run(context) {
      const receiver = await Receiver.open(context)
      const [name, spy] = [context.name(), context.name()]
      const id = await saved(context, of(name, toast('shown'), webhook(receiver.url)))
      const ofSpy = await saved(context, of(spy, toast('after'), webhook(receiver.url)))
      const notices = await context.notifications()
      const event = { session_id: name, payload: { type: 'x' }, event_id: 'e', raw: 'x' }
      await dryRun(context, event)
      await dryRun(context, event, id)
      const { status } = await context.http({ path: sessionPath(name) })
      expectMatch('the session', status, 404)
      // What is set off after it arrives after it.
      await context.notify(spy, { type: 'x' })
      const heard = await notices.frame({ message: 'after' })
      const [first] = notices.blocks.filter((block) => block.event === undefined)
      expectMatch('the first notice', first?.frame, heard)
      expectMatch('the first call', await receiver.call(), {
        headers: { 'idempotency-key': is.like(RegExp(ofSpy)) },
      })
      expectSame('deliveries', await deliveries(context, `trigger=${id}`), [])
    },
  },
  {
    id: 'flow-dry-run-refused',
    verifies: ['FLOW-304', 'FLOW-301', 'FLOW-302'],
    title: 'what is no event is refused as notify refuses it',
    async run(context) {
      for (const [what, body, expected] of REFUSED) {
        const answer = await callDryRun(context, body)
        expectMatch(what, answer.status, expected.status)
        expectProblem(answer, expected)
      }
      const plain = { method: 'POST', path: '/api/flow/dry-run', body: '{}' }
      const answer = await context.http({ ...plain, headers: { 'content-type': 'text/plain' } })
      expectProblem(answer, { status: 415, code: 'unsupported_media_type' })
    },
  },
  {
    id: 'flow-dry-run-sample',
    verifies: ['FLOW-305', 'FLOW-441'],
    title: 'every event type has a sample that a trigger of it takes',
    async run(context) {
      const { json } = await context.http({ path: '/api/flow/event-types' })
      const { event_types, samples } = json as { event_types: string[]; samples: Record<string, object> }
      for (const sample of event_types) {
        const trigger = { id: 'tried', event_type: sample, bindings: [toast('{{type}}')] }
        const told = await dryRun(context, { sample }, trigger)
        expectSame(`the fields of ${sample}`, told.fields, samples[sample])
        expectMatch('the match', told.matches, [{ activities: [{ rendered: { message: sample } }] }])
      }
    },
  },
  {
    id: 'flow-recent-events',
    verifies: ['FLOW-306'],
    title: 'recent events of a type, the newest first, by aliases too',
    async run(context) {
      const name = context.name()
      const ids: unknown[] = []
      for (const summary of ['one', 'two', 'three'])
        ids.unshift((await context.represent(name, { type: 'finish', summary })).id)
      for (const type of ['notify_finish', 'work-finish']) {
        const path = `/api/flow/recent-events?event_type=${type}&limit=3`
        const { status, json } = await context.http({ path })
        const row = { type: 'notify_finish', session_id: name, timestamp: is.text, summary: is.text }
        const events = ids.map((id) => ({ id, ...row }))
        expectMatch('the answer', { status, json }, { status: 200, json: { events } })
      }
      for (const [query, field] of [
        ['event_type=nothing', 'event_type'],
        ['event_type=notify_finish&limit=0', 'limit'],
      ] as const)
        expectProblem(await context.http({ path: `/api/flow/recent-events?${query}` }), { ...invalid, field })
    },
  },
]
